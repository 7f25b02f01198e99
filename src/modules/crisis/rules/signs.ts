import { readFileSync } from 'node:fs'
import type { Language } from './answers.ts'
import type { SignKind } from './options.ts'

/**
 * The list of signs in data/signs.txt, as regular expressions over plain words: lower case, without accents and
 * apostrophes, one space between words. Phrases that only sound alike are taken out of the text before it is searched.
 */
interface Signs {
  harmless: RegExp[]
  danger: { kind: SignKind; language: Language; pattern: RegExp }[]
}

export interface Sign {
  kind: SignKind
  language: Language
}

/** `Don’t!!` → ` dont ` */
export const plainWords = (text: string): string =>
  ` ${text
    .slice(0, 20_000)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1$1')
    .trim()} `

const kinds: Record<string, SignKind> = { harm: 'self_harm', abuse: 'abuse', violence: 'violence', minor: 'minor' }

/** `<3>` is up to three words between; `{NAME}` an expression that a line `NAME = …` gave before. */
export function readSigns(text: string): Signs {
  const names = new Map<string, string>()
  const signs: Signs = { harmless: [], danger: [] }
  const expand = (pattern: string): string =>
    pattern.replace(/\{([A-Z_]+)\}/g, (_, name: string) => {
      const given = names.get(name)
      if (given === undefined) throw new Error(`signs: nothing is called ${name}`)
      return `(?:${given})`
    })
  // A gap at the end would ask for a word that nobody wrote.
  const compile = (pattern: string) =>
    new RegExp(
      ` (?:${expand(pattern.replace(/(?: ??)?<\d+>$/, '')).replace(/ ?<(\d+)> ?/g, ' (?:\\S+ ){0,$1}')})(?= )`,
      'g',
    )
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const named = /^([A-Z_]+) = (.+)$/.exec(line)
    const sign = /^(\w+) (en|es|pt): (.+)$/.exec(line)
    if (named) names.set(named[1]!, expand(named[2]!.trim()))
    else if (line.startsWith('! ')) signs.harmless.push(compile(line.slice(2).trim()))
    else if (sign && kinds[sign[1]!])
      signs.danger.push({ kind: kinds[sign[1]!]!, language: sign[2] as Language, pattern: compile(sign[3]!.trim()) })
    else throw new Error(`signs: line ${at + 1} can’t be read`)
  }
  return signs
}

const signs = readSigns(readFileSync(new URL('../data/signs.txt', import.meta.url), 'utf8'))

/** The first sign of danger in a text; of several kinds, a child’s danger goes first, then threats. */
export function findSign(text: string): Sign | null {
  let words = plainWords(text)
  for (const pattern of signs.harmless) words = words.replace(pattern, ' 0')
  const found = signs.danger.filter(({ pattern }) => {
    pattern.lastIndex = 0
    return pattern.test(words)
  })
  const [first] = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return first ? { kind: first.kind, language: first.language } : null
}
const order: readonly SignKind[] = ['minor', 'violence', 'self_harm', 'abuse']
