/**
 * npm run bench [name …]: each in a process of its own, one after the other; ends with 1 if a target was missed.
 * npm run bench [name …] -- --against <commit> [--pairs 7]: compared with that commit; ends with 1 if a figure got worse by more than 10%.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { benchAgainst } from './against.ts'

const parts = 'run table figures against load bare bare-page bare-share bare-upload films browser congregation'.split(
  ' ',
)
const known = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.ts'))
  .map(file => file.slice(0, -3))
  .filter(name => !parts.includes(name))
const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, pairs: { type: 'string', default: '7' } },
})
const unknown = asked.find(name => !known.includes(name))
if (unknown) {
  console.error(`There is no benchmark "${unknown}": choose of ${known.join(', ')}.`)
  process.exit(1)
}
const pairs = Number(values.pairs)
if (!Number.isInteger(pairs) || pairs < 1) {
  console.error('--pairs takes a whole number of 1 or more.')
  process.exit(1)
}
const names = asked.length > 0 ? asked : known
if (values.against) {
  if (!(await benchAgainst(values.against, names, pairs))) process.exitCode = 1
} else
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
