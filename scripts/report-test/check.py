"""Opens a report in headless Chromium, over its debugging pipe, and checks what a reader would see.

Needs nothing but Python and Chromium. Called by scripts/report-test.sh: check.py REPORT SCREENSHOTS-DIR-OR-EMPTY
"""

import base64
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CHECKS = r"""
(() => {
  const problems = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    problems.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  const scrolls = element => {
    for (let e = element; e; e = e.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(e).overflowX)) return true;
    return false;
  };
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg") && element.tagName !== "svg") continue;
    const box = element.getBoundingClientRect();
    if (box.width && box.right > width + 1 && !scrolls(element))
      problems.push(`<${element.tagName}> '${element.textContent.trim().slice(0, 40)}' ends at ${box.right}`);
    const style = getComputedStyle(element);
    if (style.overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1)
      problems.push(`<${element.tagName}> cuts its content`);
  }
  for (const image of document.images)
    if (!image.complete || !image.naturalWidth) problems.push(`an image is missing: ${image.alt}`);
  const figures = document.querySelectorAll("figure");
  if (!figures.length) problems.push("there is no chart");
  for (const figure of figures) {
    const svg = figure.querySelector("svg");
    const name = figure.id;
    if (!svg) { problems.push(`${name}: no drawing`); continue; }
    const frame = svg.getBoundingClientRect();
    if (frame.width < 200 || frame.height < 80) problems.push(`${name}: ${frame.width} × ${frame.height} pixels`);
    if (!svg.querySelector("title")?.textContent || svg.getAttribute("role") !== "img")
      problems.push(`${name}: nothing tells those who cannot see it what it is`);
    if (!figure.querySelector("figcaption")?.textContent.trim()) problems.push(`${name}: no caption`);
    for (const use of svg.querySelectorAll("use")) {
      const target = use.getAttribute("xlink:href") ?? use.getAttribute("href");
      if (!svg.querySelector(target)) problems.push(`${name}: ${target} is not of this drawing`);
    }
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (!box.width) continue;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        problems.push(`${name}: '${text.textContent.trim()}' is cut`);
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length) problems.push(`ids that occur twice: ${[...new Set(twice)].join(", ")}`);
  for (const link of document.querySelectorAll("a[href^='#']"))
    if (!document.getElementById(link.getAttribute("href").slice(1))) problems.push(`${link.href} leads nowhere`);
  return problems;
})()
"""

SORTS = r"""
(() => {
  for (const table of document.querySelectorAll("table")) {
    const heads = [...table.tHead.rows[0].cells];
    const index = heads.findIndex(head => head.className === "n");
    if (index < 0 || table.tBodies[0].rows.length < 2) continue;
    const values = () => [...table.tBodies[0].rows].map(r => Number(r.cells[index].dataset.v ?? "NaN")).filter(v => !isNaN(v));
    const before = values();
    heads[index].querySelector("button").click();
    const up = values();
    heads[index].querySelector("button").click();
    const down = values();
    const sorted = [...before].sort((a, b) => a - b);
    if (JSON.stringify(up) !== JSON.stringify(sorted) || JSON.stringify(down) !== JSON.stringify(sorted.reverse()))
      return [`'${table.caption?.textContent}' does not sort by '${heads[index].textContent}'`];
  }
  return [];
})()
"""


class Browser:
    """Chromium, spoken to in JSON texts that end with a zero byte."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        down_read, down_write = self.high_pipe()
        up_read, up_write = self.high_pipe()

        def connect():
            os.dup2(down_read, 3)
            os.dup2(up_write, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=connect, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down_read)
        os.close(up_write)
        self.down, self.up = os.fdopen(down_write, "wb"), os.fdopen(up_read, "rb")
        self.number, self.rest, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    @staticmethod
    def high_pipe():
        """A pipe whose ends are out of the way of 3 and 4."""
        ends = []
        for end in os.pipe():
            ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
            os.close(end)
        return ends

    def read(self):
        while b"\0" not in self.rest:
            piece = self.up.read1(1 << 16)
            if not piece:
                sys.exit("report-test: chromium ended")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.down.write(json.dumps(message).encode() + b"\0")
        self.down.flush()
        while True:
            answer = self.read()
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                sys.exit(f"report-test: {method}: {answer['error']['message']}")
            return answer["result"]

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.read())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"report-test: {result['exceptionDetails']}")
        return result["result"].get("value")

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


def console_problems(events, url):
    for event in events:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled":
            yield f"the console says: {[argument.get('value') for argument in parameters['args']]}"
        elif method == "Runtime.exceptionThrown":
            yield f"the script fails: {parameters['exceptionDetails']['text']}"
        elif method == "Log.entryAdded":
            yield f"the console says: {parameters['entry']['text']}"
        elif method == "Network.requestWillBeSent":
            asked = parameters["request"]["url"]
            if asked != url and not asked.startswith("data:"):
                yield f"it asks for {asked}"


def main():
    report, screenshots = pathlib.Path(sys.argv[1]), sys.argv[2]
    url = report.as_uri()
    browser = Browser()
    problems = []
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.call(f"{domain}.enable")
    for width in (360, 1400):
        for scheme in ("light", "dark"):
            browser.events.clear()
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
            browser.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.call("Page.navigate", url=url)
            browser.wait_for("Page.loadEventFired")
            found = browser.value(CHECKS)
            if screenshots:
                height = min(browser.value("document.documentElement.scrollHeight"), 9000)
                picture = browser.call("Page.captureScreenshot", captureBeyondViewport=True,
                                       clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
                pathlib.Path(screenshots, f"report-{width}-{scheme}.png").write_bytes(base64.b64decode(picture["data"]))
            found += browser.value(SORTS)
            found += console_problems(browser.events, url)
            problems += [f"{width} pixels, {scheme}: {problem}" for problem in found]
    if screenshots:
        paper = browser.call("Page.printToPDF", preferCSSPageSize=True)
        pathlib.Path(screenshots, "report.pdf").write_bytes(base64.b64decode(paper["data"]))
    browser.close()
    for problem in problems:
        print(f"report-test: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print("report-test: fine at 360 and 1400 pixels, light and dark")


main()
