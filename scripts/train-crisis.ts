// Trains the classifier of signs of danger on its phrasings and writes src/modules/crisis/data/model.json.
// The same data gives the same model on every machine; src/modules/crisis/rules/model.test.ts holds it to that.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readPhrasings, trainModel } from '#crisis/rules/model.ts'

const data = path.join(import.meta.dirname, '../src/modules/crisis/data')
const phrasings = readPhrasings(readFileSync(path.join(data, 'phrasings.tsv'), 'utf8'))
const { model, figures } = trainModel(phrasings)
writeFileSync(path.join(data, 'model.json'), `${JSON.stringify(model, null, 1)}\n`)
console.log(`${phrasings.length} phrasings`)
console.log(figures)
