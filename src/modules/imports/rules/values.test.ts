import { expect, test } from 'vitest'
import { isRepeatable } from './fields.ts'
import { inspect } from './inspect.ts'
import {
  countryCode,
  isInactive,
  readChannels,
  readGender,
  readHouseholdRole,
  readKind,
  readLeadStage,
  readMaritalStatus,
  readSubscription,
  saysNothing,
  yesOrNo,
} from './values.ts'

test('words of three languages', () => {
  expect(['Yes', 'x', 'JA', 'Sí', 'TRUE', '1'].map(yesOrNo)).toEqual(Array(6).fill(true))
  expect(['No', 'nein', 'FALSE', '0', 'never'].map(yesOrNo)).toEqual(Array(5).fill(false))
  expect(yesOrNo('maybe')).toBeNull()
  expect(['F', 'weiblich', 'Mujer', 'Frau'].map(readGender)).toEqual(Array(4).fill('female'))
  expect(['M', 'Männlich', 'varón', 'Herr'].map(readGender)).toEqual(['male', 'male', 'male', null])
  expect(['Married', 'verheiratet', 'Casada', 'M'].map(readMaritalStatus)).toEqual(Array(4).fill('married'))
  expect(['ledig', 'Viudo', 'geschieden', 'Engaged', 'it is complicated'].map(readMaritalStatus)).toEqual([
    'single',
    'widowed',
    'divorced',
    'engaged',
    null,
  ])
  expect(['Attempted to contact', 'OPEN_DEAL', 'Sales Qualified Lead', 'hot'].map(readLeadStage)).toEqual([
    'contacted',
    'proposal',
    'qualified',
    null,
  ])
  expect(['child', 'true', 'Head of Household', 'Hija', 'uncle'].map(readHouseholdRole)).toEqual([
    'child',
    'child',
    'adult',
    'child',
    'other',
  ])
  expect(['* Home', 'MOBILE', 'geschäftlich', 'Casa', 'Grandma'].map(readKind)).toEqual([
    'home',
    'mobile',
    'work',
    'home',
    'other',
  ])
  expect(['inactive', 'Archived', 'active'].map(isInactive)).toEqual([true, true, false])
  expect(['', 'n/a', 'Unknown', '-', 'Na na'].map(saysNothing)).toEqual([true, true, true, true, false])
})

test('what a column about newsletters says', () => {
  expect(['', 'no', 'yes', 'Unsubscribed', 'cleaned', 'Subscribed', '2024-06-01 10:00'].map(readSubscription)).toEqual([
    'nothing',
    'no',
    'yes',
    'unsubscribed',
    'bounced',
    'subscribed',
    'unknown',
  ])
  expect(readChannels('calls, texts')).toEqual(['call', 'sms'])
  expect(readChannels('yes')).toEqual([])
})

test('countries by code and by name', () => {
  expect(
    ['US', 'usa', 'U.S.A.', 'Germany', 'Deutschland', 'México', 'Vereinigte Staaten', 'England'].map(countryCode),
  ).toEqual(['US', 'US', 'US', 'DE', 'DE', 'MX', 'US', 'GB'])
  expect(countryCode('Narnia')).toBeNull()
})

test('what the values of a column look like', () => {
  expect(inspect(['ann@example.org', '', 'Bob <bob@example.org>'])).toBe('email')
  expect(inspect(['(512) 555-0142', '512-555-0143', '+49 30 901820'])).toBe('phone')
  expect(inspect(['3/4/1975', '1975-03-04'])).toBe('date')
  expect(inspect(['yes', 'no', 'x'])).toBe('yes_no')
  expect(inspect(['Ann Smith', 'Lopez, Maria'])).toBe('full_name')
  expect(inspect(['Ann', 'José', 'محمد'])).toBe('name')
  expect(inspect(['62701', '78701', '12'])).toBeNull()
  expect(inspect(['', ' '])).toBeNull()
})

test('a person has several addresses and one birthday', () => {
  expect(isRepeatable('email')).toBe(true)
  expect(isRepeatable('birthDate')).toBe(false)
})
