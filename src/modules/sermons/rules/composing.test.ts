import { expect, test } from 'vitest'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { randomOf } from '#scripture/rules/random.ts'
import { sentencesOf } from '#scripture/rules/sentences.ts'
import type { VerseRange } from '#scripture/rules/verses.ts'
import { bible, byId, passageOf, referencesOf } from '#testing/bible.ts'
import { compose, type Material, targetOf, type Wishes } from './composing.ts'
import { type Origin, ownSections, ownWords, type Section, wordsIn } from './document.ts'
import { audiences, lengths, tones } from './options.ts'

function materialOf(...ranges: VerseRange[]): Material {
  const passages = ranges.map(passageOf)
  const ids = passages.flatMap(({ verses }) => verses.map(({ id }) => id))
  const chapters = new Set(ids.map(id => Math.floor(id / 1_000)))
  const around = bible.filter(({ id }) => chapters.has(Math.floor(id / 1_000)) && !ids.includes(id))
  const book = bible.filter(({ id }) => Math.floor(id / 1_000_000) === Math.floor(ids[0]! / 1_000_000))
  const own = referencesOf(ids).filter(one => !ids.includes(one.id))
  return {
    passages,
    references: own,
    further: referencesOf([...around, ...book.slice(0, 400)].map(({ id }) => id)).filter(one => !ids.includes(one.id)),
    blessing: { id: 0, name: 'Romans 15:13', text: byId.get(45_015_013)!.text },
    edition: 'web',
  }
}
const wishes: Wishes = {
  theme: 'hope',
  audience: 'general',
  length: 'medium',
  tone: 'inspirational',
  seed: 'a',
  includeStories: true,
  includeQuotes: true,
}
const psalm = materialOf(parsePassages('Psalm 23')[0]!)

test('a sermon has all its parts, and its verses are the stored words', () => {
  const sermon = compose(psalm, wishes)
  expect(sermon.sections.map(({ kind }) => kind)).toEqual([
    'introduction',
    'movement',
    'movement',
    'movement',
    'conclusion',
    'prayer',
    'benediction',
    'questions',
  ])
  const verses = sermon.sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'verse')
  expect(verses.length).toBeGreaterThan(10)
  for (const { reference, text } of verses) {
    const [range] = parsePassages(reference!)
    expect(text).toBe(
      passageOf(range!)
        .verses.map(one => one.text)
        .join(' '),
    )
  }
  expect(sermon.sections[1]!.title).toMatch(/^1\. “.+” \(Psalm 23:1-/)
})

test('the same wishes write the same sermon, another seed another one', () => {
  expect(compose(psalm, wishes)).toEqual(compose(psalm, wishes))
  expect(compose(psalm, { ...wishes, seed: 'b' })).not.toEqual(compose(psalm, wishes))
})

test('without stories and quotations there are none, and a theme that the bank doesn’t know has no quotation', () => {
  const kinds = (given: Partial<Wishes>) =>
    new Set(compose(psalm, { ...wishes, ...given }).sections.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))
  expect(kinds({})).toContain('story')
  expect(kinds({})).toContain('quote')
  expect(kinds({ includeStories: false })).not.toContain('story')
  expect(kinds({ includeQuotes: false })).not.toContain('quote')
  expect(kinds({ theme: 'budgets' })).not.toContain('quote')
})

test('over random passages: as long as wished, nothing empty, no sentence twice', () => {
  const random = randomOf('passages')
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  for (let i = 0; i < 60; i++) {
    const from = Math.floor(random() * (bible.length - 40))
    const to = from + Math.floor(random() ** 2 * 40)
    const first = bible[from]!.id
    const last = bible
      .slice(from, to + 1)
      .findLast(({ id }) => Math.floor(id / 1_000_000) === Math.floor(first / 1_000_000))!.id
    const length = pick(lengths)
    const material = materialOf({ from: first, to: last })
    const sermon = compose(material, {
      ...wishes,
      length,
      tone: pick(tones),
      audience: pick(audiences),
      seed: String(i),
    })
    const at = `${material.passages[0]!.name} ${length}`
    const share = wordsIn(sermon) / targetOf(length)
    expect(share, at).toBeGreaterThan(0.9)
    expect(share, at).toBeLessThan(1.1)
    for (const { blocks, title } of sermon.sections) {
      expect(blocks.length, `${at} ${title}`).toBeGreaterThan(0)
      for (const { text } of blocks) expect(text.trim(), at).not.toBe('')
    }
    const sentences = sermon.sections
      .flatMap(({ blocks }) => blocks)
      .filter(({ kind }) => kind !== 'verse')
      .flatMap(({ text }) => sentencesOf(text))
    expect(
      sentences.filter((one, n) => sentences.indexOf(one) !== n),
      at,
    ).toEqual([])
  }
})

test('words that a person wrote are named before a section is written again', () => {
  const block = (origin: Origin, text: string) => ({ id: text, kind: 'text' as const, origin, text })
  const mine = section('Grace', [block('engine', 'One'), block('you', ' Our own story '), block('you', ' ')])
  const engine = section('Rest', [block('model', 'Two'), block('you', '')])
  expect(ownWords(mine)).toEqual(['Our own story'])
  expect(ownWords(engine)).toEqual([])
  expect(ownSections({ sections: [mine, engine] })).toEqual(['Grace'])
})

const section = (title: string, blocks: Section['blocks']): Section => ({ id: title, kind: 'movement', title, blocks })
