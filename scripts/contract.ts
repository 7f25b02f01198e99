// The contract without its schemas, for the browser: what a call needs is its method and path.
import { readFileSync, writeFileSync } from 'node:fs'
import { minifyContractRouter } from '@orpc/contract'
import { contract } from '#app/contract.ts'

const file = new URL('../src/web/contract.json', import.meta.url)
const text = `${JSON.stringify(minifyContractRouter(contract))}\n`

// Written only when it changed, or the dev server would reload every page.
if (current() !== text) writeFileSync(file, text)

function current(): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
