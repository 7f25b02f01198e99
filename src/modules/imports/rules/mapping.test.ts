import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectDelimiter } from './delimiter.ts'
import { decoder, detectEncoding } from './encoding.ts'
import type { Field } from './fields.ts'
import { findHeader } from './header.ts'
import { detectProduct, mappingProblem, proposeMapping, unrecognised } from './mapping.ts'
import { isBlank, readCsv } from './records.ts'

const examples = new URL('../data/examples/', import.meta.url)

function proposal(file: string) {
  const bytes = readFileSync(new URL(file, examples))
  const decode = decoder(detectEncoding([bytes]))
  const text = decode.write(bytes) + decode.end()
  const records = readCsv(text, detectDelimiter(text)).map(({ cells }) => cells)
  const { row, names } = findHeader(records)
  return proposeMapping(
    names,
    records.slice(row + 1).filter(cells => !isBlank(cells)),
  )
}

const fieldsOf = (headers: string[], rows: string[][] = []) =>
  proposeMapping(headers, rows).columns.map(({ field }) => field)

describe('exports map by themselves', () => {
  test.each(readdirSync(examples))('%s: every column is known', file => {
    const { columns } = proposal(file)
    expect(unrecognised(columns).map(({ header }) => header)).toEqual([])
    expect(columns.some(({ field }) => field === 'email')).toBe(true)
    expect(columns.some(({ field }) => field === 'firstName' || field === 'fullName')).toBe(true)
  })

  test.each([
    ['google.csv', 'google'],
    ['google-old.csv', 'google'],
    ['outlook.csv', 'outlook'],
    ['planning-center.csv', 'planning_center'],
    ['mailchimp-subscribed.csv', 'mailchimp'],
    ['mailchimp-unsubscribed.csv', 'mailchimp'],
    ['mailchimp-cleaned.csv', 'mailchimp'],
    ['hubspot.csv', 'hubspot'],
    ['free-form-english.csv', 'other'],
    ['free-form-german.csv', 'other'],
    ['free-form-spanish.csv', 'other'],
  ])('%s is from %s', (file, product) => expect(proposal(file).product).toBe(product))

  const expected: [string, Record<string, Field>][] = [
    [
      'google.csv',
      {
        'E-mail 1 - Value': 'email',
        'E-mail 1 - Label': 'emailKind',
        'Phone 2 - Value': 'phone',
        'Address 1 - Street': 'street',
        'Event 1 - Value': 'eventDate',
        Labels: 'groups',
        'File As': 'ignore',
      },
    ],
    [
      'google-old.csv',
      {
        'Given Name': 'firstName',
        'Family Name': 'lastName',
        'Group Membership': 'groups',
        'Additional Name': 'middleName',
        'Yomi Name': 'ignore',
      },
    ],
    [
      'outlook.csv',
      {
        Title: 'prefix',
        'E-mail 2 Address': 'email',
        'Business Phone': 'phone',
        'Home Street': 'street',
        'Other City': 'city',
        'Business Fax': 'ignore',
        Categories: 'tags',
        Spouse: 'notes',
      },
    ],
    [
      'planning-center.csv',
      {
        'Person ID': 'externalId',
        'Given Name': 'givenName',
        'First Name': 'firstName',
        'Household ID': 'householdId',
        'Household Name': 'householdName',
        Child: 'householdRole',
        Membership: 'membershipStatus',
        Status: 'recordStatus',
        'Primary Campus': 'campus',
        Birthdate: 'birthDate',
        'Marital Status': 'maritalStatus',
        'Medical Notes': 'ignore',
      },
    ],
    [
      'mailchimp-unsubscribed.csv',
      { UNSUB_TIME: 'unsubscribedEmail', TAGS: 'tags', REGION: 'ignore', CC: 'ignore', OPTIN_TIME: 'createdAt' },
    ],
    ['mailchimp-cleaned.csv', { CLEAN_TIME: 'cleaned', CLEAN_CAMPAIGN_TITLE: 'ignore' }],
    [
      'hubspot.csv',
      {
        'Unsubscribed from all email': 'unsubscribedEmail',
        'Lead Status': 'leadStage',
        'Contact owner': 'owner',
        'Original Source': 'source',
        'Email hard bounce reason': 'cleaned',
        'State/Region': 'region',
      },
    ],
    [
      'free-form-english.csv',
      {
        'Do not call': 'doNotCall',
        'Okay to text': 'subscribedSms',
        Family: 'householdName',
        'How did you hear about us?': 'source',
        Town: 'city',
      },
    ],
    [
      'free-form-german.csv',
      {
        'Straße und Hausnummer': 'street',
        PLZ: 'postalCode',
        'Keine E-Mails': 'unsubscribedEmail',
        Verstorben: 'deceased',
        Hauskreis: 'groups',
      },
    ],
    [
      'free-form-spanish.csv',
      { Dirección: 'street', 'Teléfono celular': 'phone', 'No llamar': 'doNotCall', Sexo: 'gender', Estado: 'region' },
    ],
  ]
  test.each(expected)('%s: columns that are easily mistaken', (file, wanted) => {
    const found = Object.fromEntries(proposal(file).columns.map(({ header, field }) => [header, field]))
    expect(found).toMatchObject(wanted)
  })

  test('whole lists of people who are gone', () => {
    expect(proposal('mailchimp-unsubscribed.csv').suppressesRows).toBe('unsubscribed')
    expect(proposal('mailchimp-cleaned.csv').suppressesRows).toBe('hard_bounce')
    expect(proposal('mailchimp-subscribed.csv').suppressesRows).toBeNull()
  })
})

describe('headers in free form', () => {
  test('kinds and groups', () => {
    const { columns } = proposeMapping(
      ['Telefon geschäftlich', 'homePhone', 'Home Address City', 'E-mail 2 - Type', 'Address line 2'],
      [],
    )
    expect(columns.map(({ field, kind, group }) => [field, kind, group])).toEqual([
      ['phone', 'work', 'work'],
      ['phone', 'home', 'home'],
      ['city', 'home', 'home'],
      ['emailKind', null, '2'],
      ['street2', null, null],
    ])
  })

  test('a slip of the pen and more words than needed', () => {
    expect(fieldsOf(['Frist Name', 'Church e-mail address', 'Your last name (required)', 'Birtday'])).toEqual([
      'firstName',
      'email',
      'lastName',
      'birthDate',
    ])
  })

  test("someone else's number is not the person's", () => {
    const rows = [['512-555-0142', '512-555-0143', 'bob@example.org']]
    expect(fieldsOf(['Emergency contact phone', 'Phone', 'Spouse email'], rows)).toEqual(['notes', 'phone', 'notes'])
  })

  test('words that only look like known ones are left to people', () => {
    const { columns } = proposeMapping(['Last visit', 'First time here', 'Country of birth'], [['a', 'b', 'c']])
    expect(columns.map(({ field, by }) => [field, by])).toEqual(Array(3).fill(['ignore', 'nothing']))
  })

  test('values decide where the header is silent or wrong', () => {
    const rows = [
      ['ann@example.org', '512-555-0142', 'a@example.org'],
      ['bob@example.org', '512-555-0143', 'b@example.org'],
    ]
    expect(fieldsOf(['How we reach you', 'Contact', 'Phone'], rows)).toEqual(['email', 'phone', 'email'])
  })

  test('without a header, names and addresses are found by their looks', () => {
    const rows = [
      ['17', 'Ann', 'Smith', 'ann@example.org'],
      ['18', 'Bob', 'Lee', 'bob@example.org'],
    ]
    expect(fieldsOf(['Column 1', 'Column 2', 'Column 3', 'Column 4'], rows)).toEqual([
      'ignore',
      'firstName',
      'lastName',
      'email',
    ])
    expect(fieldsOf(['Column 1', 'Column 2'], [['Ann Smith', 'ann@example.org']])).toEqual(['fullName', 'email'])
  })

  test('"Name" is the whole name, or the last one beside a first', () => {
    expect(fieldsOf(['Name', 'E-Mail'])).toEqual(['fullName', 'email'])
    expect(fieldsOf(['Name', 'Vorname'])).toEqual(['lastName', 'firstName'])
    expect(
      fieldsOf(
        ['Nombre', 'Correo'],
        [
          ['Ana María López', 'a@example.org'],
          ['Luis García', 'l@example.org'],
        ],
      ),
    ).toEqual(['fullName', 'email'])
  })

  test('"Status" and "Title" mean what their words are about', () => {
    const one = (header: string, values: string[]) =>
      fieldsOf(
        [header],
        values.map(value => [value]),
      )[0]
    expect(one('Status', ['active', 'inactive'])).toBe('recordStatus')
    expect(one('Status', ['Subscribed', 'Unsubscribed', 'Cleaned'])).toBe('subscribedEmail')
    expect(one('Status', ['New', 'Contacted', 'Qualified'])).toBe('leadStage')
    expect(one('Status', ['married', 'widowed', 'single'])).toBe('maritalStatus')
    expect(one('Status', ['Member', 'Visitor'])).toBe('membershipStatus')
    expect(one('Title', ['Mr.', 'Dr.', 'Mrs.'])).toBe('prefix')
    expect(one('Title', ['Teacher', 'Nurse'])).toBe('notes')
  })

  test('of two columns for one field the first stays', () => {
    expect(fieldsOf(['Birthday', 'Date of birth', 'Email', 'Email (2)'])).toEqual([
      'birthDate',
      'ignore',
      'email',
      'email',
    ])
  })
})

test('the product of a file nobody knows', () => {
  expect(detectProduct(['First Name', 'Last Name', 'Email'])).toBe('other')
  expect(detectProduct([])).toBe('other')
})

test('a mapping that can’t make people says why', () => {
  const problem = (headers: string[]) => mappingProblem(proposeMapping(headers, []).columns)
  expect(problem(['First name', 'Birthday', 'Email', 'Email 2'])).toBeNull()
  expect(problem(['City', 'Birthday'])).toBe(
    'Choose at least one column with a name, an email address or a phone number.',
  )
  const twice = proposeMapping(['First name', 'Birthday', 'Wedding day'], []).columns.map(column => ({ ...column }))
  twice[2]!.field = 'birthDate'
  expect(mappingProblem(twice)).toBe('“Birthday” and “Wedding day” are both mapped to birth date. Choose one.')
})
