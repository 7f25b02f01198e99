import { readFileSync } from 'node:fs'
import { plainWords } from './patterns.ts'

/** Weights of the classifier; what hashes to the same place shares one. */
export const FEATURES = 1 << 18

/** FNV-1a with a final mix. */
function hashOf(feature: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < feature.length; i++) hash = Math.imul(hash ^ feature.charCodeAt(i), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  return hash ^ (hash >>> 13)
}

const exact = new Map<string, string[]>()
const beginnings: { start: string; name: string }[] = []
for (const line of readFileSync(new URL('../data/word-classes.txt', import.meta.url), 'utf8').split('\n')) {
  const [, name, words] = /^([A-Z]+): (.+)$/.exec(line) ?? []
  for (const word of words?.split(' ') ?? [])
    if (word.endsWith('*')) beginnings.push({ start: word.slice(0, -1), name: name! })
    else exact.set(word, [...(exact.get(word) ?? []), name!])
}
const known = new Map<string, readonly string[]>()

/** What a word means roughly: DIE, CHILD, MEANS … */
function classesOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before) return before
  const starts = beginnings.filter(({ start }) => word.startsWith(start)).map(({ name }) => name)
  const classes = [...new Set([...(exact.get(word) ?? []), ...starts])]
  if (known.size < 50_000) known.set(word, classes)
  return classes
}

/** Words, their neighbors, and groups of three to five letters, which survive a spelling mistake. */
function addWords(words: readonly string[], add: (feature: string) => void): void {
  for (const [i, word] of words.entries()) {
    const [next, afterNext, third] = [words[i + 1], words[i + 2], words[i + 3]]
    add(`w${word}`)
    if (next) add(`b${word} ${next}`)
    if (afterNext) add(`t${word} ${next} ${afterNext}`)
    if (afterNext) add(`s${word} ${afterNext}`)
    if (third) add(`s${word} ${third}`)
    const marked = `<${word.slice(0, 30)}>`
    for (const size of [3, 4, 5])
      for (let from = 0; from + size <= marked.length; from++) add(`c${marked.slice(from, from + size)}`)
  }
}

/** What stands near what, by meaning: a CHILD that is ALONE, a PARTNER who HITs ME. */
function addMeanings(words: readonly string[], add: (feature: string) => void): void {
  const classes = words.map(classesOf)
  for (const [i, here] of classes.entries())
    for (const a of here) {
      add(`C${a}`)
      if (words[i + 1]) add(`x${a} ${words[i + 1]}`)
      if (i > 0) add(`y${words[i - 1]} ${a}`)
      for (const [j, near] of classes.slice(i + 1, i + 7).entries())
        for (const b of near) {
          add(`P${a} ${b}`)
          if (j < 4) for (const c of classes.slice(i + j + 2, i + j + 5).flat()) add(`Q${a} ${b} ${c}`)
        }
    }
  const all = [...new Set(classes.flat())].sort()
  for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) add(`U${a} ${b}`)
}

/** The places of a short text’s features, each once, among `size` (a power of two). */
function wordFeatures(text: string, size = FEATURES): Uint32Array {
  const places = new Set<number>()
  const words = plainWords(text)
    .trim()
    .split(' ')
    .map(word => word.replace(/\d+/g, '0'))
  const add = (feature: string) => places.add(hashOf(feature) & (size - 1))
  addWords(words, add)
  addMeanings(words, add)
  return Uint32Array.from(places)
}

/** Words that are looked at together. */
const WINDOW = { most: 40, piece: 30, step: 15 }
const countWords = (text: string) => text.split(/\s+/).length

/** Sentences, and those next to each other: danger stands in one clause of a long text. */
function windowsOf(text: string): string[] {
  const pieces = text
    .split(/(?<=[.!?…;])\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(Boolean)
    .flatMap(sentence => {
      const words = sentence.split(/\s+/)
      if (words.length <= WINDOW.piece) return [sentence]
      const starts = Array.from({ length: Math.ceil(words.length / WINDOW.step) }, (_, i) => i * WINDOW.step)
      return starts.map(start => words.slice(start, start + WINDOW.piece).join(' '))
    })
  const pairs = pieces
    .slice(0, -1)
    .map((piece, i) => `${piece} ${pieces[i + 1]}`)
    .filter(pair => countWords(pair) <= WINDOW.most)
  return [...new Set([...pieces, ...pairs, ...(countWords(text) <= WINDOW.most ? [text] : [])])]
}

/** The places of each window’s features. */
export function featuresOf(text: string, size = FEATURES): Uint32Array[] {
  return windowsOf(text).map(window => wordFeatures(window, size))
}
