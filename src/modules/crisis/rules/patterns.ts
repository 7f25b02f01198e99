/**
 * Lists of expressions, as regular expressions over plain words: lower case, without accents and apostrophes, one space
 * between words.
 */
interface Patterns {
  /** Expressions that only sound alike, taken out of a text before it is searched. */
  harmless: RegExp[]
  lines: { tag: string; language: string; pattern: RegExp }[]
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

/**
 * Lines such as `abuse en: he hits <2>me`. `<3>` is up to three words between; `{NAME}` an expression that a line
 * `NAME = …` gave before; `! …` is harmless.
 */
export function readPatterns(text: string): Patterns {
  const names = new Map<string, string>()
  const found: Patterns = { harmless: [], lines: [] }
  const expand = (pattern: string): string =>
    pattern.replace(/\{([A-Z_]+)\}/g, (_, name: string) => {
      const given = names.get(name)
      if (given === undefined) throw new Error(`patterns: nothing is called ${name}`)
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
    else if (line.startsWith('! ')) found.harmless.push(compile(line.slice(2).trim()))
    else if (sign) found.lines.push({ tag: sign[1]!, language: sign[2]!, pattern: compile(sign[3]!.trim()) })
    else throw new Error(`patterns: line ${at + 1} can’t be read`)
  }
  return found
}

/** Those of a list that occur in a text. */
export function matchesIn<T extends { pattern: RegExp }>(
  text: string,
  harmless: readonly RegExp[],
  list: readonly T[],
): T[] {
  let words = plainWords(text)
  for (const pattern of harmless) words = words.replace(pattern, ' 0')
  return list.filter(({ pattern }) => {
    pattern.lastIndex = 0
    return pattern.test(words)
  })
}
