import { describe, expect, test } from 'vitest'
import { type Candidate, duplicateSentence, type Identity, matchPerson } from './match.ts'

const mail = 'family@example.org'
const phone = '+15125550142'
const who = (name: string, rest: Partial<Identity> = {}): Identity => {
  const [first = '', last = ''] = name.split(' ')
  return {
    first: first === '-' ? null : first || null,
    last: last || null,
    nick: null,
    emails: [mail],
    phones: [],
    ...rest,
  }
}
const known = (id: string, name: string, rest: Partial<Identity> = {}): Candidate => ({ id, ...who(name, rest) })

describe('attaches', () => {
  test.each([
    ['same name and address', who('Ann Smith'), known('1', 'Ann Smith')],
    [
      'same name and number',
      who('Ann Smith', { emails: [], phones: [phone] }),
      known('1', 'Ann Smith', { phones: [phone] }),
    ],
    ['a nickname', who('Bob Smith'), known('1', 'Robert Smith')],
    ['the nick name that is on file', who('Bubba Smith'), known('1', 'Robert Smith', { nick: 'Bubba' })],
    ['a last name missing on one side', who('Ann'), known('1', 'Ann Smith')],
    ['other case and accents', who('JOSE GARCIA'), known('1', 'José García')],
    ['someone without a name on file', who('Ann Smith'), known('1', '')],
    ['a newcomer without a name', who(''), known('1', 'Ann Smith')],
    [
      'a birth date that agrees',
      who('Ann Smith', { birthDate: { year: null, month: 3, day: 4 } }),
      known('1', 'Ann Smith', { birthDate: { year: 1975, month: 3, day: 4 } }),
    ],
  ])('%s', (_, incoming, candidate) => expect(matchPerson(incoming, [candidate])).toEqual({ kind: 'attach', id: '1' }))

  test('the one of the family that is meant', () => {
    const family = [known('1', 'Ann Smith'), known('2', 'Robert Smith'), known('3', '')]
    expect(matchPerson(who('Bob Smith'), family)).toEqual({ kind: 'attach', id: '2' })
  })

  test('the one of two namesakes who shares more', () => {
    const both = [known('1', 'Ann Smith'), known('2', 'Ann Smith', { phones: [phone] })]
    expect(matchPerson(who('Ann Smith', { phones: [phone] }), both)).toEqual({ kind: 'attach', id: '2' })
  })
})

describe('leaves the decision to someone', () => {
  test.each([
    ['last_name_differs', who('Maria Lopez'), known('1', 'Maria Garcia')],
    ['last_name_differs', who('Robert Smith'), known('1', 'Robert Smith-Jones')],
    ['first_name_unclear', who('J. Smith'), known('1', 'John Smith')],
    ['first_name_unclear', who('Chris Smith'), known('1', 'Christine Smith')],
    ['first_name_unclear', who('Micheal Smith'), known('1', 'Michael Smith')],
    ['first_name_missing', who('- Smith'), known('1', 'Ann Smith')],
    [
      'birth_date_differs',
      who('Ann Smith', { birthDate: { year: 1975, month: 3, day: 4 } }),
      known('1', 'Ann Smith', { birthDate: { year: 2001, month: 3, day: 4 } }),
    ],
  ] as const)('%s', (reason, incoming, candidate) => {
    const match = matchPerson(incoming, [candidate])
    expect(match).toMatchObject({ kind: 'duplicate', ids: ['1'], reason })
    expect(duplicateSentence(reason)).toMatch(/\.$/)
  })

  test('father and son of one name share an address', () => {
    const father = { ...known('1', 'Robert'), last: 'Smith' }
    expect(matchPerson({ ...who('Robert'), last: 'Smith Jr.' }, [father])).toMatchObject({
      kind: 'duplicate',
      reason: 'last_name_differs',
    })
  })

  test('a nameless newcomer at an address of several', () => {
    const family = [known('1', 'Ann Smith'), known('2', 'Bob Smith')]
    expect(matchPerson(who(''), family)).toMatchObject({
      kind: 'duplicate',
      ids: ['1', '2'],
      reason: 'several_share_contact',
    })
  })

  test('two who fit equally', () => {
    const twins = [known('1', 'Ann Smith'), known('2', 'Ann Smith')]
    expect(matchPerson(who('Ann Smith'), twins)).toMatchObject({ kind: 'duplicate', reason: 'several_share_contact' })
  })

  test('a name alone never attaches', () => {
    const incoming = who('Ann Smith', { emails: ['other@example.org'] })
    expect(matchPerson(incoming, [known('1', 'Ann Smith')])).toMatchObject({
      kind: 'duplicate',
      reason: 'same_name',
      score: 0.4,
    })
  })
})

describe('is someone new', () => {
  test('husband and wife at one address', () =>
    expect(matchPerson(who('Ann Smith'), [known('1', 'Bob Smith')])).toEqual({ kind: 'new' }))
  test('mother and daughter at one number', () => {
    const mother = known('1', 'Maria Lopez', { emails: [], phones: [phone] })
    expect(matchPerson(who('Elena Lopez', { emails: [], phones: [phone] }), [mother])).toEqual({ kind: 'new' })
  })
  test('a first name alone that is the same', () => {
    expect(matchPerson(who('Ann', { emails: [] }), [known('1', 'Ann Smith')])).toEqual({ kind: 'new' })
  })
  test('without candidates', () => expect(matchPerson(who('Ann Smith'), [])).toEqual({ kind: 'new' }))
  test('nameless without anything shared', () => {
    expect(matchPerson(who('', { emails: [] }), [known('1', '')])).toEqual({ kind: 'new' })
  })
})
