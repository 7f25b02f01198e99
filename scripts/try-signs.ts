import { readFileSync } from 'node:fs'
import { findSign } from '../src/modules/crisis/rules/signs.ts'
const rows = readFileSync('src/modules/crisis/data/phrases.tsv', 'utf8').split('\n').filter(l => l && !l.startsWith('#')).map(l => l.split('\t'))
for (const half of ['seen', 'unseen']) for (const lang of ['en', 'es', 'pt']) {
  const d = rows.filter(r => r[0] === half && r[1] === lang && r[2] !== 'none'), o = rows.filter(r => r[0] === half && r[1] === lang && r[2] === 'none')
  console.log(half, lang, d.filter(r => findSign(r[3]!)).length, '/', d.length, 'alarms', o.filter(r => findSign(r[3]!)).length, '/', o.length)
}
