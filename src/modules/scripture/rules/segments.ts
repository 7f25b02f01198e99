import type { Passage, VerseText } from './passage.ts'

const words = (text: string) => text.split(/\s+/).length
/** The end of a sentence, also before a closing quotation mark. */
const ENDS = /[.!?][”’"']*$/

/** Verses that can't be parted: up to where a sentence ends. */
function unitsOf(verses: readonly VerseText[]): VerseText[][] {
  const units: VerseText[][] = [[]]
  for (const verse of verses) {
    units.at(-1)!.push(verse)
    if (ENDS.test(verse.text)) units.push([])
  }
  return units.filter(unit => unit.length > 0)
}

/**
 * Parts a passage into at most `count` movements of about the same length, at paragraphs where there are some, and never in
 * the middle of a sentence. Several passages are parted each for itself.
 */
export function movementsIn(passages: readonly Passage[], count: number): VerseText[][] {
  const all = passages.filter(({ verses }) => verses.length > 0)
  if (all.length >= count) return all.map(({ verses }) => verses)
  const total = all.reduce((sum, one) => sum + sizeOf(one.verses), 0)
  const shares = all.map(({ verses }) => Math.max(1, Math.round((sizeOf(verses) / total) * count)))
  return all.flatMap(({ verses }, i) => partOf(unitsOf(verses), all.length === 1 ? count : shares[i]!))
}
const sizeOf = (verses: readonly VerseText[]) => verses.reduce((sum, { text }) => sum + words(text), 0)

function partOf(units: VerseText[][], count: number): VerseText[][] {
  if (units.length <= count) return units.map(unit => [...unit])
  const sizes = units.map(sizeOf)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const cuts: number[] = []
  for (let part = 1; part < count; part++) {
    const ideal = (total * part) / count
    const low = (cuts.at(-1) ?? 0) + 1
    const high = units.length - (count - part)
    let best = low
    let least = Number.POSITIVE_INFINITY
    for (let at = low; at <= high; at++) {
      const before = sizes.slice(0, at).reduce((sum, size) => sum + size, 0)
      const away = Math.abs(before - ideal) * (units[at]![0]!.opens ? 0.5 : 1)
      if (away < least) [least, best] = [away, at]
    }
    cuts.push(best)
  }
  return [0, ...cuts].map((from, i) => units.slice(from, cuts[i] ?? units.length).flat())
}
