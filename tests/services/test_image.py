"""What the image redcode-dev:1 has besides services."""
import pathlib

from service import docker, IMAGE

ROOT = pathlib.Path(__file__).resolve().parents[2]


def said(script, user="dev"):
    return docker("run", "--rm", "--network", "none", "--cap-drop", "ALL", "--user", user, "--env", "HOME=/home/dev", IMAGE, "bash", "-ec", script)


def test_everybody_clones_the_projects():
    wanted = sorted(path.stem for path in (ROOT / "images/dev/projects").glob("*.py"))

    cloned = said("cd; for project in /usr/share/projects/*; do git clone -q $project; done; ls")

    assert wanted and cloned.split() == wanted


def test_a_developer_has_the_tools():
    script = """for program in psql pg_dump mariadb mariadb-dump redis-cli skopeo aws ansible npm node pip gcc make git jq curl pytest flask django-admin alembic; do
        command -v $program >/dev/null || echo $program; done
    python3 -c 'import psycopg2, pymysql, redis, sqlalchemy, django, flask, alembic, pytest, yaml, requests'
    echo 'int main(void) { return 7; }' > /tmp/a.c; gcc /tmp/a.c -o /tmp/a; /tmp/a || echo $?"""

    assert said(script) == "7\n"


def test_nothing_runs_and_nothing_secret_is_the_same_in_every_copy():
    assert "snakeoil" not in said("ls /etc/ssl/private /etc/ssl/certs", user="root")
    assert said("find /etc/postgresql /var/lib/postgresql /var/lib/mysql -type f 2>/dev/null || true", user="root") == ""


def test_services_are_closed_to_an_agent():
    assert said("id -u service; ls /usr/lib/services /var/lib/services/postgresql/data 2>&1 | grep -c 'Permission denied'") == "1001\n2\n"
