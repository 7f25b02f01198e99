import { html } from 'hono/html'
import { formatMoney } from '#kernel/money.ts'
import type { SaleLine, SaleState, SaleTax } from '#payments/sales/rules.ts'
import type { Language } from '#public-page/rules/languages.ts'
import type { Say } from '#public-page/rules/words.ts'

export interface PayPage {
  path: string
  title: string
  thanks: { title: string; text: string }
  language: Language
  say: Say
  currency: string
  lines: SaleLine[]
  taxes: SaleTax[]
  total: number
  state: SaleState
  /** They are back from the gateway's page without having paid. */
  canceled: boolean
  problem: string
}

/** What is said above the sums. */
function heading({ state, title, thanks, say, canceled }: PayPage) {
  if (state === 'unpaid' || state === 'returned')
    return html`<h1 dir="auto">${title}</h1>
${canceled ? html`<p class="note" role="status">${say('Nothing was charged. Your answers are saved.')}</p>` : ''}
<p class="words">${say('Please check the amount. You pay on the next page.')}</p>`
  if (state === 'pending')
    return html`<h1 dir="auto">${title}</h1><p class="note" role="status">${say('Your payment is being processed. You don’t need to do anything.')}</p>`
  return html`<h1 dir="auto">${thanks.title}</h1><p class="words" dir="auto">${thanks.text}</p>`
}

/** What is bought and what it costs, as the server counts it; then the gateway's page, or the thanks. */
export function payPage(page: PayPage) {
  const { lines, taxes, total, currency, language, say, state, path, problem } = page
  const money = (amount: number) => formatMoney({ amount, currency }, language)
  const isOpen = state === 'unpaid' || state === 'returned'
  const isPaid = !isOpen && state !== 'pending'
  return html`<section>${heading(page)}
<table class="sums"><tbody>${lines.map(
    ({ label, quantity, unit }) =>
      html`<tr><th scope="row" dir="auto">${label}${quantity > 1 ? ` (${quantity} × ${money(unit)})` : ''}</th><td>${money(quantity * unit)}</td></tr>`,
  )}${taxes.map(({ name, amount }) => html`<tr><th scope="row">${name}</th><td>${money(amount)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">${isPaid ? say('Paid') : say('Total')}</th><td><b>${money(total)}</b></td></tr></tfoot></table>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
${isOpen ? html`<form method="post" action="${path}"><button class="primary" type="submit">${say('Pay {0}', money(total))}</button></form>` : ''}</section>`
}
