import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type EditionId, editionIds } from '#scripture/rules/editions.ts'
import type { Passage, VerseText } from '#scripture/rules/passage.ts'
import type { Source } from '#scripture/rules/verifying.ts'
import { nameOf, partsOf, toOsis, type VerseRange } from '#scripture/rules/verses.ts'
import { linesOf, opens, plain } from '#scripture/rules/words.ts'

const file = (name: string) =>
  brotliDecompressSync(readFileSync(`src/modules/scripture/data/${name}.bin`))
    .toString()
    .split('\n')
/** The World English Bible from its file, without a database. */
export const bible: VerseText[] = file('web').map(line => {
  const [range = '', , text = ''] = line.split('\t')
  const body = text.replaceAll('↵', '\n')
  const id = Number(range.split('-')[0])
  const { chapter, verse } = partsOf(id)
  return {
    id,
    chapter,
    number: String(verse),
    label: null,
    opens: opens(body),
    lines: linesOf(body),
    text: plain(body),
  }
})
export const byId = new Map(bible.map(verse => [verse.id, verse]))
const references = new Map(
  file('references').map(line => {
    const [verse, list = ''] = line.split('\t')
    return [Number(verse), list.split(' ').map(one => Number(one.split(':')[0]))]
  }),
)
export const referencesOf = (ids: number[]) =>
  ids.flatMap(of =>
    (references.get(of) ?? []).flatMap(id => {
      const verse = byId.get(id)
      return verse ? [{ id, name: nameOf({ from: id, to: id }), text: verse.text, of }] : []
    }),
  )

export function passageOf({ from, to }: VerseRange): Passage {
  const verses = bible.filter(({ id }) => id >= from && id <= to)
  return {
    from,
    to,
    name: nameOf({ from, to }),
    osis: toOsis(from),
    edition: 'web',
    abbreviation: 'WEB',
    verses,
    missing: [],
  }
}

const editions = new Map<EditionId, { id: number; text: string }[]>()
const editionOf = (edition: EditionId) => {
  const verses =
    editions.get(edition) ??
    file(edition).map(line => {
      const [range = '', , text = ''] = line.split('\t')
      return { id: Number(range.split('-')[0]), text: plain(text.replaceAll('↵', '\n')) }
    })
  editions.set(edition, verses)
  return verses
}
/** A passage in every edition, as the verifier compares it. */
export const sourcesIn = ({ from, to }: VerseRange): Source[] =>
  editionIds.flatMap(edition => {
    const verses = editionOf(edition).flatMap(({ id, text }) => (id >= from && id <= to ? [text] : []))
    return verses.length > 0 ? [{ edition, text: verses.join(' '), verses }] : []
  })
