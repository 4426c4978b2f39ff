import pytest

from service import Service


@pytest.fixture
def start():
    started = []

    def begin(*words, **more):
        started.append(Service(*words, **more))
        return started[-1]

    yield begin
    for service in started:
        service.remove()
