import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Language } from './answers.ts'
import type { SignKind } from './options.ts'
import { matchesIn, readPatterns } from './patterns.ts'

interface Signs {
  harmless: RegExp[]
  danger: { id: string; kind: SignKind; language: Language; pattern: RegExp }[]
}

export interface Sign {
  /** Of its expression: the beginning of its SHA-256. */
  id: string
  kind: SignKind
  language: Language
}

const kinds: Record<string, SignKind> = { harm: 'self_harm', abuse: 'abuse', violence: 'violence', minor: 'minor' }

/** The list of signs in data/signs.txt. Phrases that only sound alike are taken out of a text before it is searched. */
export function readSigns(text: string): Signs {
  const { harmless, lines } = readPatterns(text)
  const danger = lines.map(({ tag, language, pattern }) => {
    const kind = kinds[tag]
    if (!kind) throw new Error(`signs: there is no kind called ${tag}`)
    const id = createHash('sha256').update(pattern.source).digest('hex').slice(0, 12)
    return { id, kind, language: language as Language, pattern }
  })
  return { harmless, danger }
}

const signs = readSigns(readFileSync(new URL('../data/signs.txt', import.meta.url), 'utf8'))

/** Long texts are read in parts that overlap, so that all of them is read. */
const PART = { length: 15_000, overlap: 500 }

function* partsOf(text: string) {
  for (let from = 0; from === 0 || from < text.length; from += PART.length - PART.overlap)
    yield text.slice(from, from + PART.length)
}

/** The signs of danger in a text; of several kinds, a child’s danger goes first, then threats. */
export function findSigns(text: string): Sign[] {
  const found = [...partsOf(text)].flatMap(part => matchesIn(part, signs.harmless, signs.danger))
  return found
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ id, kind, language }) => ({ id, kind, language }))
}
export const findSign = (text: string): Sign | null => findSigns(text)[0] ?? null
const order: readonly SignKind[] = ['minor', 'violence', 'self_harm', 'abuse']
