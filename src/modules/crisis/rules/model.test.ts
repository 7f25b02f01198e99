import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packWeights } from './classifier.ts'
import { readPhrasings } from './model.ts'
import { trainClassifier } from './training.ts'

const read = (name: string) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')

test('the stored model is what its phrasings give: run npm run train:crisis after a change', () => {
  const phrasings = readPhrasings(read('phrasings.tsv'))
  expect(phrasings.length).toBeGreaterThanOrEqual(4_000)
  expect(new Set(phrasings.map(({ text }) => text.toLowerCase())).size).toBe(phrasings.length)
  const harmless = phrasings.filter(({ kind }) => kind === 'none').length / phrasings.length
  expect(harmless).toBeGreaterThan(0.4)
  const { danger } = JSON.parse(read('model.json'))
  expect(packWeights(trainClassifier(phrasings, kind => kind !== 'none'))).toEqual(danger)
})
