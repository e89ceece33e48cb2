"""Words of commands and of people: taken apart, reduced to stems, and which stand for one another.

The tables hold common English and the jargon of computers and offices, nothing of any one app.
"""

from __future__ import annotations

from functools import cache, lru_cache

from tooli.schema.closeness import words as split

FILLERS = frozenset(
    split(
        """
        a about all also am an and any are as at be been bring but by can could do does for from get
        give go had has have how i if in into is it its keep let like ll m make many me much my need
        new of off on one or our out over please put re s see set should so some somebody someone
        something t take than that the their them then there these they this those to up us ve want
        was we were what when where which who whose why will with would you your
        """
    )
)
"""Words that say little: they count a little, for some names are made of them."""

DEEDS = """
delete remove erase drop destroy discard purge wipe clear trash eliminate retract withdraw forget unregister
create make new add generate build register setup insert
list show display view enumerate see overview browse
get show fetch read describe view retrieve display print details info information see check inspect
update change edit modify set alter adjust configure amend
start run launch begin trigger execute boot kick
stop halt end terminate shutdown abort cancel kill quit
restart reboot reload bounce
enable activate allow require
disable deactivate block lock suspend ban
find search look lookup locate seek discover query grep where
rollback revert undo restore back
restore recover revert back
retry rerun again repeat
send submit deliver
copy duplicate clone replicate
duplicate double identical same redundant
move transfer migrate relocate shift
reschedule postpone move delay
rename name
upload push put send store
download pull fetch save
save store keep retain retention remember
deploy ship rollout release
publish release announce
approve accept allow confirm
reject decline refuse deny
assign give hand allocate delegate
grant give allow permit
revoke withdraw remove take
share give
merge combine join unite
compare diff difference
convert transform turn translate export
transcode convert encode
import load read
export dump save write
compress zip pack archive tar
extract unzip unpack decompress untar
resize scale enlarge shrink
crop cut trim
mute silence snooze suppress quiet
acknowledge ack
notify alert inform warn notification
verify validate check test
calculate compute count sum
count number many total
measure benchmark
summarize summary gist summarise report
report statistic overview
forecast predict estimate projection
encrypt protect
hide mask anonymize redact
rotate renew replace refresh
reserve book
respond answer reply
answer reply respond
forward pass
invite ask
comment remark note
tail follow watch live stream
complete finish done tick
hire onboard join
cancel delete remove
compose write send draft unfinished
write change author
invite add
close resolve finish end complete solve
pause suspend hold
resume continue unpause
unlock unblock
unpublish hide
schedule plan arrange book
sync synchronize synchronise mirror replicate
clean cleanup prune tidy purge
attach mount connect plug
detach unmount disconnect eject
limit restrict cap
record log track note
track follow trace
label tag mark annotate
mark flag
split divide separate
sort order arrange
filter select choose
group aggregate categorize categorise
replace substitute swap fill
invalidate revoke expire
draw plot chart graph
reimburse refund repay
tell inform notify announce say
announce post publish message
post write send publish
ask request
page wake call
drain evacuate empty
empty clear purge
reclaim free
scale increase expand grow decrease reduce
protect lock secure
login signin authenticate
recognise recognize detect identify
detect notice find
sign signature
explain plan reason
spread propagate
meet join
"""
"""What people do. Words in a line may stand for one another; a word may stand in several lines."""

THINGS = """
mail email message e-mail
message dm
user person account people member login
employee staff worker colleague
customer client buyer
machine server host vm instance computer
container pod
workload deployment service
disk volume drive
folder directory
bucket container
picture image photo
video movie clip film
sound audio
meeting appointment event
calendar schedule agenda
vacation holiday leave absence pto
vacation away
leave off
invoice bill
money payment
parcel package shipment delivery
order purchase
product item article goods
stock inventory
bug issue defect ticket
task todo
pipeline build workflow
job step task
log logs
error exception failure
failed failure error broken
outage incident downtime
alert alarm
metric measurement series
permission access right privilege role
admin administrator
password passphrase credential
secret credential token password
key credential token
mfa 2fa second
certificate cert tls ssl
domain dns
address ip
database sql
query sql statement
row record line
column field
schema structure
backup copy dump
snapshot backup
configuration config settings
variable setting env
environment stage
version revision release
branch line
text words caption
size big large
big large largest biggest huge
slow slowest performance longest
free available
today now current
old older earlier previous
expire expiry expiration
usage use used utilization consumption
space size usage storage
memory ram
cpu processor load
cost price cheap expensive
hierarchy structure org chart tree
local computer laptop
cloud storage bucket remote
maintenance upgrade
extra more additional
colleague person user
hash checksum digest
deadline due
newsletter mailing
coworker colleague teammate employee
typo misspelt spelling misspelled
sell sold sale seller
remaining left open rest
done complete finished solved closed resolved
chmod permission
scan ocr
top best most
admin administrator permission role
small smaller resize scale shrink
opinion review rating feedback
buy purchase order bought
applicant candidate apply
vacancy position opening job
history version change past
statistic profile describe summary
often frequent common top
outage problem
agent runner worker
ssh shell login
production prod live
staging stage
team group department
manager boss lead
everyone everybody participant all
website site web page
blog post article
link url
attachment attached file
document file paper text
contract document agreement
subtitle caption
speech voice audio
missing null empty blank
outlier anomaly unusual strange odd weird
average mean
first top head preview
last latest recent
chart graph plot
health status state
salary pay wage payslip
hour time
interview conversation
unused idle free
live running active
strong secure
"""
"""What they do it to, in the same way."""

PHRASES = {
    "open": "create/show",
    "open a": "create/show",
    "open an": "create/show",
    "file a": "create",
    "file an": "create",
    "report a": "create",
    "report an": "create",
    "get rid of": "delete",
    "throw away": "delete",
    "take away": "revoke",
    "take back": "return",
    "turn on": "start/enable",
    "switch on": "start/enable",
    "power on": "start/enable",
    "turn off": "stop/disable",
    "switch off": "stop/disable",
    "power off": "stop",
    "shut down": "stop",
    "power up": "start",
    "boot up": "start",
    "start up": "start",
    "nslookup": "dns lookup",
    "ssh": "shell",
    "mp3": "audio/sound",
    "wav": "audio/sound",
    "mp4": "video",
    "webm": "video",
    "jpg": "jpeg picture",
    "xlsx": "excel",
    "set up": "create",
    "go back": "restore/rollback",
    "look up": "lookup",
    "time off": "vacation/leave",
    "day off": "vacation/leave",
    "days off": "vacation/leave",
    "out of office": "out of office vacation",
    "auto reply": "automatically answer",
    "two factor": "second/mfa factor",
    "back up": "create backup",
    "sign in": "login",
    "sign ins": "login",
    "signed in": "login",
    "logged in": "login",
    "go live": "publish/promote",
    "log in": "login",
    "run out": "almost",
    "running out": "almost",
    "s3": "bucket",
    "dm": "direct message",
    "pr": "pull request",
    "prs": "pull requests",
    "vm": "virtual machine",
    "vms": "virtual machines",
    "db": "database",
    "k8s": "kubernetes/cluster",
    "repo": "repository",
    "env": "environment",
    "2fa": "second/mfa factor",
    "doc": "document",
    "docs": "documents",
    "dir": "directory",
    "msg": "message",
    "pwd": "password",
    "img": "image",
}
"""What people say in other words than a name would."""

SUFFIXES = (
    *(("ations", ""), ("ation", ""), ("ators", ""), ("ator", ""), ("ates", ""), ("ated", ""), ("ating", "")),
    *(("ate", ""), ("ions", ""), ("ion", ""), ("ments", ""), ("ment", ""), ("ings", ""), ("ing", "")),
    *(("ers", ""), ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("er", "")),
    *(("edly", ""), ("ed", ""), ("ly", ""), ("es", ""), ("ity", ""), ("s", ""), ("e", "")),
)
LEAST = 3
"""Letters a stem keeps at least."""


@lru_cache(1 << 14)  # whose queries a server answers must not fill its memory
def stem(word: str) -> str:
    """Return what a word has in common with its other forms: `running`, `runs` and `run` are one."""
    if ODD.get(word) == word or word.endswith(("ss", "us", "is")) or not word.isalpha():
        return word
    word = ODD.get(word, word)
    for suffix, instead in SUFFIXES:
        root = word.removesuffix(suffix)
        least = LEAST + (suffix == "ly")  # reply, apply
        if root != word and len(root) >= least and any(letter in "aeiouy" for letter in root):
            word = root + instead
            break
    if len(word) > LEAST and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]  # running, stopped
    return word[:-1] + "i" if len(word) > LEAST and word.endswith("y") else word


ODD_WORDS = """
began begin begun begin bought buy broke break broken break built build chose choose chosen choose
forgot forget forgotten forget found find gave give given give gone go got get held hold
kept keep left leave lost lose made make met meet paid pay ran run said say
saw see seen see sent send shown show sold sell spent spend taken take told tell
took take went go written write wrote write production production computer computer
"""
"""Words whose stem their letters do not tell, each with another that has it."""
ODD = dict(zip(split(ODD_WORDS)[::2], split(ODD_WORDS)[1::2], strict=True))


@cache
def alike() -> dict[str, frozenset[str]]:
    """Return for each stem the stems that may stand for it."""
    found: dict[str, set[str]] = {}
    for line in (*DEEDS.strip().splitlines(), *THINGS.strip().splitlines()):
        stems = {stem(word) for word in split(line)}
        for one in stems:
            found.setdefault(one, set()).update(stems - {one})
    return {one: frozenset(others) for one, others in found.items()}


@cache
def actions() -> frozenset[str]:
    """Return the stems of words that only stand for what people do."""
    return frozenset(map(stem, split(DEEDS))) - frozenset(map(stem, split(THINGS)))
