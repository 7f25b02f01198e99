import { html } from 'hono/html'

export interface ShownLine {
  description: string
  quantity: string
  price: string
  amount: string
}
export interface ShownInvoice {
  path: string
  number: string
  issuer: { name: string; address: string; footer: string }
  customer: string
  issued: string
  due: string
  isOverdue: boolean
  state: 'open' | 'paid' | 'void'
  lines: ShownLine[]
  sums: { label: string; value: string; isMain: boolean }[]
  memo: string
  lateFee: string
  credits: string[]
  /** Said above everything else. */
  note: string
  pay: PayForm | null
  /** Why it can't be paid online. */
  reason: string
}
export interface PayForm {
  /** Of this page: sent twice, it is one payment. */
  key: string
  /** What is open, as text and as the number that the field begins with. */
  open: string
  amount: string
  problem: string
}

const lines = (text: string) => text.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))

const payForm = ({ path, pay }: ShownInvoice) =>
  pay
    ? html`<form method="post" action="${path}" class="pay" novalidate>
<h2>Pay online</h2>
<input type="hidden" name="key" value="${pay.key}">
<div class="field"><label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="20" value="${pay.amount}" aria-describedby="amount-help"${pay.problem ? html` aria-invalid="true"` : ''}>
${pay.problem ? html`<p class="problem" role="alert">${pay.problem}</p>` : ''}
<p class="help" id="amount-help">${pay.open} is open. You can pay all or part of it.</p></div>
<button class="primary" type="submit">Continue to payment</button>
</form>`
    : ''

const badge = ({ state, isOverdue }: ShownInvoice) =>
  state === 'paid' ? 'Paid' : state === 'void' ? 'Void' : isOverdue ? 'Overdue' : ''

/** An invoice as its customer sees it: what it is for, what is open, and how to pay. */
export const invoicePage = (invoice: ShownInvoice) => html`
${invoice.note ? html`<p class="note" role="status">${invoice.note}</p>` : ''}
<h1>Invoice <bdi>${invoice.number}</bdi>${badge(invoice) ? html` <span class="state">${badge(invoice)}</span>` : ''}</h1>
<p class="words"><b dir="auto">${invoice.issuer.name}</b>${invoice.issuer.address ? html`<br>${lines(invoice.issuer.address)}` : ''}</p>
<dl class="facts">
<div><dt>Bill to</dt><dd dir="auto">${invoice.customer}</dd></div>
<div><dt>Issued</dt><dd>${invoice.issued}</dd></div>
<div><dt>Due</dt><dd>${invoice.due}</dd></div>
</dl>
<div class="scrolls"><table>
<thead><tr><th scope="col">Description</th><th scope="col">Quantity</th><th scope="col">Price</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.lines.map(
  line =>
    html`<tr><td dir="auto">${line.description}<span class="each">${line.quantity} × ${line.price}</span></td><td>${line.quantity}</td><td>${line.price}</td><td>${line.amount}</td></tr>`,
)}</tbody>
<tfoot>${invoice.sums.map(
  sum =>
    html`<tr${sum.isMain ? html` class="main"` : ''}><th scope="row" colspan="3">${sum.label}</th><td>${sum.value}</td></tr>`,
)}</tfoot>
</table></div>
${invoice.memo ? html`<p class="words" dir="auto">${lines(invoice.memo)}</p>` : ''}
${invoice.credits.map(note => html`<p class="help">${note}</p>`)}
${invoice.lateFee && invoice.state === 'open' ? html`<p class="help">${invoice.lateFee}</p>` : ''}
${payForm(invoice)}
${invoice.reason ? html`<p class="help">Paying online is not possible right now. Please contact <bdi>${invoice.issuer.name}</bdi>.</p>` : ''}
<p><a href="${invoice.path}/pdf" download>Download PDF</a></p>
${invoice.issuer.footer ? html`<p class="help" dir="auto">${lines(invoice.issuer.footer)}</p>` : ''}`
