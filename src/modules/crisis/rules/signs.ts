import { readFileSync } from 'node:fs'
import type { Language } from './answers.ts'
import type { SignKind } from './options.ts'
import { matchesIn, readPatterns } from './patterns.ts'

interface Signs {
  harmless: RegExp[]
  danger: { kind: SignKind; language: Language; pattern: RegExp }[]
}

export interface Sign {
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
    return { kind, language: language as Language, pattern }
  })
  return { harmless, danger }
}

const signs = readSigns(readFileSync(new URL('../data/signs.txt', import.meta.url), 'utf8'))

/** The first sign of danger in a text; of several kinds, a child’s danger goes first, then threats. */
export function findSign(text: string): Sign | null {
  const found = matchesIn(text, signs.harmless, signs.danger)
  const [first] = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return first ? { kind: first.kind, language: first.language } : null
}
const order: readonly SignKind[] = ['minor', 'violence', 'self_harm', 'abuse']
