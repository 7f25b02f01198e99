import { expect, test } from 'vitest'
import { replaceQuotation } from './replacing.ts'

const stored = 'You shall not steal.'
test.each([
  ['It says “You shall steal.” (Exodus 20:15)', 'You shall steal.', 'It says “You shall not steal.” (Exodus 20:15)'],
  ['It says “You shall … steal”, he said', 'You shall … steal', 'It says “You shall not steal”, he said'],
  ['> You shall\n> steal.\n> — Exodus 20:15', 'You shall\nsteal.', '> You shall not steal.\n> — Exodus 20:15'],
  ['“[Always] you shall steal.”', '[Always] you shall steal.', '“You shall not steal.”'],
])('%s', (text, quoted, replaced) => {
  expect(replaceQuotation(text, { text: quoted, replacement: stored })).toBe(replaced)
})

test('a text without the quotation stays, and a verse is replaced as a whole', () => {
  expect(replaceQuotation('Something else', { text: 'You shall steal.', replacement: stored })).toBeNull()
  expect(replaceQuotation('You shall "steal."', { text: 'You shall ‘steal.’', replacement: stored }, true)).toBe(stored)
  expect(replaceQuotation('You shall steal. More.', { text: 'You shall steal.', replacement: stored }, true)).toBeNull()
  const speech = { text: 'He says I live', replacement: 'He said, “I live.”' }
  expect(replaceQuotation('“He says I live” (Job 1:1)', speech)).toBe('“He said, ‘I live.’” (Job 1:1)')
})
