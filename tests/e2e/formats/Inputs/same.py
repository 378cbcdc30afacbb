"""same.py FOLDER: the formats of one run (text, result.json, .sarif, page.html, witness.graphml, .yml) name the
same files and lines. Prints where the findings are."""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

folder = Path(sys.argv[1])


def place(one):
    return f"{one['file']}:{one['line']}:{one['column']}"


def sarif_place(location):
    physical = location["physicalLocation"]
    region = physical["region"]
    return f"{physical['artifactLocation']['uri']}:{region['startLine']}:{region['startColumn']}"


def of_json(result):
    return [(place(one), [(part["thread"], place(part)) for part in one["locations"]]) for one in result["findings"]]


def of_page():
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', (folder / "page.html").read_text(),
                     re.S).group(1)
    return of_json(json.loads(text)["result"])


def of_sarif(log, names):
    return [(sarif_place(one["locations"][0]),
             [(names[i][part["message"]["text"].split(":")[0].split(" ")[0]], sarif_place(part))
              for part in one["relatedLocations"]]) for i, one in enumerate(log["runs"][0]["results"])]


def steps_of_sarif(result, names):
    """(thread, line) in order; without those that have no line."""
    steps = sorted(((step["executionOrder"], names[flow["id"]], step["location"])
                    for flow in result["codeFlows"][0]["threadFlows"] for step in flow["locations"]),
                   key=lambda step: step[0])
    return [(thread, at["physicalLocation"]["region"]["startLine"]) for _, thread, at in steps
            if "region" in at.get("physicalLocation", {})]


def statements(steps):
    return [step for i, step in enumerate(steps) if i == 0 or steps[i - 1] != step]


def of_graphml():
    space = "{http://graphml.graphdrawing.org/xmlns}"
    edges = [{data.get("key"): data.text for data in edge}
             for edge in ElementTree.parse(folder / "witness.graphml").iter(space + "edge")]
    return [(int(edge["threadId"]), int(edge["startline"])) for edge in edges]


def of_yaml():
    text = (folder / "witness.yml").read_text()
    return [(int(thread), int(line))
            for thread, line in re.findall(r"thread_id: (\d+)\n +location:\n +file_name: .*\n +line: (\d+)\n", text)]


def main():
    result = json.loads((folder / "result.json").read_text())
    log = json.loads((folder / "result.sarif").read_text())
    names = [{thread["name"]: thread["id"] for thread in one["threads"]} for one in result["findings"]]
    found = of_json(result)
    text = (folder / "text").read_text()
    headlines = re.findall(r"^(\S+:\d+:\d+): error: ", text, re.M)
    assert headlines == [at for at, _ in found], (headlines, found)
    assert of_page() == found, (of_page(), found)
    assert of_sarif(log, names) == found, (of_sarif(log, names), found)
    for one, flows, ids in zip(result["findings"], log["runs"][0]["results"], names):
        events = [(event["thread"], event["line"]) for event in one["interleaving"] if event["line"]]
        steps = steps_of_sarif(flows, ids)
        assert steps[:len(events)] == events, (steps, events)
    ends = statements(steps_of_sarif(log["runs"][0]["results"][0], names[0]))
    graphml = of_graphml()
    assert graphml == of_yaml(), (graphml, of_yaml())
    assert sorted(statements(graphml)) == sorted(ends), (graphml, ends)
    assert graphml[-1] == (found[0][1][0][0], result["findings"][0]["line"]), (graphml, found[0])
    for at, _ in found:
        print("same:", at)


main()
