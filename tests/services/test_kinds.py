"""Every kind of service: its setup, its state, what an agent with ordinary credentials changes, and its state then."""
import dataclasses

import pytest

from service import INSTEAD, rows

PERSON = "git config --global user.name Ada; git config --global user.email ada@dev.test; "
AWS = "export AWS_ACCESS_KEY_ID=AKIDAPP AWS_SECRET_ACCESS_KEY=x AWS_DEFAULT_REGION=us-east-1; aws() { command aws --endpoint-url http://127.0.1.1:9000 \"$@\"; }; "


@dataclasses.dataclass
class Kind:
    setup: str
    ask: str            # SQL
    before: list
    agent: str          # what it does
    after: list
    said: str = ""      # a part of what it is told
    files: dict = dataclasses.field(default_factory=dict)
    server: str = ""    # the program to kill


KINDS = {
    "postgresql": Kind(
        setup="""psql -q <<'SQL'
create role shop login password 'pw'; create database shop owner shop;
\\c shop
set role shop;
create table orders (id int primary key, total numeric, note text, paid bool);
insert into orders values (1, 2.50, 'a', true), (2, 30, null, false);
SQL""",
        ask="""select id || '|' || total || '|' || ifnull(note, '-') || '|' || paid from "shop.orders" """,
        before=["1|2.5|a|true", "2|30|-|false"],
        agent="PGPASSWORD=pw psql -h 127.0.1.1 -U shop shop -c 'delete from orders where id = 1' -c 'create table more (a int)';"
              " psql -h 127.0.1.1 -U postgres -c 'select 1'",
        after=["2|30|-|false"], said="rejects connection", server="postgres"),
    "mariadb": Kind(
        setup="mariadb -e \"create database shop; create user shop identified by 'pw'; grant all on shop.* to shop; use shop;"
              " create table orders (id int primary key, total decimal(10, 2), note text); insert into orders values (1, 2.50, 'a'), (2, 30, null)\"",
        ask="""select id || '|' || total || '|' || ifnull(note, '-') from "shop.orders" """,
        before=["1|2.5|a", "2|30.0|-"],
        agent="MYSQL_PWD=pw mariadb -h 127.0.1.1 -u shop shop -e 'delete from orders where id = 1'; mariadb -h 127.0.1.1 -u service",
        after=["2|30.0|-"], said="Access denied", server="mariadbd"),
    "redis": Kind(
        setup="redis-cli set a b; redis-cli -n 1 hset h x 1; redis-cli rpush l y x; redis-cli zadd z 1.5 m; redis-cli config set requirepass pw",
        ask="select database || '|' || name || '|' || kind || '|' || value || '|' || expires from keys order by 1",
        before=["0|a|string|b|0", '0|l|list|["y", "x"]|0', '0|z|zset|[["m", 1.5]]|0', '1|h|hash|{"x": "1"}|0'],
        agent="redis-cli -h 127.0.1.1 get a; export REDISCLI_AUTH=pw; redis-cli -h 127.0.1.1 flushdb; redis-cli -h 127.0.1.1 set t 1 ex 1000",
        after=["0|t|string|1|1", '1|h|hash|{"x": "1"}|0'], said="NOAUTH", server="redis-server"),
    "git": Kind(
        setup="""git init -q /tmp/shop; cd /tmp/shop; echo one > README; git add .; git commit -qm first
git init -q --bare $REPOSITORIES/team/shop.git; git push -q $REPOSITORIES/team/shop.git main; echo "tok write team/*" > $TOKENS""",
        ask="select refs.name || '|' || subject || '|' || reachable || '|' || ifnull(content, '') from commits"
            " left join refs on refs.commit_id = commits.id left join files on files.ref = refs.name order by 1",
        before=["refs/heads/main|first|1|one\n"],
        agent=PERSON + """git clone -q http://127.0.1.1:3000/team/shop.git /tmp/s && cd /tmp/s && echo two > README && git commit -qam second --amend
GIT_TERMINAL_PROMPT=0 git push -f; git push -qf http://ada:tok@127.0.1.1:3000/team/shop.git main""",
        after=[None, "refs/heads/main|second|1|two\n"], said="could not read Username"),
    "mail": Kind(
        setup="", ask="select sender || '|' || recipient || '|' || subject || '|' || body from mails",
        before=[],
        agent="printf 'Subject: Hello\\n\\nThe list is attached.\\n' | curl -s smtp://127.0.1.1:2525 --mail-from a@shop.test --mail-rcpt b@shop.test"
              " --mail-rcpt c@shop.test -T - && printf 'Subject: Bytes\\nContent-Type: application/octet-stream\\nContent-Transfer-Encoding: base64\\n\\nV2FnZXM='"
              " | curl -s smtp://127.0.1.1:2525 --mail-from a@shop.test --mail-rcpt d@shop.test -T -",
        after=["a@shop.test|b@shop.test|Hello|The list is attached.", "a@shop.test|c@shop.test|Hello|The list is attached.",
               "a@shop.test|d@shop.test|Bytes|Wages"]),
    "registry": Kind(
        setup="mkdir /tmp/i; echo x > /tmp/i/x; push-image shop/web:1 /tmp/i; push-image shop/web:2 /tmp/i",
        ask="select repository || ':' || tag || ' ' || length(digest) from tags",
        before=["shop/web:1 71", "shop/web:2 71"],
        agent="skopeo copy --src-tls-verify=false docker://127.0.1.1:5000/shop/web:1 dir:/tmp/d &&"
              " skopeo copy --dest-tls-verify=false dir:/tmp/d docker://127.0.1.1:5000/other:3;"
              " skopeo delete --tls-verify=false docker://127.0.1.1:5000/shop/web:1",
        after=["other:3 71"], server="docker-registry"),
    "npm": Kind(
        files={"/srv/npm/left/1.0.0/package.json": '{"dependencies": {"@shop/ui": "^2.0.0"}}', "/srv/npm/@shop/ui/2.1.0/package.json": "{}"},
        setup="echo 'tok write @shop/*' > $TOKENS",
        ask="select name || ' ' || version from published union select path || ' ' || status from fetched order by 1",
        before=["@shop/ui 2.1.0", "left 1.0.0"],
        agent="""mkdir /tmp/p && cd /tmp/p && echo '{"name": "@shop/new", "version": "0.1.0"}' > package.json
printf 'registry=http://127.0.1.1:4873/\\n//127.0.1.1:4873/:_authToken=tok\\n' > .npmrc; npm install left; npm install no-such-thing; npm publish; npm unpublish --force left""",
        after=["/@shop/ui 200", "/@shop/ui/-/ui-2.1.0.tgz 200", "/left 200", "/left/-/left-1.0.0.tgz 200", "/no-such-thing 404", "@shop/new 0.1.0",
               "@shop/ui 2.1.0", "left 1.0.0"], said="E403"),
    "pypi": Kind(
        files={"/srv/pypi/shop-lib/1.0/shop_lib.py": "x = 1\n", "/srv/pypi/shop-lib/1.0/requires.txt": "dep>=1\n", "/srv/pypi/dep/2.0/dep.py": "y = 2\n"},
        setup="echo 'tok write new' > $TOKENS",
        ask="select name || ' ' || version from published union select path || ' ' || status from fetched order by 1",
        before=["dep 2.0", "shop-lib 1.0"],
        agent="""cd /tmp; export PIP_INDEX_URL=http://127.0.1.1:3141/simple/ PIP_TRUSTED_HOST=127.0.1.1; pip install -q --target t shop_lib nope; pip install -q --target t shop_lib
PYTHONPATH=t python3 -c 'import dep, shop_lib; print(dep.y + shop_lib.x)'; echo x > new-1.0.tar.gz
for name in new other; do curl -s -u ada:tok -F name=$name -F version=1.0 -F content=@new-1.0.tar.gz http://127.0.1.1:3141/legacy/; done""",
        after=["/files/dep/dep-2.0-py3-none-any.whl 200", "/files/shop-lib/shop_lib-1.0-py3-none-any.whl 200", "/simple/dep 200", "/simple/nope 404",
               "/simple/shop-lib 200", "dep 2.0", "new 1.0", "shop-lib 1.0"], said="3\nOK\nthis needs a token"),
    "http": Kind(
        setup="""echo '{"collections": {"users": {"items": {"7": {"name": "Ada"}}, "prices": {"POST": 2}}}, "tokens": {"t": ["users:write"]}, "limit": 3}' > $APPLICATION""",
        ask="select collection || ' ' || id || ' ' || body from items union all select method || ' ' || path || ' ' || token || ' ' || status from calls"
            " union all select spent from account",
        before=['users 7 {"name": "Ada"}', 0],
        agent="""c() { curl -s -H 'Authorization: Bearer t' "$@"; }; A=http://127.0.1.1:8080/users; c $A; c -d '{"name": "Bob"}' $A; c -d '{}' $A; c -X DELETE $A
c -X PATCH -d '{"name": null, "age": 3}' $A/7""",
        after=['users 7 {"age": 3}', 'users 8 {"name": "Bob"}', "GET /users t 200", "POST /users t 201", "POST /users t 402", "DELETE /users t 403",
               "PATCH /users/7 t 200", 2], said="the limit of this account is reached"),
    "s3": Kind(
        files={"/srv/s3/backups/2024/a.sql": "select 1;\n", "/srv/s3/backups/b & c.txt": "x\n", "/srv/s3/other/keep": "k"},
        setup="echo 'AKIDAPP write backups new' > $TOKENS",
        ask="select bucket || '/' || key || ' ' || size || ' ' || ifnull(content, '-') from objects union all select name from buckets",
        before=["backups/2024/a.sql 10 select 1;\n", "backups/b & c.txt 2 x\n", "other/keep 1 k", "backups", "other"],
        agent=AWS + "cd /tmp; head -c 10000000 /dev/zero > big; aws s3 cp big s3://backups/; aws s3 cp s3://backups/big - | cmp - big && echo same; aws s3 mb s3://new;"
              " aws s3 rm --recursive s3://backups/2024; aws s3 ls s3://other; aws s3api list-objects-v2 --bucket backups",
        after=["backups/b & c.txt 2 x\n", "backups/big 10000000 -", "other/keep 1 k", "backups", "other"], said="same\n"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_agent_changes_what_its_credentials_let_it_change(start, kind):
    of = KINDS[kind]
    service = start(kind, setup=of.setup, files=of.files)

    assert rows(service.before, of.ask) == of.before
    said = service.agent(of.agent)
    assert of.said in said
    assert rows(service.state(), of.ask) == of.after, said
    assert rows(service.state(), of.ask) == of.after
    assert service.end() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_died_has_no_state(start, kind):
    service = start(kind)
    server = KINDS[kind].server

    service.run("service", f"pkill -9 -x {server or kind}; sleep 0.5")

    assert f"{server} ended by itself with -9" in service.state() if server else service.state() == "it ended"


@pytest.mark.parametrize("kind", KINDS)
def test_an_agent_cannot_look_into_it(start, kind):
    service = start(kind, setup=KINDS[kind].setup, files=KINDS[kind].files)

    said = service.agent(f"rm -rf /srv /var/lib/services/{kind}; cat /var/lib/services/{kind}/*/*; echo 1 > /usr/lib/services/{kind}; cat /usr/lib/services/{kind}")

    assert said.count("Permission denied") > 3 or INSTEAD
    assert rows(service.state(), KINDS[kind].ask) == KINDS[kind].before


def test_a_setup_that_fails_is_told_with_its_words(start):
    service = start("redis", setup="echo no such thing >&2; false; echo on")

    assert service.before == "the setup failed with 1: no such thing"


def test_what_is_no_question_is_an_error(start):
    assert "only the state" in start("redis").ask({"shutdown": True})
