/** npm run bench [name …]: each in a process of its own, one after the other; ends with 1 if a target was missed. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const parts = ['run.ts', 'table.ts', 'load.ts', 'bare.ts', 'bare-page.ts', 'browser.ts']
const known = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.ts') && !parts.includes(file))
  .map(file => file.slice(0, -3))
const asked = process.argv.slice(2)
const unknown = asked.find(name => !known.includes(name))
if (unknown) {
  console.error(`There is no benchmark "${unknown}": choose of ${known.join(', ')}.`)
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : known) {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
