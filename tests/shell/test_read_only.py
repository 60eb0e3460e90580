"""Cmd.inert, Cmd.read_only: true exactly when a command, as it is written, changes nothing.

Listings, dry runs and requests for help are; the same words as the value of another option are not.
"""

from __future__ import annotations

import pytest

from tests.shell.reading import view

# One command a line.
CHANGES_NOTHING = r"""
aws rds delete-db-instance help
aws help
aws s3 rm help
aws s3 help
aws ec2 terminate-instances --instance-ids i-1 --dry-run
aws s3 sync a s3://b --delete --dryrun
aws s3 ls s3://b
aws cloudformation deploy --template-file t.yml --stack-name s --no-execute-changeset
aws rds delete-db-instance --generate-cli-skeleton
aws dynamodb batch-get-item --request-items file://x
aws cloudtrail lookup-events
aws logs filter-log-events --log-group-name x
aws secretsmanager get-secret-value --secret-id x
aws --profile prod ec2 describe-instances
gcloud compute instances list --project p
gcloud sql instances describe main
gcloud iam service-accounts keys list --iam-account a
gcloud projects list
gcloud projects delete x --help
gcloud storage rsync a gs://b --dry-run
gcloud alpha monitoring policies list
az vm list -g rg
az group delete -n x --help
az sql db show -g a -s b -n c
az deployment group what-if -g rg -f main.bicep
az webapp deployment slot list
gsutil ls gs://b
gsutil -m rsync -n -r a gs://b
gsutil iam get gs://b
s3cmd ls
s3cmd del -n s3://b/x
mc ls m/b
mc stat m/b
bq query --dry_run 'delete from x where true'
azcopy list https://x.example/c
azcopy rm https://x.example/c --dry-run
kubectl delete pod x --dry-run=client
kubectl delete pod x --dry-run
kubectl delete ns x --dry-run=server -o yaml
kubectl delete pod x --now --dry-run=client
kubectl delete pod x --help
kubectl delete -h
kubectl auth can-i delete pods
kubectl config view
kubectl diff -f x.yaml
kubectl drain n1 --ignore-daemonsets --dry-run=server
helm uninstall x --dry-run
helm upgrade x ./c --install --dry-run=server
helm get values x
terraform plan
terraform plan -destroy
terraform show
terraform output -json
terraform validate
terraform fmt -check -recursive
terraform fmt -write=false
terraform state list
terraform state show aws_x.y
terraform apply -help
terraform -version
terraform providers
pulumi preview
pulumi destroy --preview-only -s prod
pulumi stack tag ls
ansible-playbook site.yml --check
ansible-playbook --list-tasks site.yml
ansible-playbook -C site.yml
ansible all -m ping --list-hosts
vault status
vault kv list secret/
vault kv metadata get secret/x
vault policy list
vault delete -output-curl-string secret/x
argocd app list
argocd app sync x --dry-run
nomad job status
sam deploy --no-execute-changeset
eksctl get cluster
docker ps -a
docker images
docker inspect x
docker logs --tail 5 x
docker stats --no-stream
docker version
docker info
docker system df
docker system prune --help
docker run --help
docker compose --dry-run up -d
zfs destroy -nv tank/x
zfs destroy -rn tank/x
wipefs /dev/sdb
wipefs -a -n /dev/sdb
wipefs --all --no-act /dev/sdb
parted /dev/sda print
parted -s /dev/sda unit s print
parted -l
fdisk -l
sfdisk -d /dev/sda
sfdisk -l
gdisk -l /dev/sda
sgdisk -p /dev/sda
sgdisk -P -n 1:0:0 -p /dev/sda --pretend
hdparm -I /dev/sda
hdparm -i /dev/sda
badblocks -sv /dev/sda
mkfs.ext4 -n /dev/sdb
mke2fs -n /dev/sdb
mkfs.xfs -N /dev/sdb
mkswap --help
iptables -L -n -v
iptables -S
iptables -C INPUT -j ACCEPT
nft list ruleset
nft -c -f rules.nft
ufw status verbose
ufw --dry-run enable
firewall-cmd --list-all --zone=public
firewall-cmd --state
firewall-cmd --get-active-zones
sysctl net.ipv4.ip_forward
sysctl -a
smartctl -a /dev/sda
dmidecode -t memory
systemctl status nginx
systemctl is-active nginx
systemctl list-units --failed
systemctl --failed
systemctl
systemctl stop --help
journalctl -u nginx -n 50
crontab -l
crontab -u bob -l
reboot --help
mdadm --detail /dev/md0
fsck -n /dev/sda1
tune2fs -l /dev/sda1
service nginx status
man rm
man 5 crontab
modprobe -n -v x
badblocks --help
lvs
btrfs filesystem df /
logrotate -d /etc/logrotate.conf
chage -l bob
kubectl run x --image=nginx --dry-run=client -o yaml
sgdisk -P -n 1:0:0 /dev/sda
redis-cli GET x
redis-cli -h h -p 6379 info
redis-cli config get maxmemory
redis-cli --scan --pattern 'a*'
etcdctl get /x --prefix
etcdctl member list
kafka-topics --bootstrap-server b:9092 --list
kafka-consumer-groups --bootstrap-server b:9092 --reset-offsets --group g --topic t --to-earliest --dry-run
rabbitmqctl list_queues
psql -l
pg_dump mydb
make -n all
make --just-print
sudo -l
sudo -v
sudo -V
sudo -l rm -rf /
apt-get -s install curl
apt-get install --simulate curl
apt-get --dry-run upgrade
apt-get --just-print remove curl
apt list --installed
dnf --assumeno install x
dnf history list
dpkg -l
dpkg --dry-run -i x.deb
rpm -qa
rpm -U --test x.rpm
pacman -Ss vim
pacman -Qi vim
zypper install --dry-run vim
apk add -s vim
npm publish --dry-run
cargo publish --dry-run
gh pr list
gh pr view 3
gh pr checks
gh run list
gh api repos/o/r
gh api -X GET search/issues -f q=x
gh repo delete --help
heroku apps
heroku logs --tail -a x
heroku ps -a x
flyctl status
fly logs -a x
fly ips list
fly apps list
vercel ls
vercel inspect x
netlify status
firebase projects:list
supabase status
supabase projects list
supabase db push --dry-run
wrangler tail
wrangler whoami
wrangler d1 list
wrangler deployments list
wrangler deploy --dry-run
wrangler kv namespace list
stripe customers list
stripe charges retrieve ch_1
restic snapshots
restic -r s3:x check
restic forget --keep-last 3 --dry-run
restic forget --keep-last 3 -n
borg list repo
borg prune --dry-run --keep-daily 7 repo
velero get backups
velero backup describe x
rclone ls r:
rclone check a r:b
rclone size r:b
rclone sync a r:b --dry-run
rclone sync -n a r:b
rsync -an --delete a/ b/
rsync -a --dry-run --delete a/ b/
doctl databases list
git clean -fdxn
git clean -ndx
git clean --dry-run -fd
git push --dry-run
git push -n origin main
git add -n .
git rm -n a
git commit --dry-run -m x
git push --help
git help push
git reset -h
rm --help
git --version
git branch --contains abc
git branch --list 'a*'
git tag --contains abc
git config --get-regexp 'a.*' b
git reflog
git stash list
git apply --check p.diff
git worktree prune -n
git remote prune -n origin
git lfs ls-files
kubectl delete -f "$F" --dry-run=client
kubectl get pods -l app=x -o wide
systemctl status
terraform plan -var x=1 -input=false
git log --oneline -5
gh pr view 12 --json title
npm --version
docker --version
kubectl version --client
helm version
cargo --version
python3 --version
node --version
make --version
go version
terraform version
rustc --version
aws --version
ls --help
"""

CHANGES_SOMETHING = r"""
aws ec2 terminate-instances --instance-ids i-1 --dry-run --no-dry-run
aws ec2 terminate-instances --instance-ids help
aws s3 sync a s3://b --delete
aws s3 sync a s3://b --metadata --dryrun
aws cloudformation deploy --template-file t.yml --stack-name s
aws elasticache test-failover --replication-group-id x
aws secretsmanager delete-secret --secret-id x
aws secretsmanager delete-secret --secret-id get-secret-value
aws --unheard of ec2 describe-instances
gcloud compute instances delete list
gcloud sql instances delete list
gcloud sql instances delete describe -q
gcloud iam service-accounts keys create list
gcloud projects delete list
gcloud storage rsync a gs://b
az group delete -n show
az group delete --name list --yes
az sql db delete --server show -n x
gsutil -m rsync -d -r a gs://b
gsutil cp -n a gs://b
gsutil iam set x gs://b
s3cmd del s3://b/x
mc find m/b --exec "mc rm {}"
mc version enable m/b
mc rm -r --force m/b
bq query 'delete from x where true'
azcopy jobs clean
kubectl delete pod x --dry-run=none
kubectl delete pod x --dry-run=client --dry-run=none
kubectl delete pod x --dry-run=$MODE
kubectl delete pod x
kubectl delete pod -- --dry-run=client
kubectl annotate pod x --field-manager --dry-run note=1
kubectl exec pod -- rm -rf /x --dry-run
kubectl exec pod -- rm --help
kubectl myplugin --help
helm upgrade x ./c --description --dry-run
helm upgrade x ./c --dry-run=none
helm upgrade x ./c --set --dry-run
terraform plan -out=p
terraform fmt -check=false
terraform fmt
terraform state rm aws_x.y
terraform apply -var -help
terraform destroy
terraform providers lock
pulumi destroy -s prod
pulumi up -m --preview-only
pulumi watch
pulumi stack tag set a b
ansible-playbook -e --check site.yml
ansible-playbook site.yml
vault kv metadata delete secret/x
vault delete secret/x
argocd app delete x
nomad job stop x
nomad node drain -enable x
eksctl delete cluster x
kops export kubeconfig
docker system prune -f
docker run --name --help alpine true
docker run alpine --help
docker compose up -d
zfs destroy -r tank/x
wipefs -a /dev/sdb
wipefs -t -n -a /dev/sdb
POSIXLY_CORRECT=1 wipefs -a /dev/sdb -n
parted /dev/sda rm 1
parted -s /dev/sda rm 1 print
parted -s /dev/sda mklabel gpt print
fdisk /dev/sda
sfdisk --delete /dev/sda 1
sfdisk /dev/sda
gdisk /dev/sda
sgdisk -Z /dev/sda
sgdisk -p -Z /dev/sda
hdparm -I --security-erase p /dev/sda
hdparm -W0 /dev/sda
hdparm -y /dev/sda
badblocks -wsv /dev/sda
badblocks -nsv /dev/sda
mkfs.ext4 /dev/sdb
mkfs.ext4 -L -n /dev/sdb
mkfs.vfat -n DATA /dev/sdb
mkfs -n DATA /dev/sdb
mkfs.xfs -n size=4k /dev/sdb
mkswap --check /dev/sdb
iptables -F
iptables -L -Z
iptables -A INPUT -j DROP
nft list ruleset\; flush ruleset
nft flush ruleset
ufw disable
firewall-cmd --add-port=80/tcp
firewall-cmd --list-all --remove-service=ssh
sysctl net.ipv4.ip_forward=1
sysctl -w net.ipv4.ip_forward=1
sysctl -p
sysctl "$X"
smartctl -s off /dev/sda
smartctl -t long /dev/sda
systemctl stop nginx
systemctl $VERB nginx
systemctl "$VERB" nginx
journalctl --vacuum-time=1d
journalctl --vacuum-ti=1d
crontab -r
crontab -l -r
crontab f
shutdown -h now
shutdown -h
reboot -h
mdadm --stop /dev/md0
fsck -y /dev/sda1
tune2fs -l -O ^has_journal /dev/sda1
service nginx stop
modprobe x
btrfs subvolume delete /x
logrotate /etc/logrotate.conf
chage -E 0 bob
docker exec c --help
kubectl run x --image=nginx -- sh --dry-run=client
redis-cli FLUSHALL
redis-cli flushall
redis-cli config set maxmemory 1
redis-cli set k --help
etcdctl member remove x
kafka-topics --bootstrap-server b:9092 --delete --topic x
kafka-consumer-groups --bootstrap-server b:9092 --reset-offsets --group g --topic t --to-earliest --execute
rabbitmqctl delete_queue x
psql -l -c 'drop table x'
make all
make -n X='$(shell touch y)'
make -C -n all
sudo -u -l rm x
apt-get install curl
apt-get -s -s=no install curl
apt-get -s --simulate=false install curl
apt-get -t -s install curl
apt-get -s -o APT::Get::Simulate=0 install x
dnf history undo 3
dnf group install x
dpkg -i x.deb
rpm -U x.rpm
pacman -Rs vim
pacman -S vim
pacman -Syu
zypper install vim
npm publish --dry-run false
npm publish --tag --dry-run
npm publish --no-dry-run
npm run build --dry-run
cargo publish
cargo publish --token --dry-run
gh pr merge 3
gh api -X DELETE repos/o/r
gh api repos/o/r/issues -f title=x
gh repo delete o/r --yes
gh auth logout -h github.com
gh myext --help
heroku apps:destroy x
heroku ps:scale web=0
fly ips release 1.2.3.4
fly apps destroy x
vercel teams invite x
vercel rm x
vercel
netlify sites:delete
firebase firestore:delete -r /
supabase projects delete x
supabase db reset
wrangler versions deploy
wrangler delete
wrangler kv namespace delete x
stripe customers delete cus_1
stripe customers update list
restic forget --keep-last 3 --prune
restic forget --keep-tag -n
borg prune --keep-daily 7 repo
borg check --repair repo
velero backup delete x --confirm
rclone sync a r:b
rclone sync a r:b --bwlimit -n
rsync -a --delete a/ b/
rsync -a --suffix -n a/ b/
doctl databases delete list
git clean -fdx
git clean -fd -e -n
git clean -n --no-dry-run -fd
git clean -n --no-dry -fd
git push -o --dry-run
git rm a
git commit -m --dry-run
git reset --hard
git foo --help
unheard-of --help
unheard-of --dry-run
rm -rf x --help
rm -- --help
rm --help x
mytool.sh --version
git branch new
git branch -D --list x
git config alias.x status
git reflog expire --all
git stash
git apply --check --apply p.diff
git remote prune origin
git notes remove x
kubectl delete pod x "$F" --dry-run=client
kubectl delete -f $F --dry-run=client
rm $X --help
terraform apply -auto-approve
terraform apply -auto-approve -help=false
git push --dry-run=false
xargs rm --help
find . -delete --help
dd if=/dev/zero of=/dev/sda --help
bash -c 'rm x' --help
env rm x --help
docker run -it --rm alpine sh -c 'rm x' --help
helm upgrade --install x c --dry-run=$D
pulumi up --yes --preview-only=false
npm run deploy -- --dry-run
npm run deploy -- --help
sudo rm x --help
ssh h rm x --help
kubectl delete --all pods --dry-run=client --dry-run=""
aws s3 rm s3://b --recursive --exclude --dryrun
rsync -a --delete a/ b/ -- -n
rsync -e --dry-run a b
gcloud compute instances delete x --labels --help
psql -h --help
mysql -h --help -e 'drop database x'
curl -X DELETE https://e.example --help
restic forget --tag --dry-run --prune
ansible-playbook --extra-vars --check site.yml
apt-get remove -y curl --quiet -s-
kubectl --kubeconfig --help delete ns prod
vercel rm x --token --help
crontab -u -l f
systemctl stop -t --help nginx
iptables -t -L -F
zfs destroy -r tank -- -n
make -f - -n
helm uninstall --description --help x
redis-cli flushall --help
"""


def rows(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("text", rows(CHANGES_NOTHING))
def test_read_only(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    command = shell.commands[0]
    assert command.inert
    # A word that nobody knows may be an option.
    assert command.read_only or command.dynamic


@pytest.mark.parametrize("text", rows(CHANGES_SOMETHING))
def test_not_read_only(text: str) -> None:
    command = view(text).commands[0]
    assert not command.inert
    assert not command.read_only


def test_a_row_stands_once() -> None:
    texts = rows(CHANGES_NOTHING) + rows(CHANGES_SOMETHING)
    assert len(texts) == len(set(texts))
