import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

const style = `
:root{color-scheme:light dark;--ink:#292524;--soft:#6b6560;--paper:#fff;--canvas:#f6f4f1;--line:#dcd7d0;--lamp:#3b4cb8;--bad:#b42318}
@media (prefers-color-scheme:dark){:root{--ink:#ece8e3;--soft:#a8a29e;--paper:#26231f;--canvas:#1a1816;--line:#45403a;--lamp:#8b99f0;--bad:#ff9b8e}}
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:640px;margin:0 auto;padding:32px 16px 64px}header{color:var(--soft);font-size:14px;padding-bottom:16px}
h1{font-size:26px;line-height:1.2;margin:0 0 8px}h2{font-size:17px;margin:0 0 12px}p{margin:0 0 12px}
section{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:20px;margin:16px 0}
fieldset{border:0;margin:0 0 16px;padding:0}legend{font-weight:600;margin-bottom:8px;padding:0}
label{display:flex;gap:10px;align-items:flex-start;padding:8px 0}input[type=radio]{margin-top:5px;accent-color:var(--lamp)}
button,.button{font:inherit;font-weight:600;border-radius:10px;border:1px solid var(--line);background:var(--paper);color:var(--ink);padding:10px 16px;cursor:pointer;text-decoration:none;display:inline-block}
button.primary{background:#3b4cb8;border-color:#3b4cb8;color:#fff;width:100%}button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--lamp);outline-offset:2px}
a{color:var(--lamp)}.soft{color:var(--soft)}.bad{color:var(--bad);font-weight:600}.row{display:flex;flex-wrap:wrap;gap:8px;justify-content:space-between;align-items:center;padding:10px 0;border-top:1px solid var(--line)}.row:first-of-type{border-top:0}
.amount{font-size:22px;font-weight:650;font-variant-numeric:tabular-nums}form.inline{display:inline}.note{border-left:4px solid #e3a322;padding-left:12px}`

const STANDS_FOR = 'Payment sandbox. No money is charged. It replaces Stripe until keys are set.'

/** A page of a sandbox: what the gateway's own would be. It says that no money moves. */
export const sandboxPage = (title: string, body: Html, header = STANDS_FOR) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment sandbox</title><meta name="robots" content="noindex"><style>${raw(style)}</style></head>
<body><main><header>${header}</header>${body}</main></body></html>`

/** Cards to choose from, as radio buttons. */
export const cardChoice = (cards: Record<string, string>, chosen: string) => html`<fieldset><legend>Card</legend>
${Object.entries(cards).map(
  ([name, text]) =>
    html`<label><input type="radio" name="card" value="${name}" ${name === chosen ? raw('checked') : ''}> ${text}</label>`,
)}</fieldset>`

export const problemLine = (problem: string) => (problem ? html`<p class="bad" role="alert">${problem}</p>` : '')

export const dateText = (ms: number | Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(ms)
