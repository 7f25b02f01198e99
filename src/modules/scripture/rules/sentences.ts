import { Pool } from './random.ts'

export type Slots = Record<string, string | number>

/** Chooses sentences for one document: no phrase twice, no sentence twice. */
export class Sentences {
  private readonly pools = new Map<readonly string[], Pool<string>>()
  private readonly said = new Set<string>()
  private readonly random: () => number
  constructor(random: () => number) {
    this.random = random
  }

  /** A phrase with its slots filled; undefined once the pool is used up or has only what was said before. */
  phrase(list: readonly string[], slots: Slots): string | undefined {
    const pool = this.pools.get(list) ?? new Pool(list, this.random)
    this.pools.set(list, pool)
    for (let next = pool.next(); next !== undefined; next = pool.next()) {
      const text = fill(next, slots)
      if (this.claim(text)) return text
    }
    return undefined
  }

  /** The same from a list whose phrases may come back with other slots. */
  again(list: readonly string[], slots: Slots): string | undefined {
    const start = Math.floor(this.random() * list.length)
    for (let i = 0; i < list.length; i++) {
      const text = fill(list[(start + i) % list.length]!, slots)
      if (this.claim(text)) return text
    }
    return undefined
  }

  /** False where one of its sentences stands in the document already. */
  claim(text: string): boolean {
    const sentences = sentencesOf(text)
    if (sentences.some(one => this.said.has(one))) return false
    for (const one of sentences) this.said.add(one)
    return true
  }
}

/** A question that is quoted at the end of a sentence ends it. */
const fill = (text: string, slots: Slots) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(slots[name] ?? '')).replace(/([?!]”)\./g, '$1')

/** In the form in which two sentences are the same. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?;][”’"']?)\s+/)
    .map(one =>
      one
        .toLowerCase()
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .trim(),
    )
    .filter(one => one.split(' ').length > 2)
