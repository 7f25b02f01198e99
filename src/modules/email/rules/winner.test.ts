import { expect, test } from 'vitest'
import { verdictOf } from '#campaigns/rules/winner.ts'
import { machineClick } from '#links/rules/machines.ts'
import { machineOpen } from './machines.ts'

test.each([
  [
    'a hundred in each, far apart',
    { a: { sent: 2_000, clicked: 200 }, b: { sent: 2_000, clicked: 100 } },
    { winner: 'a' },
  ],
  ['the other way round', { a: { sent: 2_000, clicked: 120 }, b: { sent: 2_000, clicked: 300 } }, { winner: 'b' }],
  [
    'ninety-nine in one of them',
    { a: { sent: 2_000, clicked: 900 }, b: { sent: 2_000, clicked: 99 } },
    { winner: null, why: 'too_few' },
  ],
  ['nobody at all', { a: { sent: 0, clicked: 0 }, b: { sent: 0, clicked: 0 } }, { winner: null, why: 'too_few' }],
  [
    'so close that it may be chance',
    { a: { sent: 2_000, clicked: 110 }, b: { sent: 2_000, clicked: 120 } },
    { winner: null, why: 'too_close' },
  ],
  [
    'everyone in both',
    { a: { sent: 150, clicked: 150 }, b: { sent: 150, clicked: 150 } },
    { winner: null, why: 'too_close' },
  ],
])('a winner is named, or none: %s', (_, sides, verdict) => {
  expect(verdictOf(sides)).toEqual(verdict)
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
test('what a machine does is told from what a person does', () => {
  const person = { method: 'GET', userAgent: firefox, since: 60_000 }
  expect(machineClick(person)).toBeUndefined()
  expect(machineClick({ ...person, method: 'HEAD' })).toBe('head')
  expect(machineClick({ ...person, since: 1_999 })).toBe('speed')
  expect(machineClick({ ...person, since: null })).toBeUndefined()
  for (const userAgent of [
    '',
    'Barracuda Sentinel (EE)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'python-requests/2.31',
  ])
    expect(machineClick({ ...person, userAgent }), userAgent).toBe('agent')
  expect(machineOpen({ ...person, userAgent: 'Mozilla/5.0' })).toBe('agent')
  expect(machineOpen({ ...person, userAgent: gmail })).toBeUndefined()
  expect(machineOpen({ ...person, userAgent: gmail, since: 500 })).toBe('agent')
})
