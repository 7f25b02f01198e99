import { samplePath } from '#links/rules/codes.ts'
import { mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { type Measure, measure } from '#messaging/rules/segments.ts'
import { textFor } from './message.ts'

const samples = Object.fromEntries(Object.entries(mailTags).map(([tag, { sample }]) => [tag, sample])) as TagValues
const short = (origin: string) => () => `${origin}${samplePath}`

export interface Counted {
  /** What is held against the limit: the words with what stands for their tags. */
  units: number
  /** As it travels to who hears from us for the first time: the longest that it gets. */
  longest: Measure
}

interface Church {
  businessName: string
  origin: string
}

/** The text as someone made up gets it who hears from us for the first time; empty where nothing is written. */
export const preview = (body: string, { businessName, origin }: Church): string =>
  body.trim() ? textFor(body, { ...samples, businessName }, { known: false, short: short(origin) }).text : ''

/** How a text counts before it is known who gets it. */
export function counted(body: string, { businessName, origin }: Church): Counted {
  const values = { ...samples, businessName }
  const as = (known: boolean) => measure(textFor(body, values, { known, short: short(origin) }).text)
  return { units: as(true).units, longest: body.trim() ? as(false) : measure('') }
}
