import { expect, test } from 'vitest'
import { readLines, splitName } from './rules.ts'

test('files of other programs are read by what they call their columns', () => {
  const kajabi = 'Name,Email,Products\r\n"Ann B. Miller",ANN@example.org,Alpha\r\n'
  const planning = 'Last Name;First Name;E-mail Address\nRuiz;José;jose@example.org\n'
  expect(readLines(kajabi, 10)).toMatchObject({
    invited: [{ firstName: 'Ann B.', lastName: 'Miller', email: 'ann@example.org' }],
    unread: ['Products'],
  })
  expect(readLines(planning, 10).invited).toEqual([{ firstName: 'José', lastName: 'Ruiz', email: 'jose@example.org' }])
})

test('every row that is not understood is said with its line, and nothing is guessed', () => {
  const rows =
    'first_name,email\nAnn,ann@example.org\n,\nBob,bob at example.org\nCy,\n,dee@example.org\nAnn,Ann@Example.org\nEve,eve@example.org\n'
  const { invited, problems } = readLines(rows, 10)
  expect(invited.map(({ email }) => email)).toEqual(['ann@example.org', 'eve@example.org'])
  expect(problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 “bob at example.org” isn’t an email address.',
    '5 There is no email address.',
    '6 There is no name.',
    '7 This address is in the file twice. It is taken once.',
  ])
  expect(readLines(rows, 1).problems.at(-1)?.reason).toBe('Up to 1 people at once. Please split the file.')
  expect(readLines('Phone\n512', 2).problems[0]?.reason).toContain('No column is called Email')
})

test.each([
  ['Miller, Ann', 'Ann', 'Miller'],
  ['Ann Miller', 'Ann', 'Miller'],
  ['Ann', 'Ann', ''],
])('%s is %s %s', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})
