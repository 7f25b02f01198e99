// What the pages need of the contract: methods and paths for the browser, and the API reference. No schemas travel.
import { readFileSync, writeFileSync } from 'node:fs'
import { minifyContractRouter } from '@orpc/contract'
import { contract } from '#app/contract.ts'
import { openApiDocument } from '#kernel/openapi.ts'
import { referenceOf } from '#site/rules/reference.ts'

write('contract.json', minifyContractRouter(contract))
write('reference.json', referenceOf(await openApiDocument(contract)))

/** Written only when it changed, or the dev server would reload every page. */
function write(name: string, content: unknown): void {
  const file = new URL(`../src/web/${name}`, import.meta.url)
  const text = `${JSON.stringify(content)}\n`
  if (current(file) !== text) writeFileSync(file, text)
}

function current(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
