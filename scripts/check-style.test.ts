import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkStyle } from './check-style.ts'

const none = { spreads: {}, verbs: [] }

function aRoot(text: string): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-style-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'src'))
  writeFileSync(path.join(root, 'src/a.tsx'), text)
  return root
}

test.each([
  'const a = { b, ...{ c, d } }',
  'const a = [b, ...[c, d]]',
  'go(...[a, b])',
  'const a = <Tile {...{ label, to }} />',
])('a spread of a literal is found, and its number only gets smaller: %s', text => {
  const root = aRoot(text)
  expect(checkStyle(root, none)).toEqual(['src/a.tsx: 1 spreads of a literal, 0 are listed; write the new one plainly'])
  expect(checkStyle(root, { ...none, spreads: { 'src/a.tsx': 1 } })).toEqual([])
  expect(checkStyle(root, { ...none, spreads: { 'src/a.tsx': 2 } })).toEqual([
    'scripts/style-exceptions.json: src/a.tsx has 1 spreads of a literal; lower its number',
  ])
})

test('what depends on a condition, or has a name, is spread', () => {
  expect(checkStyle(aRoot('const a = { ...b, ...(c && { d }), ...(e ? { f } : {}) }'), none)).toEqual([])
})

test.each([
  'export async function tell(ctx: Ctx) {}',
  'export const settle = (ctx: Ctx, id: string) => go()',
  'export const hear = async ctx => go()',
])('an exported function that is named by a verb alone is found: %s', text => {
  const root = aRoot(text)
  const [problem] = checkStyle(root, none)
  expect(problem).toMatch(/^src\/a\.tsx: (tell|settle|hear): name the object too/)
  const name = problem!.split(': ').slice(0, 2).join(': ')
  expect(checkStyle(root, { ...none, verbs: [name] })).toEqual([])
  expect(checkStyle(root, { ...none, verbs: [name, 'src/a.tsx: obey'] })).toHaveLength(1)
})

test('a verb with its object, a value and what is not exported are none', () => {
  const text =
    'export function tellStaff() {}\nexport const note = prose(2)\nfunction tell() {}\nexport const shown = {}\n'
  expect(checkStyle(aRoot(text), none)).toEqual([])
})
