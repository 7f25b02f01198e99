import type { Block, Section } from './document.ts'
import { type Audience, audienceNames, type Tone } from './options.ts'

/** What a model may put in its own words: verses are stored, stories are the preacher's, quotations have a source. */
const writable = new Set(['text', 'application', 'question'])
export const partsOf = ({ blocks }: Section): Block[] =>
  blocks.filter(({ kind, origin }) => origin === 'engine' && writable.has(kind))

export const SYSTEM = `You help a pastor write a sermon. You rewrite sentences; you add no facts.
Rules: Do not quote or paraphrase the Bible: the verses are printed between your sentences. Keep every reference such as
"Romans 8:31" and every phrase in quotation marks exactly as it is. Invent no person, no story, no statistic and no
quotation. Do not speak as a particular person. Write American English.`

export const taskFor = (tone: Tone, audience: Audience): string =>
  `Rewrite each part of the section so that it flows, in a ${tone} tone for this audience: ${audienceNames[audience]}.
Keep each part about as long as it is. Answer with every part under its id.`

interface About {
  title: string
  theme: string
  audienceNote: string
}
/** The section as it stands, with the ids of what is to be written. */
export function materialOf(section: Section, { title, theme, audienceNote }: About) {
  const parts = new Set(partsOf(section))
  const lines = section.blocks
    .filter(block => parts.has(block) || block.kind === 'verse')
    .map(block => (block.kind === 'verse' ? `[verse ${block.reference}] ${block.text}` : `[${block.id}] ${block.text}`))
  return [
    { label: 'sermon', text: [title, theme, audienceNote].filter(Boolean).join('\n') },
    { label: 'section', text: [section.title, ...lines].join('\n') },
  ]
}

const plain = (text: string) =>
  text
    .replace(/[“”"«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase()
const quotesIn = (text: string) => [...plain(text).matchAll(/"([^"]{4,})"/g)].map(([, words]) => words!.trim())
const wordsIn = (text: string) => text.split(/\s+/).filter(word => /\p{L}/u.test(word)).length
const ENGLISH = /\b(the|and|of|to|a|in|is|that|you|we|it|for|what|this|our|are)\b/i

/** Whether a model's words may take the place of a part: about as long, English, and with no quotation of its own. */
export function fits(section: Section, part: Block, text: string): boolean {
  const [before, after] = [wordsIn(part.text), wordsIn(text)]
  const known = plain(section.blocks.map(block => block.text).join('\n'))
  return (
    after > 0 &&
    after >= before * 0.5 &&
    after <= before * 1.6 + 10 &&
    (after < 8 || ENGLISH.test(text)) &&
    quotesIn(text).every(words => known.includes(words))
  )
}
