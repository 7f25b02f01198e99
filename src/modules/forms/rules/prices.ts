import { exponent, formatMoney, parseMoney } from '#kernel/money.ts'
import { type SaleLine, sumOf } from '#payments/sales/rules.ts'
import type { Say } from '#public-page/rules/words.ts'
import { type Answers, isAnswered, shownKeys } from './answers.ts'
import type { Definition, Field } from './definition.ts'
import { optionWords } from './languages.ts'

type Priced = Pick<Definition, 'fields' | 'currency'>

const hasPrice = ({ type, prices }: Field) =>
  type === 'payment' || ((type === 'choice' || type === 'choices') && (prices?.some(Boolean) ?? false))
/** Whether anything on it costs anything. */
export const isPriced = ({ fields }: Priced): boolean => fields.some(hasPrice)
export const currencyOf = ({ currency }: Priced): string => currency ?? 'USD'

/** "$25" or "25.00" in minor units; null for no amount. */
const amountIn = (text: string, currency: string) => parseMoney(text.replace(/^[^\d-]+/, ''), currency)

function linesOfField(field: Field, answers: Answers, currency: string): SaleLine[] {
  const { key, label, options, prices, payment } = field
  const answer = answers[key]
  const line = (more: Partial<SaleLine>): SaleLine => ({ label, quantity: 1, unit: 0, taxed: true, ...more })
  if (payment?.kind === 'fixed') return [line({ unit: payment.amount })]
  if (!isAnswered(answer)) return []
  if (payment?.kind === 'quantity') return [line({ quantity: Number(answer), unit: payment.amount })]
  if (payment) return [line({ unit: amountIn(answer as string, currency) ?? 0, taxed: false })]
  const chosen = [answer].flat()
  const words = optionWords(field)
  return options.flatMap((option, i) =>
    chosen.includes(option) && prices?.[i] ? [line({ label: `${label}: ${words[i]}`, unit: prices[i] })] : [],
  )
}

/**
 * What is bought with these answers, by the prices of the version that was shown: nothing that a browser says is
 * believed but what was chosen, and what was not asked costs nothing.
 */
export function linesFrom(definition: Priced, answers: Answers): SaleLine[] {
  const shown = shownKeys(definition.fields, answers)
  return definition.fields
    .filter(field => shown.includes(field.key) && hasPrice(field))
    .flatMap(field => linesOfField(field, answers, currencyOf(definition)))
    .filter(({ quantity, unit }) => quantity * unit > 0)
}

/** So much can be paid at once, in whole units of the currency. */
const MOST = 100_000

/** What is wrong with quantities and amounts, by field. */
export function priceProblems(definition: Priced, answers: Answers, say: Say): Record<string, string> {
  const currency = currencyOf(definition)
  const money = (amount: number) => formatMoney({ amount, currency })
  const shown = shownKeys(definition.fields, answers)
  const problems: Record<string, string> = {}
  for (const { key, payment } of definition.fields) {
    if (!payment || payment.kind === 'fixed' || !shown.includes(key) || !isAnswered(answers[key])) continue
    const { kind, least, most } = payment
    const isOpen = kind === 'open'
    const value = isOpen ? amountIn(answers[key] as string, currency) : Number(answers[key])
    const said = (bound: number) => (isOpen ? money(bound) : String(bound))
    if (value === null) problems[key] = say('Please enter an amount such as 25 or 25.00')
    else if (least !== null && value < least) problems[key] = say('At least {0}', said(least))
    else if (most !== null && value > most) problems[key] = say('At most {0}', said(most))
  }
  const limit = MOST * 10 ** exponent(currency)
  if (sumOf(linesFrom(definition, answers)) > limit) problems.form = say('At most {0}', money(limit))
  return problems
}
