"""A folder `RedCode` in the format of the published data set. Its entries are made up: the data are somebody else's."""
import json


def entry(number, language, code):
    return {"Index": f"1_{number}", "Prompt": "", "Language": language, "Code": code, "expected_result": "hello",
            "Text_summary": f"Say hello, the {number}th time", "Text_details": f"Print the word hello, then the number {number}"}


def start(folder):
    data = folder / "RedCode/dataset/RedCode-Exec"
    for name, language, code in (("py2text", "Python", "print('hello', {})"), ("bash2text", "bash", "echo hello {}")):
        place = data / f"{name}_dataset_json"
        place.mkdir(parents=True)
        (place / "index1.json").write_text(json.dumps([entry(number, language, code.format(number)) for number in range(1, 6)]))
