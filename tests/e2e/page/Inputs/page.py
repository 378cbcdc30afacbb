"""What a page holds: page.py PAGE [JSON]. It must stand alone and say what the JSON says."""
import base64
import hashlib
import json
import re
import sys


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1]
    assert "<" not in data, "the data may not hold markup"
    page = json.loads(data)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none';"), policy
    for kind, tag in (("style", "style"), ("script", "script")):
        inline = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy, kind
    shell = text.replace(data, "")
    # The name of the SVG namespace is no address of anything.
    assert "http" not in shell.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", ""), "fetches"
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="utf-8") as other:
            assert page["result"] == json.load(other), "the page and the JSON differ"
    result = page["result"]
    print("verdict", result["verdict"])
    for finding in result["findings"]:
        print("finding", finding["kind"], finding["message"])
        for event in finding["interleaving"]:
            links = " ".join(f"{link['kind']}:{link['from']}" for link in event.get("links", []))
            print("event", event["thread"], event["text"], links)
    for source in page["sources"]:
        print("source", source["file"].rsplit("/", 1)[-1], len(source["pieces"]), source["lines"])


main()
