import { describeField, listFields } from '#people/rules/standard-fields.ts'
import known from '../data/headers.json' with { type: 'json' }
import type { Field, HeaderMeaning, Kind } from './fields.ts'

/** "E-mail 1 - Value" and "email1Value" are the same words: "email 1 value". */
export function headerWords(header: string): string[] {
  return header
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\be[\s_-]*mail/g, 'email')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export const headerPhrase = (header: string): string => headerWords(header).join(' ')

const meanings = new Map<string, { field: Field; kind: Kind | null }>()
for (const [key, phrases] of Object.entries(known.fields)) {
  const [field, kind = null] = key.split(':') as [Field, Kind?]
  for (const phrase of phrases) addMeaning(phrase, field, kind)
}
for (const field of listFields('imported'))
  for (const phrase of describeField(field).headers ?? []) addMeaning(phrase, field, null)

function addMeaning(phrase: string, field: Field, kind: Kind | null): void {
  const words = headerPhrase(phrase)
  if (!meanings.has(words)) meanings.set(words, { field, kind })
}

const kindOf = new Map<string, Kind>()
for (const [kind, words] of Object.entries(known.kinds))
  for (const word of words) kindOf.set(headerPhrase(word), kind as Kind)
const fillers = new Set(known.fillers.map(headerPhrase))
const someoneElse = new Set(known.someoneElse.map(headerPhrase))

/** Whether these very words are in the table of known headers; how a header row is told from a row of people. */
export const isKnownHeader = (header: string): boolean => exactly(header) !== null

/** What a header says by its words alone, letter for letter. */
export function exactly(header: string): HeaderMeaning | null {
  const words = headerWords(header)
  if (words.length === 0) return null
  const whole = meanings.get(words.join(' '))
  if (whole) return { ...whole, group: groupOf(whole.field, whole.kind, null) }

  const { bare, slot } = withoutSlot(words)
  const kind = bare.map(word => kindOf.get(word)).find(found => found !== undefined) ?? null
  const kindless = bare.filter(word => !kindOf.has(word))
  for (const phrase of [bare, kindless, bare.filter(isTelling), kindless.filter(isTelling)]) {
    const meaning = meanings.get(phrase.join(' '))
    if (!meaning) continue
    const named = meaning.field === 'notes' || meaning.field === 'noteLabel'
    const group = named ? namedGroup(words, slot) : groupOf(meaning.field, meaning.kind ?? kind, slot)
    return { field: meaning.field, kind: named ? null : (meaning.kind ?? kind), group }
  }
  return null
}

const isTelling = (word: string) => !fillers.has(word)

/** Numbers count the addresses ("Address 2 - City") unless they end a street line ("Address line 2"). */
function withoutSlot(words: string[]) {
  const isSlot = (word: string, i: number) =>
    /^\d{1,2}$/.test(word) && !(i === words.length - 1 && /^(line|street|address|linea)$/.test(words[i - 1] ?? ''))
  const at = words.findIndex(isSlot)
  return { bare: words.filter((word, i) => !isSlot(word, i)), slot: at < 0 ? null : words[at]! }
}

const grouped = /^(email|phone|address|street|street2|city|region|postalCode|country|event)(Kind|Date)?$/

function groupOf(field: Field, kind: Kind | null, slot: string | null): string | null {
  return grouped.test(field) ? [kind, slot].filter(Boolean).join(' ') || null : null
}

/** "Relation 1 - Label" names what "Relation 1 - Value" holds. */
function namedGroup(words: string[], slot: string | null): string | null {
  return slot && words.filter(word => !/^(label|type|value)$/.test(word)).join(' ')
}

/** What a header says with other words or a slip of the pen in it; null where less than 60% of it is known. */
export function nearly(header: string): HeaderMeaning | null {
  const words = headerWords(header)
  if (words.some(word => someoneElse.has(word))) return { field: 'notes', kind: null, group: null }
  const { bare, slot } = withoutSlot(words)
  const kind = bare.map(word => kindOf.get(word)).find(found => found !== undefined) ?? null
  const telling = bare.filter(word => isTelling(word) && !kindOf.has(word))
  let best: { score: number; field: Field; kind: Kind | null } | null = null
  for (const [phrase, meaning] of meanings) {
    const score = likeness(phrase.split(' '), telling)
    if (score >= 0.6 && score > (best?.score ?? 0)) best = { score, ...meaning }
  }
  return best && { field: best.field, kind: best.kind ?? kind, group: groupOf(best.field, best.kind ?? kind, slot) }
}

/** Share of the header that the known phrase explains. Short words ("last", "id") mean nothing among others. */
function likeness(phrase: string[], header: string[]): number {
  if (header.length === 0 || phrase.length > header.length) return 0
  if (phrase.length === 1 && phrase[0]!.length < 5) return 0
  return phrase.every(word => header.some(other => isClose(word, other))) ? phrase.length / header.length - 0.01 : 0
}

/** Equal, or one letter wrong, missing, added or swapped in a word of five or more. */
export function isClose(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length < 5 || b.length < 5 || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const swapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return swapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
