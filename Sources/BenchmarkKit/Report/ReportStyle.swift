/// What every report carries along, so that it needs no other file.
enum ReportStyle {
    /// Charts stay on white cards: their lines are chosen for white.
    static let css = HTML(
        trusted: """
            :root { color-scheme: light dark; --ink: #1c1f23; --soft: #565d66; --page: #fafafa; --card: #ffffff;
              --line: #dfe2e6; --accent: #0067a3; --warn: #a33c00; --code: #f0f2f4; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --soft: #a4abb3; --page: #15171a; --card: #1d2024;
              --line: #353a40; --accent: #6cb8ee; --warn: #ff9d5c; --code: #24282d; } }
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; }
            body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system,
              "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word; }
            header, nav, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem; }
            header { padding-top: 2rem; }
            h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .3rem; }
            h2 { font-size: 1.3rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
            h3 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; }
            p, ul { max-width: 48rem; }
            .soft, figcaption, caption { color: var(--soft); }
            .warn { color: var(--warn); font-weight: 600; }
            a { color: var(--accent); }
            nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; padding: 0; margin: 1rem 0 0; }
            .findings { padding-left: 1.2rem; font-size: 1.05rem; }
            .findings li { margin: .45rem 0; }
            .charts { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
            figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
              overflow: hidden; display: flex; flex-direction: column; }
            .drawing { background: #fff; overflow-x: auto; padding: .4rem; flex: 1; }
            .drawing svg { display: block; width: 100%; min-width: 34rem; max-width: 48rem; height: auto; margin: 0 auto; }
            .drawing text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
            figcaption { padding: .7rem 1rem .9rem; font-size: .9rem; border-top: 1px solid var(--line); }
            figcaption strong { color: var(--ink); }
            .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
            table { border-collapse: collapse; width: 100%; font-size: .86rem; font-variant-numeric: tabular-nums; }
            caption { text-align: left; padding: .6rem .8rem; }
            th, td { padding: .32rem .8rem; text-align: left; border-top: 1px solid var(--line); white-space: nowrap;
              vertical-align: top; }
            td.wrap { white-space: normal; }
            th { font-weight: 600; background: var(--code); }
            th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--accent); }
            th[aria-sort="ascending"] button::after { content: " ▲"; }
            th[aria-sort="descending"] button::after { content: " ▼"; }
            .n { text-align: right; }
            tbody tr:hover { background: var(--code); }
            details { margin: .8rem 0; }
            summary { cursor: pointer; font-weight: 600; padding: .3rem 0; }
            dl { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: .25rem 1.2rem; }
            dt { color: var(--soft); } dd { margin: 0; }
            pre { background: var(--code); padding: .9rem 1rem; border-radius: .6rem; overflow-x: auto; font-size: .86rem; }
            footer { margin-top: 3rem; padding-bottom: 2rem; font-size: .85rem; color: var(--soft); }
            @media (max-width: 40rem) { dl { display: block; } dd { margin: 0 0 .6rem; }
              td:first-child { white-space: normal; min-width: 10rem; overflow-wrap: anywhere; } }
            @media print {
              :root { --ink: #000; --soft: #444; --page: #fff; --card: #fff; --line: #ccc; --accent: #000; --warn: #000;
                --code: #fff; color-scheme: light; }
              body { font-size: 10pt; } nav { display: none; } a { text-decoration: none; }
              .charts { display: block; } figure { break-inside: avoid; margin-bottom: 1rem; }
              .drawing svg { min-width: 0; max-width: 13cm; }
              .scroll { overflow: visible; border: 0; } table { font-size: 6.5pt; line-height: 1.2; }
              th, td { padding: .08rem .25rem; white-space: normal; } .n { white-space: nowrap; }
              details ul { columns: 2; max-width: none; font-size: 7pt; line-height: 1.2; padding-left: 1rem; }
              thead { display: table-header-group; } tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; }
              pre { white-space: pre-wrap; }
            }
            """)

    /// Sorts a table by the column whose heading is pressed; everything can be read without it.
    static let script = HTML(
        trusted: """
            for (const table of document.querySelectorAll("table")) {
              const heads = [...table.tHead.rows[0].cells];
              heads.forEach((head, index) => {
                const button = document.createElement("button");
                button.textContent = head.textContent;
                head.replaceChildren(button);
                button.onclick = () => {
                  const down = head.getAttribute("aria-sort") === "ascending";
                  heads.forEach(other => other.removeAttribute("aria-sort"));
                  head.setAttribute("aria-sort", down ? "descending" : "ascending");
                  const key = row => { const cell = row.cells[index];
                    return head.className === "n" ? Number(cell.dataset.v ?? "NaN") : cell.textContent; };
                  const compare = (a, b) => typeof a === "number" ? (isNaN(a) ? 1 : isNaN(b) ? -1 : (a - b) * (down ? -1 : 1))
                    : a.localeCompare(b, "en", { numeric: true }) * (down ? -1 : 1);
                  const body = table.tBodies[0];
                  body.append(...[...body.rows].sort((a, b) => compare(key(a), key(b))));
                };
              });
            }
            for (const closed of document.querySelectorAll("details")) {
              addEventListener("beforeprint", () => { closed.open = true; });
            }
            """)
}
