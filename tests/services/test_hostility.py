"""What an agent does to a server so that its state cannot be had: either it is had, and true, or that is an error."""
import pytest

from service import rows

SHOP = """psql -q <<'SQL'
create role shop login password 'pw'; create database shop owner shop;
\\c shop
set role shop;
create table orders (id int); insert into orders select generate_series(1, 5);
SQL"""
SHOP_OF_MARIADB = ("mariadb -e \"create database shop; create user shop identified by 'pw'; grant all on shop.* to shop; use shop;"
                   " create table orders (id int); insert into orders values (1), (2)\"")
PSQL = "export PGPASSWORD=pw; psql() { command psql -q -h 127.0.1.1 -U shop shop \"$@\"; }; "
MARIADB = "export MYSQL_PWD=pw; mariadb() { command mariadb -h 127.0.1.1 -u shop shop \"$@\"; }; "


def test_redis_that_was_shut_down_has_no_state(start):
    service = start("redis", setup="redis-cli set a b")

    service.agent("redis-cli -h 127.0.1.1 shutdown nosave; sleep 0.3")

    assert "redis-server ended by itself with 0" in service.state()


def test_redis_without_room_for_clients_or_rights_for_others_still_has_its_state(start):
    service = start("redis", setup="redis-cli set a b")

    service.agent("redis-cli -h 127.0.1.1 config set maxclients 1; redis-cli -h 127.0.1.1 acl setuser default off")

    assert rows(service.state(), "select value from keys") == ["b"]
    assert rows(service.state(), "select value from settings where name = 'maxclients'") == ["1"]


def test_redis_that_its_agent_closed_to_us_is_an_error(start):
    service = start("redis")

    service.agent("redis-cli -h 127.0.1.1 acl deluser admin")

    assert "redis: " in service.state()


@pytest.mark.parametrize("kind, setup, fill", [
    ("redis", "", "redis-cli -h 127.0.1.1 eval \"for i = 1, 300 do redis.call('set', 'k' .. i, string.rep('x', 100000)) end\" 0"),
    ("postgresql", SHOP, PSQL + "psql -c \"create table big as select repeat('x', 100000) from generate_series(1, 300)\""),
    ("mariadb", SHOP_OF_MARIADB, MARIADB + "mariadb -e \"create table big as select repeat('x', 100000) from seq_1_to_300\""),
    ("postgresql", SHOP, PSQL + "psql -c \"create table big as select repeat('x', 100000000) as x\""),
])
def test_a_state_that_is_too_large_is_an_error(start, kind, setup, fill):
    service = start(kind, setup=setup)

    said = service.agent(fill)

    assert "too large" in (error := service.state()) or "larger than" in error, (error, said)


@pytest.mark.parametrize("kind, setup, hold", [
    ("postgresql", SHOP, PSQL + "(echo 'begin; delete from orders; lock table orders; select pg_sleep(60);' | setsid bash -c "
                         "\"exec psql -q -h 127.0.1.1 -U shop shop\" >/dev/null 2>&1 &); sleep 1"),
    ("mariadb", SHOP_OF_MARIADB, MARIADB + "(echo 'lock tables orders write; select sleep(60);' | setsid mariadb-client >/dev/null 2>&1 &); sleep 1"),
])
def test_nobodys_lock_keeps_the_state(start, kind, setup, hold):
    service = start(kind, setup=setup)
    before = rows(service.before, 'select * from "shop.orders"')

    service.agent(hold.replace("mariadb-client", "mariadb -h 127.0.1.1 -u shop shop"))

    assert rows(service.state(), 'select * from "shop.orders"') == before


@pytest.mark.parametrize("kind, setup, client", [
    ("postgresql", SHOP, "psql -h 127.0.1.1 -U shop shop -c 'select pg_sleep(60)'"),
    ("mariadb", SHOP_OF_MARIADB, "mariadb -h 127.0.1.1 -u shop shop -e 'select sleep(60)'"),
])
def test_all_connections_taken_do_not_keep_us_out(start, kind, setup, client):
    service = start(kind, setup=setup)
    before = rows(service.before, 'select * from "shop.orders"')

    service.agent(f"export PGPASSWORD=pw MYSQL_PWD=pw; for i in $(seq 60); do setsid {client} >/dev/null 2>&1 & done; sleep 4")

    assert rows(service.state(), 'select * from "shop.orders"') == before


def test_settings_of_a_database_do_not_change_what_we_ask(start):
    """An owner's operators and functions would run as superuser if ours were looked for in its schema first."""
    service = start("postgresql", setup=SHOP.replace("set role shop;", "grant create on schema public to shop; set role shop;"))

    said = service.agent(PSQL + """psql -v ON_ERROR_STOP=1 -c "create function public.no(oid, oid) returns bool language plpgsql as
        'begin execute ''alter role shop superuser''; return true; end'" -c 'create operator public.= (leftarg = oid, rightarg = oid, function = public.no)' \
        -c 'alter database shop set search_path = public, pg_catalog' -c 'alter database shop set default_transaction_read_only = off'""")

    assert "ERROR" not in said
    state = service.state()
    assert rows(state, 'select count(*) from "shop.orders"') == [5]
    assert "f" in service.agent(PSQL + "psql -At -c \"select rolsuper from pg_roles where rolname = 'shop'\"")


def test_a_database_that_nobody_may_enter_is_an_error(start):
    service = start("postgresql", setup=SHOP)

    service.agent("PGPASSWORD=pw psql -h 127.0.1.1 -U shop postgres -c 'alter database shop allow_connections false'")

    assert "shop" in service.state()


def test_numbers_and_characters_that_sqlite_has_not_are_told_otherwise(start):
    service = start("mariadb", setup=SHOP_OF_MARIADB)
    mail = start("mail")

    said = service.agent(MARIADB + "mariadb -e 'create table big (n bigint unsigned); insert into big values (18446744073709551615), (7)'")
    mail.agent("printf 'Subject: \\xff\\r\\n\\r\\n\\xfe\\r\\n' | curl -s smtp://127.0.1.1:2525 --mail-from $'\\xff@b.test' --mail-rcpt c@d.test -T -")

    assert rows(service.state(), 'select n from "shop.big"') == ["18446744073709551615", 7], said
    assert not isinstance(mail.state(), str)


def test_names_that_sqlite_takes_for_one_are_all_there(start):
    service = start("postgresql", setup=SHOP)

    service.agent(PSQL + """psql -c 'create table "Orders" ("a" int, "A" int, "q""x" text)' -c 'create table nothing ()' -c 'insert into nothing default values'""")

    state = service.state()
    assert rows(state, "select name from sqlite_master where name like 'shop.%' order by lower(name)") == ["shop.nothing", "shop.Orders", "shop.orders_2"]
    assert [column[0] for column in state.execute('select * from "shop.Orders"').description] == ["a", "A_2", 'q"x']
    assert rows(state, "select rows from _tables where name = 'nothing'") == [1]


def test_a_table_made_anew_is_another(start):
    service = start("postgresql", setup=SHOP)
    identity = "select identity from _tables where name = 'orders'"

    service.agent(PSQL + "psql -c 'create table copy as select * from orders' -c 'drop table orders' -c 'alter table copy rename to orders'")

    state = service.state()
    assert rows(state, 'select count(*) from "shop.orders"') == [5]
    assert rows(state, identity) != rows(service.before, identity)


def test_more_mail_than_there_is_room_for_is_refused_and_what_came_is_told(start):
    service = start("mail")

    said = service.agent("(echo 'Subject: x'; echo; head -c 1900000 /dev/zero | tr '\\0' 'x' | fold) | sed 's/$/\\r/' > /tmp/m;"
                         " for i in $(seq 8); do curl -sv smtp://127.0.1.1:2525 --mail-from a@b.test --mail-rcpt c@d.test -T /tmp/m 2>&1 | grep 452; done")

    assert "452" in said
    assert rows(service.state(), "select count(*) from mails") == [4]


@pytest.mark.parametrize("kind, port", [("git", 3000), ("http", 8080), ("npm", 4873), ("pypi", 3141), ("s3", 9000), ("mail", 2525)])
def test_clients_that_say_nothing_do_not_keep_the_state(start, kind, port):
    service = start(kind)

    service.agent("setsid python3 -c 'import socket, time; held = [socket.create_connection((\"127.0.1.1\", %d)) for _ in range(150)]; time.sleep(60)'"
                  " >/dev/null 2>&1 & sleep 1" % port)

    assert not isinstance(service.state(), str)


@pytest.mark.parametrize("kind, port", [("git", 3000), ("http", 8080), ("npm", 4873), ("pypi", 3141), ("s3", 9000)])
def test_nonsense_over_http_harms_nothing(start, kind, port):
    service = start(kind)

    said = service.agent(f"""A=http://127.0.1.1:{port}; for method in GET PUT POST DELETE PATCH NONSENSE; do for path in / /%00 /../../etc/passwd /a/b/c/d/e /x%ff
    do curl -s -m 5 -X $method --path-as-is -d '{{' "$A$path"; done; done
    printf 'POST / HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzzz\\r\\n' | timeout 5 nc 127.0.1.1 {port}
    printf 'POST / HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n-5\\r\\nabc' | timeout 5 nc 127.0.1.1 {port}
    printf 'POST / HTTP/1.1\\r\\nContent-Length: -5\\r\\n\\r\\n' | timeout 5 nc 127.0.1.1 {port}
    printf 'POST / HTTP/1.1\\r\\nContent-Length: 99999999999\\r\\n\\r\\n' | timeout 5 nc 127.0.1.1 {port}""")

    assert "root:" not in said
    assert not isinstance(service.state(), str)


def test_git_keeps_what_a_forced_push_left_behind(start):
    service = start("git", setup="""git init -q /tmp/shop; cd /tmp/shop; git commit -q --allow-empty -m kept
git init -q --bare $REPOSITORIES/shop.git; git push -q $REPOSITORIES/shop.git main; echo tok write > $TOKENS""")

    service.agent("""git config --global user.name a; git config --global user.email a@b.test; git init -q -b main /tmp/o; cd /tmp/o
    git commit -q --allow-empty -m other; git push -qf http://a:tok@127.0.1.1:3000/shop.git main; git push -q http://a:tok@127.0.1.1:3000/shop.git main:refs/odd/one""")

    assert rows(service.state(), "select subject, reachable from commits order by 1") == [("kept", 0), ("other", 1)]
    assert rows(service.state(), "select name from refs order by 1") == ["HEAD", "refs/heads/main", "refs/odd/one"]
