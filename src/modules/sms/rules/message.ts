import { fillTags, type TagName, type TagValues } from '#messaging/rules/merge-tags.ts'

/** Every address in a text, without the full stop that ends its sentence. */
const address = /\bhttps?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?)\]]/g

/** One that holds a merge tag, or stands in one, is another for each reader: it goes as it is. So does what is no address. */
const isShortened = (found: string) => !/[{}]/.test(found) && URL.canParse(found)

/** The addresses of a text that get a short one, in their order, each once. */
export const linksIn = (body: string): string[] => [...new Set(body.match(address)?.filter(isShortened))]

export interface Sign {
  /** Whether they had a campaign of ours in the last 30 days; if not, they are told who writes and how to end it. */
  known: boolean
  /** The short address that stands for one of theirs. */
  short: (target: string) => string
}

export interface Written {
  text: string
  missing: TagName[]
}

const END = 'Reply STOP to opt out'
/** "Stop by on Sunday" tells nobody how to end it. */
const saysHowToEnd =
  /\b(reply|text|txt|send|answer|respond\w*|env[ií]\w*|contest\w*)\W+(\w+\W+)?STOP\b|\bSTOP\W*(=|to|2)\W*(end|stop|quit|cancel|unsubscribe|opt)/i

/** The text as one recipient gets it. */
export function textFor(body: string, values: TagValues, { known, short }: Sign): Written {
  const shortened = body.replace(address, found => (isShortened(found) ? short(found) : found))
  const { text: filled, missing } = fillTags(shortened, values)
  const linked = filled.trim()
  if (known) return { text: linked, missing }
  const us = values.businessName ?? ''
  const named = us && !linked.toLowerCase().includes(us.toLowerCase()) ? `${us}: ${linked}` : linked
  return { text: saysHowToEnd.test(named) ? named : `${named} ${END}`, missing }
}

const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '•': '-',
  '´': "'",
  '`': "'",
}

/** The same text with the typographic signs that make a message twice as dear put plainly. */
export const plainly = (text: string): string => [...text].map(sign => plain[sign] ?? sign).join('')
