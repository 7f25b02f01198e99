import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkSpecification, claimsIn, codeOf, says, textsOf } from './specification.ts'

const root = path.resolve(import.meta.dirname, '..')

test('every text and constant that the specification fixes is where docs/specification.md says', () => {
  expect(claimsIn(readFileSync(path.join(root, 'docs/specification.md'), 'utf8')).length).toBeGreaterThan(250)
  expect(checkSpecification(root)).toEqual([])
})

const source = `
  // Never said: Only a comment
  const label = 'Save'
  const home = 'Home visits'
  const told = \`Test failed: \${error}\`
  export const Page = () => (
    <p title="Read aloud">
      Passwords do
      not match, don’t <a href="/">try again</a> {'…'} {name}
    </p>
  )
`
test.each([
  ['Save', true],
  ['Read aloud', true],
  ['Passwords do not match', true],
  ["Passwords do not match, don't try again", true],
  ['Test failed: {…}', true],
  ['Home', false],
  ['Only a comment', false],
  ['Passwords do not', true],
  ['Passwords do no', false],
  ['label', false],
])('a text is what is said, not what the source contains: %s', (wanted, isSaid) => {
  expect(says(textsOf('page.tsx', source), wanted)).toBe(isSaid)
})

test('a constant in a comment is none', () => {
  const text = '/** const DAYS = 14 */\nexport const DAYS =\n  15'
  expect(codeOf('rules.ts', text)).not.toContain('DAYS = 14')
  expect(codeOf('rules.ts', text)).toContain('DAYS = 15')
})
