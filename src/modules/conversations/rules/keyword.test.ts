import { expect, test } from 'vitest'
import { hasKeyword } from './keyword.ts'

test.each([
  ['Yes, PRAYER please!', 'prayer', true],
  ['Oración, por favor', 'oracion', true],
  ['new member class', 'Member Class', true],
  ['remember', 'member', false],
  ['anything', '!', false],
])('%s has the keyword %s: %s', (text, keyword, has) => expect(hasKeyword(text, keyword)).toBe(has))
