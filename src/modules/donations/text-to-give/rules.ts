import { formatMoney, parseMoney } from '#kernel/money.ts'

export const textCommands = ['give', 'refund', 'update', 'unlink', 'commands'] as const
export type TextCommand = (typeof textCommands)[number]
const frequencyWords = ['weekly', 'biweekly', 'monthly', 'yearly'] as const
export type TextFrequency = (typeof frequencyWords)[number]

export interface TextFund {
  id: string
  name: string
  /** One word by which a text names it. */
  code: string
}

export type TextGift =
  | { kind: 'gift'; amount: number; fundId: string | null; frequency: TextFrequency | null }
  | { kind: 'command'; command: TextCommand }
  /** An answer to "Reply YES to give …". */
  | { kind: 'yes' }
  /** It was meant as a gift and can't be one; the reply says how to write it. */
  | { kind: 'unclear'; reply: string }

const EXAMPLE = 'Text an amount, such as $50, or an amount and a fund, such as $50 missions.'
const amountWord = /^[-–]?\p{Sc}?[-–]?\d[\d,]*(\.\d*)?$/u
const numberWords = new Set(
  'five ten fifteen twenty twenty-five thirty forty fifty sixty seventy eighty ninety hundred thousand'.split(' '),
)
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Minor units; null for what is no amount: zero, below zero, too many decimals, a comma in the wrong place. */
function amountOf(word: string, currency: string): number | null {
  const digits = word.replace(/\p{Sc}/u, '')
  if (digits.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return null
  const amount = parseMoney(digits.replaceAll(',', ''), currency)
  return amount !== null && amount > 0 ? amount : null
}

/**
 * Reads a text by the grammar that giving by text has come to have: `AMOUNT [fund] [weekly|biweekly|monthly|yearly]`,
 * with `give` before it or alone, and the commands. Upper and lower case are the same, the currency sign may be left out.
 * @returns null where the text is not about giving: it stays a message like any other
 */
export function readText(
  text: string,
  { funds, currency, locale = 'en-US' }: { funds: readonly TextFund[]; currency: string; locale?: string },
): TextGift | null {
  const words = text
    .trim()
    .replace(/\p{Sc}\s+/gu, sign => sign.trim())
    .split(/\s+/)
    .filter(Boolean)
  const first = plain(words[0] ?? '')
  if (words.length === 1) {
    const command = textCommands.find(one => one === first)
    if (command) return { kind: 'command', command }
    if (first === 'yes') return { kind: 'yes' }
    if (numberWords.has(words[0]!.toLowerCase())) return { kind: 'unclear', reply: EXAMPLE }
  }
  const isAsked = first === 'give' && words.length > 1
  const [amountText = '', ...rest] = isAsked ? words.slice(1) : words
  if (!amountWord.test(amountText)) return isAsked ? { kind: 'unclear', reply: EXAMPLE } : null
  const hasSign = /\p{Sc}/u.test(amountText)
  // "50 people came" is talk: without a sign or GIVE, what follows the number has to be short.
  if (!isAsked && !hasSign && rest.length > 3) return null
  const amount = amountOf(amountText, currency)
  if (amount === null)
    return { kind: 'unclear', reply: `${amountText.slice(0, 20)} is not an amount that can be given. ${EXAMPLE}` }
  return readRest(rest, amount, { funds, currency, locale })
}

function readRest(
  rest: readonly string[],
  amount: number,
  { funds, currency, locale }: { funds: readonly TextFund[]; currency: string; locale: string },
): TextGift {
  const money = formatMoney({ amount, currency }, locale)
  const last = plain(rest.at(-1) ?? '')
  const frequency = frequencyWords.find(one => one === last) ?? null
  const named = rest
    .slice(0, frequency ? -1 : undefined)
    .map(plain)
    .join('')
  const found = named ? funds.filter(({ code, name }) => plain(code) === named || plain(name) === named) : []
  if (rest.some(word => amountWord.test(word)))
    return { kind: 'unclear', reply: `There are two numbers in your text. To give ${money}, text only ${money}.` }
  if (named && found.length !== 1) {
    const names = funds.map(({ code, name }) => (code || name).toLowerCase())
    return {
      kind: 'unclear',
      reply: `We don’t have that fund. To give ${money}, text ${money} and one of: ${names.slice(0, 10).join(', ')}.`,
    }
  }
  return { kind: 'gift', amount, fundId: found[0]?.id ?? null, frequency }
}

export const COMMANDS_REPLY =
  'Text an amount to give, such as $50 or $50 missions. GIVE: a link to our giving page. REFUND: return your last gift within 24 hours. UPDATE: change your card. UNLINK: forget your card. STOP: no more texts.'

/** More is given only after a YES. Minor units of a currency with cents. */
export const CONFIRM_ABOVE = 100_000
/** So many gifts of one number in a day. */
export const MOST_A_DAY = 10
