import { expect, test } from 'vitest'
import { consentScope } from './consent-scope.ts'

const leftOut = [
  { reason: 'no_consent', people: 127 },
  { reason: 'no_address', people: 30 },
]

test.each([
  ['reaches nobody: its own people', { total: 157, reached: 0, leftOut }, { reason: 'chosen', count: 157 }],
  ['reaches some: those without consent', { total: 160, reached: 3, leftOut }, { reason: 'no_consent', count: 127 }],
  ['is left out for other reasons', { total: 30, reached: 0, leftOut: leftOut.slice(1) }, null],
])('an audience that %s', (_, figures, scope) => expect(consentScope(figures)).toEqual(scope))
