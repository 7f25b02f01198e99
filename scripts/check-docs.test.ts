import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDocs } from './check-docs.ts'

test('a link or a path that leads nowhere is found', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-docs-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'docs'))
  mkdirSync(path.join(root, 'src'))
  writeFileSync(path.join(root, 'src/server.ts'), '')
  writeFileSync(path.join(root, 'docs/roles.md'), 'See [the readme](../README.md#roles) and [none](missing.md).\n')
  writeFileSync(
    path.join(root, 'README.md'),
    [
      '[roles](docs/roles.md), [a site](https://example.org), [here](#below), ![picture](docs/screen.png)',
      '`src/server.ts`, `src/server.ts:12`, `src/gone.ts`, `src/modules/<module>/`, `docs/*.md`, `npm run check`',
      '```sh\ncat `src/also-gone.ts`\n```',
    ].join('\n'),
  )
  expect(checkDocs(root)).toEqual([
    'README.md: docs/screen.png does not exist',
    'README.md: src/gone.ts does not exist',
    'docs/roles.md: missing.md does not exist',
  ])
})

test('a path that leaves out its beginning is the end of one, in documents and in comments', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-docs-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'src/modules/people/service'), { recursive: true })
  mkdirSync(path.join(root, 'src/kernel'))
  const gone = 'export/service.ts'
  writeFileSync(path.join(root, 'src/kernel/run.ts'), "// Like rights.test.ts and kernel/run.ts, not '../gone.ts'.\n")
  writeFileSync(path.join(root, 'src/modules/people/service/export.ts'), `const file = 'gone.ts' // see ${gone}\n`)
  writeFileSync(
    path.join(root, 'src/modules/people/README.md'),
    '`service/export.ts`, `service/`, `#people/service/export.ts`, `kernel/run`, `export/service.ts`, `kernel/secrets`, `ical.js`\n',
  )
  expect(checkDocs(root)).toEqual([
    'src/kernel/run.ts: rights.test.ts does not exist',
    'src/modules/people/README.md: export/service.ts does not exist',
    'src/modules/people/README.md: kernel/secrets does not exist',
    'src/modules/people/service/export.ts: export/service.ts does not exist',
  ])
})

test('each function of “Where to look” stands in its file', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
  const rows = [...text.matchAll(/^\| .+\? \| `(\w+)` \| `(\S+)` \|$/gm)]
  expect(rows.length).toBeGreaterThan(9)
  for (const [, name, file] of rows)
    expect(readFileSync(path.join(root, file!), 'utf8'), file).toMatch(
      new RegExp(`function ${name}\\b|const ${name}\\b|  ${name}\\(`),
    )
})
