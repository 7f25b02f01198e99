import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesIn } from '#testing/bible.ts'
import { claimsIn } from './claims.ts'
import { parseText } from './parsing.ts'
import { findingOf, settleClaims, verdicts } from './verifying.ts'

/** What is expected, and the text: each line of the file is one. */
const rows = readFileSync('src/modules/scripture/data/verdicts.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => {
    const [expected = '', text = ''] = line.split('\t')
    return { expected, text: text.replaceAll('\\n', '\n') }
  })

const judge = (text: string) =>
  settleClaims(claimsIn(text, parseText(text)), sourcesIn)
    .filter(({ reference, unknown }) => reference ?? unknown)
    .map(claim => findingOf(claim, sourcesIn))
    .map(({ verdict, reference }) => `${verdict} ${reference}`)
    .join('; ')

test('quotations as people write them get the verdict that a careful reader would give', () => {
  const judged = rows.map(row => ({ ...row, found: judge(row.text) }))
  const wrong = judged.filter(({ expected, found }) => expected !== found)
  const figures = verdicts.map(verdict => {
    const own = judged.filter(({ expected }) => expected.startsWith(verdict))
    return `${verdict} ${own.filter(({ expected, found }) => expected === found).length}/${own.length}`
  })
  console.info(`${judged.length - wrong.length} of ${judged.length} right: ${figures.join(', ')}`)
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThanOrEqual(60)
})
