import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkFloors } from './check-floors.ts'

function problemsOf(...rows: string[]): string[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-floors-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const table = ['| floor | modules |', '|---|---|', ...rows, '', '| other | table |']
  writeFileSync(path.join(root, 'ARCHITECTURE.md'), `# Floors\n\n${table.join('\n')}\n`)
  return checkFloors(root, { reach: ['site', 'forms'], ground: ['people'] })
}

test('the table of floors names the same modules, in any order', () => {
  expect(problemsOf('| reach | forms, site (help, blog) |', '| ground | people |')).toEqual([])
  expect(problemsOf('| reach | site |', '| ground | people, leads |')).toEqual([
    'ARCHITECTURE.md: on the floor reach are forms, site; see scripts/floors.ts',
    'ARCHITECTURE.md: on the floor ground are people; see scripts/floors.ts',
  ])
})

test('the floors are the same, from the highest', () => {
  const problem = 'ARCHITECTURE.md: the floors are reach, ground, from the highest; see scripts/floors.ts'
  expect(problemsOf('| ground | people |', '| reach | forms, site |')).toEqual([problem])
  expect(problemsOf('| ground | people |')).toEqual([problem])
})
