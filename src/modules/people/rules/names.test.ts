import { describe, expect, test } from 'vitest'
import nicknames from '../data/nicknames.json' with { type: 'json' }
import { displayName, firstNameLikeness, initials, lastNameLikeness, sameFirstName, splitName } from './names.ts'

const parts = (full: string) => Object.fromEntries(Object.entries(splitName(full)).filter(([, value]) => value))

describe('a full name', () => {
  test.each([
    ['Dr. Maria del Carmen Lopez Jr.', { prefix: 'Dr.', first: 'Maria del Carmen', last: 'Lopez', suffix: 'Jr.' }],
    ['Lopez, Maria', { first: 'Maria', last: 'Lopez' }],
    ['Müller, Hans-Peter', { first: 'Hans-Peter', last: 'Müller' }],
    ['Maria Lopez, Jr.', { first: 'Maria', last: 'Lopez', suffix: 'Jr.' }],
    ['Mary Ann Smith', { first: 'Mary Ann', last: 'Smith' }],
    ['Robert "Bob" J. Smith III', { first: 'Robert', middle: 'J.', last: 'Smith', nick: 'Bob', suffix: 'III' }],
    ['Ludwig van der Berg', { first: 'Ludwig', last: 'van der Berg' }],
    ['José Ortega y Gasset', { first: 'José', last: 'Ortega y Gasset' }],
    ['Maria de la Cruz', { first: 'Maria', last: 'de la Cruz' }],
    ['Prof. Dr. Karl-Heinz von Braun', { prefix: 'Prof. Dr.', first: 'Karl-Heinz', last: 'von Braun' }],
    ['Sr. Juan Perez', { prefix: 'Sr.', first: 'Juan', last: 'Perez' }],
    ['Don Smith', { first: 'Don', last: 'Smith' }],
    ['Pastor Jim', { prefix: 'Pastor', first: 'Jim' }],
    ['Mrs. Lopez', { prefix: 'Mrs.', last: 'Lopez' }],
    ['  Maria  ', { first: 'Maria' }],
    ['محمد علي', { first: 'محمد', last: 'علي' }],
  ])('%s', (full, expected) => expect(parts(full)).toEqual(expected))

  test.each([
    ['Bob & Ann Smith', { first: 'Bob & Ann', last: 'Smith', couple: true }],
    ['Smith, Bob and Ann', { first: 'Bob and Ann', last: 'Smith', couple: true }],
    ['José y María López', { first: 'José y María', last: 'López', couple: true }],
  ])('%s is two people', (full, expected) => expect(parts(full)).toEqual(expected))

  test('nothing comes of nothing or of an address', () => {
    expect(parts('')).toEqual({})
    expect(parts('maria@example.org')).toEqual({})
  })
})

test('the nicknames cover three languages', () => {
  expect(nicknames.length).toBeGreaterThanOrEqual(250)
  expect(nicknames.filter(group => group.length < 2)).toEqual([])
})

describe('first names', () => {
  test.each([
    ['Bob', 'Robert'],
    ['peggy', 'Margaret'],
    ['Pepe', 'José'],
    ['Lupita', 'Guadalupe'],
    ['Uschi', 'Ursula'],
    ['Hannes', 'Johannes'],
    ['JOSÉ', 'jose'],
    ['Jörg', 'Joerg'],
    ['Hans-Peter', 'Hanspeter'],
    ['Maria E.', 'María'],
    ['Chris', 'Christine'],
  ])('%s is %s', (a, b) => {
    expect(sameFirstName(a, b)).toBe(true)
    expect(sameFirstName(b, a)).toBe(true)
  })

  test.each([
    ['J.', 'John'],
    ['J', 'J'],
    ['Ann', 'Bob'],
    ['Robert', 'Roberta'],
    ['Christopher', 'Christine'],
    ['José', 'José Luis'],
    ['', 'Ann'],
    ['Micheal', 'Michael'],
  ])('%s is not %s', (a, b) => expect(sameFirstName(a, b)).toBe(false))

  test('doubt is told from difference', () => {
    expect(firstNameLikeness('J.', 'John')).toBe('unclear')
    expect(firstNameLikeness('Micheal', 'Michael')).toBe('unclear')
    expect(firstNameLikeness('Chris', 'Christine')).toBe('unclear')
    expect(firstNameLikeness('José', 'José Luis')).toBe('unclear')
    expect(firstNameLikeness('Jan', 'Joe')).toBe('different')
    expect(firstNameLikeness('K.', 'John')).toBe('different')
  })
})

test('last names: a mark of generation or half of a double name leaves doubt', () => {
  expect(lastNameLikeness('Müller', 'Mueller')).toBe('same')
  expect(lastNameLikeness('Smith Jr.', 'smith junior')).toBe('same')
  expect(lastNameLikeness('Smith Jr.', 'Smith')).toBe('unclear')
  expect(lastNameLikeness('Smith Jr.', 'Smith Sr.')).toBe('different')
  expect(lastNameLikeness('Lopez', 'Lopez Garcia')).toBe('unclear')
  expect(lastNameLikeness('Lopez', 'Garcia')).toBe('different')
})

test('what a list shows', () => {
  expect(displayName({ first: 'Robert', last: 'Smith', nick: 'Bob' })).toBe('Bob Smith')
  expect(displayName({ first: 'Ann', last: null })).toBe('Ann')
  expect(displayName({ first: '', last: '' })).toBeNull()
  expect(initials('Ann', 'Öz')).toBe('AÖ')
  expect(initials('👩‍👩‍👧 Ann', null)).toBe('👩‍👩‍👧')
  expect(initials(null, null)).toBe('?')
})
