import { describe, expect, test } from 'vitest'
import type { RowOptions } from './draft.ts'
import { proposeMapping } from './mapping.ts'
import { readRow } from './row.ts'

const options: RowOptions = { country: 'US', today: '2026-05-17', product: 'other', dateOrder: {} }

/** Reads one row given as header and value, mapped by its headers alone. */
function read(row: Record<string, string>, more: Partial<RowOptions> = {}) {
  const { columns, product } = proposeMapping(Object.keys(row), [])
  return readRow(Object.values(row), columns, { ...options, product, ...more })
}

const texts = (messages: { text: string }[]) => messages.map(({ text }) => text)
const mail = { 'First name': 'Ann', Email: 'ann@example.org' }

describe('a person', () => {
  test('without the signs that nobody sees: copied names and addresses are found again', () => {
    const { person } = read({
      'First name': '\u202eAnn\u202c',
      'Last name': 'Re\u200bed',
      Email: 'ann\u200b@example.org',
    })
    expect(person).toMatchObject({ firstName: 'Ann', lastName: 'Reed', emails: [{ address: 'ann@example.org' }] })
    expect(read({ ...mail, Tags: `${'\u200b'.repeat(250_000)}x` }).person.tags).toEqual(['x'])
    // Joiners are letters of their scripts.
    expect(read({ ...mail, 'Last name': 'می\u200cخواهم' }).person.lastName).toContain('\u200c')
  })

  test('with everything a church system knows', () => {
    const { person, warnings, errors } = read({
      'Person ID': '4711',
      'First Name': 'Ann',
      'Last Name': 'Smith',
      'Home Email': 'Ann@Example.org',
      'Mobile Phone Number': '(512) 555-0142',
      'Home Address Street Line 1': '12 Oak Street',
      'Home Address City': 'Austin',
      'Home Address State': 'TX',
      'Home Address Zip Code': '78701',
      Birthdate: '03/04/1975',
      Anniversary: '8/18',
      Gender: 'F',
      'Marital Status': 'Married',
      Membership: 'Member',
      Status: 'inactive',
      Campus: 'North',
      'Household ID': '9',
      'Household Name': 'Smith',
      Child: 'false',
      Groups: 'Choir; Alpha',
      Tags: 'Guest',
      'Created At': '2019-03-04 14:05:00 UTC',
    })
    expect(person).toMatchObject({
      firstName: 'Ann',
      lastName: 'Smith',
      externalId: 'planning_center:4711',
      gender: 'female',
      maritalStatus: 'married',
      membershipStatus: 'Member',
      inactive: true,
      campus: 'North',
      groups: ['Choir', 'Alpha'],
      tags: ['Guest'],
      createdOn: '2019-03-04',
      emails: [{ address: 'ann@example.org', written: 'Ann@Example.org', kind: 'home' }],
      phones: [{ number: '+15125550142', kind: 'mobile' }],
      addresses: [{ street: '12 Oak Street', city: 'Austin', region: 'TX', postalCode: '78701', kind: 'home' }],
      birthDate: { year: 1975, month: 3, day: 4 },
      anniversary: { year: null, month: 8, day: 18 },
      household: { externalId: 'planning_center:9', name: 'Smith', role: 'adult', isPrimary: false },
    })
    expect([warnings, errors]).toEqual([[], []])
  })

  test('named in one column, with title and suffix', () => {
    expect(read({ Name: 'Dr. Maria del Carmen Lopez Jr.' }).person).toMatchObject({
      prefix: 'Dr.',
      firstName: 'Maria del Carmen',
      lastName: 'Lopez Jr.',
    })
    expect(read({ 'First name': 'Bob', 'Last name': 'Smith', Suffix: 'Jr.' }).person.lastName).toBe('Smith Jr.')
  })

  test('two people in one name are kept and reported', () => {
    const { person, warnings } = read({ Name: 'Bob & Ann Smith' })
    expect([person.firstName, person.lastName]).toEqual(['Bob & Ann', 'Smith'])
    expect(texts(warnings)).toEqual(['“Bob & Ann Smith” looks like two people. They were imported as one.'])
  })

  test('the name in papers and the one that is used', () => {
    expect(read({ 'Given Name': 'Robert', 'First Name': 'Bob' }).person).toMatchObject({
      firstName: 'Robert',
      nickName: 'Bob',
    })
    expect(read({ 'Given Name': 'Ann', 'First Name': 'Ann' }).person).toMatchObject({
      firstName: 'Ann',
      nickName: null,
    })
    const both = read({ 'Given Name': 'Robert', 'First Name': 'Bob', Nickname: 'Bubba' }).person
    expect(both).toMatchObject({ firstName: 'Bob', nickName: 'Bubba', notes: 'Given Name: Robert' })
  })

  test('called Na or Null keeps the name', () => {
    expect(read({ 'First name': 'Min', 'Last name': 'Na' }).person.lastName).toBe('Na')
    expect(read({ 'First name': 'Jo', 'Last name': 'Null' }).person.lastName).toBe('Null')
  })
})

describe('addresses and numbers', () => {
  test('several in one cell, once each', () => {
    const { person } = read({
      Email: 'a@example.org ::: A@example.org; b@example.org',
      Phone: '512-555-0142 / 512-555-0143 x7',
    })
    expect(person.emails.map(({ address }) => address)).toEqual(['a@example.org', 'b@example.org'])
    expect(person.phones.map(({ number, extension }) => [number, extension])).toEqual([
      ['+15125550142', null],
      ['+15125550143', '7'],
    ])
  })

  test('kinds come from the column beside', () => {
    const { person } = read({
      'E-mail 1 - Label': '* Work',
      'E-mail 1 - Value': 'a@example.org',
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': '512-555-0142',
      'Phone 2 - Label': 'Home',
      'Phone 2 - Value': '512-555-0143',
    })
    expect(person.emails[0]!.kind).toBe('work')
    expect(person.phones.map(({ kind }) => kind)).toEqual(['mobile', 'home'])
  })

  test('one that cannot be dialled is kept as written, with a warning', () => {
    const { person, warnings, errors } = read({ 'First name': 'Ann', Phone: '555-0142' })
    expect(person.phones).toEqual([{ number: null, extension: null, written: '555-0142', kind: 'other' }])
    expect(texts(warnings)).toEqual(['“555-0142” is not a full phone number. It is saved as entered.'])
    expect(errors).toEqual([])
    expect(texts(read({ 'First name': 'Ann', Phone: '5.12555E+09' }).warnings)).toEqual([
      'A spreadsheet shortened the number “5.12555E+09”, and its last digits are lost.',
    ])
  })

  test('what is no email address goes to the notes', () => {
    const { person, warnings } = read({ 'First name': 'Ann', Email: 'ask her husband' })
    expect(person).toMatchObject({ emails: [], notes: 'Email: ask her husband' })
    expect(texts(warnings)).toEqual(['“ask her husband” is not an email address. It was saved as a note.'])
  })

  test('a number abroad is read as it is dialled there', () => {
    expect(read({ 'First name': 'Ann', Phone: '030 901820', City: 'Berlin', Country: 'Germany' }).person).toMatchObject(
      { phones: [{ number: '+4930901820' }], addresses: [{ country: 'DE' }] },
    )
  })

  test('an address in one piece comes apart where it can', () => {
    expect(
      read({ Email: 'a@example.org', Address: '12 Oak St  Apt 4  Springfield  IL  62701  US' }).person.addresses,
    ).toEqual([
      {
        street: '12 Oak St',
        street2: 'Apt 4',
        city: 'Springfield',
        region: 'IL',
        postalCode: '62701',
        country: 'US',
        kind: 'home',
      },
    ])
    expect(read({ Email: 'a@example.org', Address: '12 Oak St, Springfield' }).person.addresses[0]!.street).toBe(
      '12 Oak St, Springfield',
    )
  })
})

describe('dates', () => {
  test.each([
    ['2/30/1980', 'is not a valid date'],
    ['2031-01-01', 'is in the future'],
    ['in spring', 'could not be read as a date'],
  ])('%s is noted, and the person kept', (Birthday, why) => {
    const { person, warnings, errors } = read({ ...mail, Birthday })
    expect(errors).toEqual([])
    expect(texts(warnings)).toEqual([`“${Birthday}” in “Birthday” ${why}. It was saved as a note.`])
    expect(person).toMatchObject({ firstName: 'Ann', birthDate: null, notes: `Birthday: ${Birthday}` })
  })

  test('the order is the one found for the column, else the country’s', () => {
    expect(read({ ...mail, Birthday: '3/4/1975' }).person.birthDate).toMatchObject({ month: 3, day: 4 })
    expect(read({ ...mail, Birthday: '3/4/1975' }, { country: 'GB' }).person.birthDate).toMatchObject({
      month: 4,
      day: 3,
    })
    expect(read({ ...mail, Birthday: '3/4/1975' }, { dateOrder: { 2: 'dmy' } }).person.birthDate).toMatchObject({
      month: 4,
      day: 3,
    })
  })

  test('what is no date goes to the notes', () => {
    const { person, warnings, errors } = read({ ...mail, Birthday: 'in spring' })
    expect([person.birthDate, person.notes, warnings.length, errors.length]).toEqual([
      null,
      'Birthday: in spring',
      1,
      0,
    ])
  })

  test('an event is an anniversary when its label says so', () => {
    expect(
      read({ ...mail, 'Event 1 - Label': 'Anniversary', 'Event 1 - Value': '2001-08-18' }).person.anniversary,
    ).toEqual({ year: 2001, month: 8, day: 18 })
    expect(read({ ...mail, 'Event 1 - Label': 'Baptism', 'Event 1 - Value': '2001-08-18' }).person.notes).toBe(
      'Baptism: 2001-08-18',
    )
  })
})

describe('people who opted out', () => {
  const email = 'ann@example.org'
  const number = '+15125550142'
  const suppressed = (row: Record<string, string>) => read({ Email: email, Phone: '512-555-0142', ...row }).suppressions

  test.each([
    [{ UNSUB_TIME: '2024-06-01 10:00:00' }, [{ channel: 'email', value: email, reason: 'unsubscribed' }]],
    [{ CLEAN_TIME: '2024-06-01 10:00:00' }, [{ channel: 'email', value: email, reason: 'hard_bounce' }]],
    [{ 'Unsubscribed from all email': 'true' }, [{ channel: 'email', value: email, reason: 'unsubscribed' }]],
    [{ 'Email marketing status': 'Unsubscribed' }, [{ channel: 'email', value: email, reason: 'unsubscribed' }]],
    [{ 'Email marketing status': 'Cleaned' }, [{ channel: 'email', value: email, reason: 'hard_bounce' }]],
    [{ 'Accepts marketing': 'no' }, [{ channel: 'email', value: email, reason: 'unsubscribed' }]],
    [{ 'Do not call': 'x' }, [{ channel: 'voice', value: number, reason: 'dnc' }]],
    [{ 'SMS opt-out': 'yes' }, [{ channel: 'sms', value: number, reason: 'unsubscribed' }]],
    [{ 'Okay to text': 'no' }, [{ channel: 'sms', value: number, reason: 'unsubscribed' }]],
    [{ 'Do not contact': 'calls' }, [{ channel: 'voice', value: number, reason: 'dnc' }]],
    [
      { 'Do not contact': 'yes' },
      [
        { channel: 'all', value: email, reason: 'dnc' },
        { channel: 'all', value: number, reason: 'dnc' },
      ],
    ],
    [
      { 'Do not contact': 'moved away' },
      [
        { channel: 'all', value: email, reason: 'dnc' },
        { channel: 'all', value: number, reason: 'dnc' },
      ],
    ],
  ])('%j', (row, expected) => expect(suppressed(row)).toEqual(expected))

  test.each([
    { 'Unsubscribed from all email': 'false' },
    { Unsubscribed: '' },
    { UNSUB_TIME: '' },
    { 'Email opt-in': '2020-01-01' },
    { 'Email opt-in': '' },
    { 'Do not call': 'no' },
    { 'Do not contact': 'n/a' },
    { 'Okay to text': 'yes' },
    { 'Email marketing status': 'Subscribed' },
  ])('%j says nothing of the kind', row => expect(suppressed(row as unknown as Record<string, string>)).toEqual([]))

  test('every way sets the mark on the person', () => {
    expect(read({ ...mail, 'Do not contact': 'yes' }).person.doNotContact).toBe(true)
    expect(read({ ...mail, 'Do not contact': 'calls' }).person.doNotContact).toBe(false)
  })

  test('a row with errors still opts out', () => {
    const row = read({ ...mail, Campus: 'x'.repeat(201), Unsubscribed: 'yes' })
    expect(row.errors).toHaveLength(1)
    expect(row.suppressions).toEqual([{ channel: 'email', value: 'ann@example.org', reason: 'unsubscribed' }])
  })

  test('a no that reaches nobody is reported', () => {
    expect(texts(read({ 'First name': 'Ann', Email: 'ann@', Unsubscribed: 'yes' }).warnings)).toContain(
      'This row opts out of email but has no valid address.',
    )
  })

  test('deceased by a word or a day', () => {
    expect(read({ ...mail, Deceased: 'yes' }).person.deceased).toBe(true)
    expect(read({ ...mail, 'Date of death': '2019-05-01' }).person).toMatchObject({
      deceased: true,
      notes: 'Date of death: 2019-05-01',
    })
    expect(read({ ...mail, Deceased: 'no' }).person.deceased).toBe(false)
  })
})

describe('bad input', () => {
  test('a name of 10,000 characters is an error that names the column', () => {
    const { person, errors } = read({ ...mail, 'Last name': 'x'.repeat(10_000) })
    expect(errors).toEqual([{ column: 'Last name', text: '“Last name” has 10,000 characters. The limit is 200.' }])
    expect(person.lastName).toBeNull()
  })

  test('200 characters fit, however many units they take', () => {
    expect(read({ ...mail, 'Last name': '👩'.repeat(200) }).errors).toEqual([])
    expect(read({ ...mail, 'Last name': '👩'.repeat(201) }).errors).toHaveLength(1)
  })

  test('notes take 10,000 characters, also together', () => {
    expect(read({ ...mail, Notes: 'x'.repeat(10_000) }).errors).toEqual([])
    expect(texts(read({ ...mail, Notes: 'x'.repeat(12_431) }).errors)).toEqual([
      '“Notes” has 12,431 characters. The limit is 10,000.',
    ])
    expect(texts(read({ ...mail, Notes: 'x'.repeat(6_000), Comments: 'y'.repeat(6_000) }).errors)).toEqual([
      'The notes of this row have 12,001 characters. The limit is 10,000.',
    ])
  })

  // A pattern that backtracks would take minutes for these.
  test.each(['a@....', '1', 'e ', '"', ',"', '1 '])('%j for 250,000 characters is an error, at once', piece => {
    const cell = `${piece.repeat(250_000 / piece.length)}x`
    const { errors } = read({ ...mail, Phone: cell, Birthday: cell, Notes: cell, Tags: cell, Address: cell })
    expect(errors.length).toBeGreaterThan(0)
  })

  test('a row about nobody', () => {
    expect(texts(read({ 'First name': '', Email: '', City: 'Austin' }).errors)).toEqual([
      'This row has no name, email address or phone number.',
    ])
  })

  test('formulas, control characters and direction marks', () => {
    expect(read({ 'First name': '=1+1', 'Last name': "'=2+2", Notes: '+cmd' }).person).toMatchObject({
      firstName: '=1+1',
      lastName: '=2+2',
      notes: '+cmd',
    })
    expect(read({ 'First name': 'A\u0007n\tn', Notes: 'two\r\nlines\u0000' }).person).toMatchObject({
      firstName: 'A n n',
      notes: 'two\nlines',
    })
    expect(read({ 'First name': 'محمد', 'Last name': 'علي' }).person).toMatchObject({
      firstName: 'محمد',
      lastName: 'علي',
    })
  })

  test('words that we don’t know are kept in the notes', () => {
    const { person, warnings } = read({ ...mail, Gender: 'see file', Allergies: 'x' })
    expect(person).toMatchObject({ gender: null, notes: 'Gender: see file' })
    expect(texts(warnings)).toEqual(['“see file” in “Gender” is not a value we recognize. It was saved as a note.'])
  })

  test('fewer cells than columns', () => {
    const { columns } = proposeMapping(['First name', 'Last name', 'Email'], [])
    expect(readRow(['Ann'], columns, options).person).toMatchObject({ firstName: 'Ann', lastName: null, emails: [] })
  })
})

test('notes keep the names of their columns', () => {
  const { person } = read({
    ...mail,
    Notes: 'Sings',
    Occupation: 'Nurse',
    'Relation 1 - Label': 'Spouse',
    'Relation 1 - Value': 'Bob',
  })
  expect(person.notes).toBe('Sings\nOccupation: Nurse\nSpouse: Bob')
})

describe('lists of tags and groups', () => {
  test.each([
    ['Choir; Youth, Alpha ::: Welcome team', ['Choir', 'Youth', 'Alpha', 'Welcome team']],
    ['"Guest","Smith, friends of"', ['Guest', 'Smith, friends of']],
    ['* myContacts ::: Choir ::: choir', ['Choir']],
  ])('%s', (value, expected) => expect(read({ ...mail, Tags: value }).person.tags).toEqual(expected))

  test('a name that is too long is left out', () => {
    const { person, warnings } = read({ ...mail, Tags: `Guest; ${'x'.repeat(300)}` })
    expect(person.tags).toEqual(['Guest'])
    expect(texts(warnings)[0]).toMatch(/is longer than 200 characters and was skipped\.$/)
  })
})

describe('the fingerprint', () => {
  test('is there only where nothing else tells people apart', () => {
    expect(read(mail).fingerprint).toBeNull()
    expect(read({ 'First name': 'Ann', Phone: '512-555-0142' }).fingerprint).toBeNull()
    expect(read({ 'First name': 'Ann', 'Person ID': '7' }).fingerprint).toBeNull()
    expect(read({ 'First name': 'Ann', Phone: '555-0142' }).fingerprint).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is the same for the same row, whatever its case and spaces', () => {
    const one = read({ 'First name': 'Ann', 'Last name': 'Smith', City: 'Austin' }).fingerprint
    expect(read({ 'First name': ' ANN ', 'Last name': 'smith', City: 'Austin' }).fingerprint).toBe(one)
    expect(read({ 'First name': 'Ann', 'Last name': 'Smith', City: 'Dallas' }).fingerprint).not.toBe(one)
  })
})
