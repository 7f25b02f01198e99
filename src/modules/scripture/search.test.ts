import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { type EditionId, editionIds } from './rules/editions.ts'
import { nameOf } from './rules/verses.ts'
import { loadScripture } from './service/loading.ts'

beforeAll(async () => {
  const { owner } = await testHouse()
  await loadScripture()
  await owner.query('vacuum analyze scripture_verses')
}, 180_000)

const rowsOf = (file: string) =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => line.split('\t') as [string, string, string])

test('well-known phrases find their verse among the first three', async () => {
  const { staff } = await aChurch()
  const missed: string[] = []
  const began = performance.now()
  const counts = { asked: 0, first: 0, third: 0 }
  for (const [q, verses, editions] of rowsOf('known-phrases.tsv'))
    for (const edition of editions.split(' ') as EditionId[]) {
      const { items } = await staff.scripture.search({ q, edition, limit: 3 })
      const at = items.findIndex(({ name }) => verses.split('|').includes(name))
      counts.asked++
      if (at === 0) counts.first++
      if (at >= 0) counts.third++
      else missed.push(`${edition} ${q}: ${items.map(({ name }) => name).join(', ')}`)
    }
  console.log(
    `known phrases: ${counts.asked} asked, ${counts.first} first, ${counts.third} among three, ${Math.round((performance.now() - began) / counts.asked)} ms each`,
  )
  expect(missed).toEqual([])
  expect(counts.first / counts.asked).toBeGreaterThan(0.9)
})

test('marks in the text and in the query make no difference', async () => {
  const { staff } = await aChurch()
  const namesOf = async (q: string) =>
    (await staff.scripture.search({ q, edition: 'web', limit: 5 })).items.map(({ name }) => name)
  const jesus = await namesOf('Jesus wept')
  for (const q of ['“Jesus wept.”', '«Jesus wept»', '¶Jesus—wept…', 'Jesus   WEPT!'])
    expect(await namesOf(q)).toContain(jesus[0])
  expect(await namesOf('“Don’t be afraid”')).toEqual(await namesOf(`"Don't be afraid"`))
  expect(await namesOf('"I am the" way')).toContain('John 14:6')
  expect(await namesOf('shepherd -good -sheep')).not.toContain('John 10:11')
})

test('every edition has every verse but those named, and no markup', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query('select edition, verse, through, body, plain from scripture_verses order by 1, 2')
  const versesOf = (edition: string) => rows.filter(row => row.edition === edition)
  const all = versesOf('kjv').map(({ verse }) => verse as number)
  const absent = new Map(rowsOf('absent-verses.tsv').map(([edition, , verses]) => [edition, verses.split('; ')]))
  for (const edition of editionIds) {
    const own = versesOf(edition)
    const there = new Set(own.flatMap(({ verse, through }) => [verse, through ?? verse]))
    const missing = all.filter(id => !there.has(id)).map(id => nameOf({ from: id, to: id }))
    console.log(`${edition}: ${own.length} verses, ${missing.length} of ${all.length} missing`)
    expect(missing, edition).toEqual(absent.get(edition) ?? [])
  }
  const marked = rows.filter(({ body }) => /[*_\\{}[\]<>+=#@|~^"/]|dummy|Transfer interrupted|Psalm \d/.test(body))
  expect(marked.map(({ edition, verse }) => [edition, verse])).toEqual([])
  expect(rows.filter(({ plain }) => !plain || /[^\p{L}\p{N}' ]/u.test(plain))).toEqual([])
})
