import { expect, test } from 'vitest'
import { readText } from './rules.ts'

const funds = [
  { id: 'g', name: 'General', code: 'general' },
  { id: 'm', name: 'Missions', code: 'missions' },
  { id: 'b', name: 'Building Fund', code: 'building' },
]
const read = (text: string) => readText(text, { funds, currency: 'USD' })
const gift = (amount: number, fundId: string | null = null, frequency: string | null = null) => ({
  kind: 'gift',
  amount,
  fundId,
  frequency,
})

test.each([
  ['$50', gift(5_000)],
  ['50', gift(5_000)],
  ['give 50', gift(5_000)],
  ['$ 50', gift(5_000)],
  ['50.00 missions', gift(5_000, 'm')],
  ['$1,000 building monthly', gift(100_000, 'b', 'monthly')],
  ['$1,000 Building fund', gift(100_000, 'b')],
  ['GIVE $25 Missions weekly', gift(2_500, 'm', 'weekly')],
  ['25 biweekly', gift(2_500, null, 'biweekly')],
  ['Give', { kind: 'command', command: 'give' }],
  ['REFUND', { kind: 'command', command: 'refund' }],
  ['update.', { kind: 'command', command: 'update' }],
  ['unlink', { kind: 'command', command: 'unlink' }],
  ['Commands', { kind: 'command', command: 'commands' }],
  ['Yes!', { kind: 'yes' }],
])('%s', (text, expected) => expect(read(text)).toEqual(expected))

test.each([
  '$0',
  '-5',
  '$-5',
  '$50.123',
  'fifty',
  '$50 unknownfund',
  '50 50',
  '$10,00',
  'give me',
  '$50 missions building',
])('%s is answered with how to write it', text =>
  expect(read(text)).toMatchObject({ kind: 'unclear', reply: expect.stringMatching(/Text|text/) }),
)

test.each(['Hello', '', '50 people came to the picnic today', 'Please refund my ticket', 'We give thanks', 'Psalm 50'])(
  '%s is a message like any other',
  text => expect(read(text)).toBeNull(),
)
