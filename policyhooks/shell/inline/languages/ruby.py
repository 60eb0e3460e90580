"""Ruby: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "lines": True,
    "line": ("#",),
    "block": (("=begin", "=end"),),
    "quotes": {"'": "plain", '"': "inter", "`": "command"},
    "inter": "#{",
    "sigils": "$@",
    "regex": "plain",
    "concat": "+",
    "member": ". &.",
    "keys": (":", "=>"),
    "quotelike": "ruby",
    "words": True,
    "here": "<<",
    "backtick": "qx",
}
IMPORTERS = ("require", "require_relative")
GETTERS = ()
NAMERS = ("method", "const_get", "public_method", "instance_method")
HOLDERS = ("Object", "self")
ENVIRONMENTS = ("ENV",)
GLOBS = ("Dir",)
ARGUMENTS = ("ARGV",)
FIRST_ARGUMENT = 0
CONSTANTS = {"__dir__": ".", "__FILE__": "./-"}
CONNECTING = (
    "socket", "net/http", "open-uri", "net/ftp", "net/smtp", "net/ssh", "net/scp", "httparty", "faraday", "rest-client",
    "net/imap", "net/pop", "net/https", "excon", "typhoeus", "http", "net/telnet",
)  # fmt: skip

EFFECTS = {
    "argv@0": (
        "system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec Open3.capture2 "
        "Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 PTY.spawn PTY.getpty sh"
    ),
    "words@0": "IO.popen Open3.pipeline Open3.pipeline_r Open3.pipeline_rw Open3.pipeline_start",
    "text@0": "qx Kernel.` Kernel.qx",
    "pipe@0;mode@0,1": "open Kernel.open",
    "pipe@0;read@0": "IO.read IO.readlines IO.foreach IO.binread",
    "read@0": (
        "File.read File.readlines File.foreach File.binread File.exist? File.file? File.size File.stat "
        "YAML.load_file JSON.load_file File.readlink CSV.read CSV.foreach Dir.exist? Dir.each_child Dir.children "
        "Dir.entries Dir.glob"
    ),
    "mode@0,1": "File.open File.new IO.sysopen CSV.open",
    "write@0": (
        "File.write File.binwrite IO.write IO.binwrite FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs "
        "FileUtils.touch Dir.mkdir File.truncate File.mkfifo FileUtils.mkpath"
    ),
    "delete@*": "File.delete File.unlink",
    "delete@0": (
        "FileUtils.rm FileUtils.rm_f FileUtils.rm_r FileUtils.rm_rf FileUtils.remove FileUtils.remove_dir "
        "FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file FileUtils.rmtree "
        "FileUtils.rmdir FileUtils.safe_unlink Dir.rmdir Dir.delete Dir.unlink rm_rf rm_r rm_f rmtree rm"
    ),
    "move@0,1": "File.rename FileUtils.mv FileUtils.move mv",
    "read@0;write@1": (
        "FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_entry FileUtils.copy_file FileUtils.install "
        "IO.copy_stream"
    ),
    "chmod@1": "FileUtils.chmod FileUtils.chmod_R File.chmod",
    "chmod@2": "FileUtils.chown FileUtils.chown_R File.chown",
    "read@0;link@1": (
        "File.symlink File.link FileUtils.ln FileUtils.ln_s FileUtils.ln_sf FileUtils.symlink FileUtils.link"
    ),
    "chdir@0": "Dir.chdir FileUtils.cd FileUtils.chdir",
    "url@0": (
        "URI.open OpenURI.open_uri URI.parse.open URI.open.read HTTParty.get HTTParty.post HTTParty.put "
        "HTTParty.delete Faraday.get Faraday.post Faraday.new RestClient.get RestClient.post RestClient.put "
        "Excon.get Excon.post Net.HTTP.get Net.HTTP.get_response Net.HTTP.get_print Net.HTTP.post "
        "Net.HTTP.post_form Net.HTTP.Get.new Net.HTTP.Post.new Typhoeus.get HTTP.get HTTP.post"
    ),
    "host@0,1": (
        "Net.HTTP.start Net.HTTP.new TCPSocket.new TCPSocket.open Socket.tcp Net.SSH.start Net.SCP.start "
        "Net.SFTP.start Net.FTP.new Net.FTP.open Net.SMTP.start Net.SMTP.new UDPSocket.connect "
        "TCPSocket.gethostbyname Net.Telnet.new Net.IMAP.new Net.SCP.upload! Net.SCP.download!"
    ),
    "eval@0": (
        "eval Kernel.eval instance_eval class_eval module_eval Binding.eval binding.eval "
        "RubyVM.InstructionSequence.compile"
    ),
    "unpickle@0;decode": "Marshal.load Marshal.restore",
    "exec@0;opaque": "load Kernel.load",
    "decode": (
        "Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 Zlib.Inflate.inflate Zlib.inflate "
        "Zlib.gunzip Zlib.Inflate.new"
    ),
}

METHODS = {
    "argv@0": "system",
    "delete@self": "unlink rmtree",
    "eval@0": "instance_eval class_eval module_eval instance_exec",
    "decode": "unpack unpack1 pack hex",
    "send@0": "send public_send __send__",
    "opaque": "define_method instance_variable_get",
    "read@self": "binread",
}

FOLDS = {
    "join": "File.join",
    "first": (
        "File.expand_path File.absolute_path File.realpath Pathname Pathname.new URI URI.parse String "
        "Shellwords.escape URI.join Array"
    ),
    "words": "Shellwords.split",
    "home": "Dir.home",
    "cwd": "Dir.pwd Dir.getwd",
    "tmp": "Dir.tmpdir",
    "tempname": "Dir.mktmpdir Tempfile.new Tempfile.create",
    "env": "ENV.fetch ENV.[]",
    "glob": "Dir.glob",
    "listing": "Dir.children Dir.entries Dir.each_child Dir.foreach",
    "parent": "File.dirname",
    "base64": "Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64",
}

METHOD_FOLDS = {
    "self": "to_s strip chomp freeze expand_path realpath dup force_encoding downcase to_path",
    "joinpath": "join",
    "concat": "concat",
    "reverse": "reverse",
    "split": "split",
    "below": "glob children",
    "replaced": "gsub sub",
}

SHOWING = (
    "puts print p pp printf warn raise abort .start_with? .end_with? .include? .gsub .sub .match .match? .split "
    ".index .scan .puts .print .write .gsub! .sub! require require_relative .join .tr .delete_prefix "
    ".delete_suffix .push .== .fetch .key? .count .squeeze .strip .format .append .dig exit"
)
