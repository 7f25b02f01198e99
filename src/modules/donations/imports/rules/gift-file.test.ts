import { expect, test } from 'vitest'
import { readGiftFile } from './gift-file.ts'

const settings = { country: 'US', currency: 'USD', today: '2026-11-23', timeZone: 'America/New_York' }
const read = (text: string) => readGiftFile(text, settings)

test.each([
  [
    'planning-center',
    'Donation ID,Received date,First name,Last name,Email,Amount,Fee,Fund,Payment method,Check number,Status\n' +
      '991,2026-01-04,Maria,Lopez,maria@example.org,"1,250.00",36.55,Missions,Card,,succeeded\n' +
      '992,2026-01-04,Tom,Reed,,40.00,0,General,Check,1044,succeeded\n' +
      '993,2026-01-05,Ann,Bly,,10.00,0,General,Card,,failed\n',
  ],
  [
    'tithely',
    'Transaction ID,Date,First Name,Last Name,Email,Amount,Giving Type,Method\n' +
      'T1,01/04/2026,Maria,Lopez,maria@example.org,$1250,Missions,Visa\nT2,01/14/2026,Tom,Reed,,$40,General,Cash\n',
  ],
  [
    'pushpay',
    'Payment ID,Date,Payer name,Email,Mobile,Amount,Currency,Fund,Method,Status\n' +
      'P1,4 Jan 2026,Maria Lopez,maria@example.org,,1250.00,USD,Missions,Card,Success\nP2,5 Jan 2026,Tom Reed,,,40.00,USD,General,ACH,Success\n',
  ],
  [
    'quickbooks',
    'Grace Church\nSales by Customer Detail\n\nDate,Transaction Type,Num,Customer,Memo/Description,Account,Amount\n' +
      '01/04/2026,Sales Receipt,101,"Lopez, Maria",Tithe,Contributions:Missions,1250.00\n' +
      '01/14/2026,Sales Receipt,1044,Tom Reed,,Contributions:General,40.00\nTotal,,,,,,1290.00\n',
  ],
])('a file as %s writes it', (product, text) => {
  const { rows, problems, ...found } = read(text)
  expect([found.product, problems]).toEqual([product, []])
  expect(rows).toMatchObject([
    { receivedOn: '2026-01-04', firstName: 'Maria', lastName: 'Lopez', amount: 125_000, fund: 'Missions' },
    { firstName: 'Tom', lastName: 'Reed', amount: 4_000, fund: 'General' },
  ])
})

test('rows that can’t be read say why, formulas are text, and card numbers stop a row', () => {
  const { rows, problems, skipped } = read(
    'Date,Name,Amount,Memo\n' +
      '2026-02-30,Ann Bly,10,\n2026-12-24,Ann Bly,10,\n2026-01-04,Ann Bly,ten,\n2026-01-04,Ann Bly,-10,\n2026-01-04,Ann Bly,10.123,\n' +
      '2026-01-04,Ann Bly,10,4242 4242 4242 4242\n2026-01-04,"\'=HYPERLINK(1)",10,\n,,,\n2026-01-04,Anonymous,5,Loose cash\n',
  )
  expect(problems.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7])
  expect(rows).toMatchObject([{ firstName: '=HYPERLINK(1)' }, { firstName: '', lastName: '', memo: 'Loose cash' }])
  expect(skipped).toBe(1)
  expect(read('a,b\n1,2\n').problems[0]!.message).toContain('a column with the date')
  expect(
    readGiftFile('Date;Name;Amount\n04.01.2026;Ann Bly;10.00\n13.01.2026;Ann Bly;10.00\n', settings).rows,
  ).toMatchObject([{ receivedOn: '2026-01-04' }, { receivedOn: '2026-01-13' }])
})

const messages = (text: string) => read(text).problems.map(({ row, message }) => `${row} ${message}`)

test('an export of Breeze: Fund(s) with parts, decimal commas, codes before amounts, ids as text', () => {
  const { rows, problems, notes } = read(
    'Date;Payment ID;First Name;Last Name;Amount;Fund(s);Method ID;Note;Card Type\n' +
      '01/04/2026;="00123";Mar\u00eda;Misi\u00f3n;25,00;General Fund;Cash;;\n' +
      '01/14/2026;="00124";Tom;Reed;USD 1.250,00;Missions (1.000,00), General Fund (250,00);Check;;\n' +
      '01/14/2026;="00125";Tom;Reed;50,00;Missions, General Fund;Check;;Visa\n',
  )
  expect(rows).toMatchObject([
    { row: 2, externalId: '00123', firstName: 'Mar\u00eda', amount: 2_500, currency: 'USD', fund: 'General Fund' },
    { row: 3, externalId: '00124', amount: 100_000, fund: 'Missions' },
    { row: 3, externalId: '00124', amount: 25_000, fund: 'General Fund' },
  ])
  expect(problems).toMatchObject([{ row: 4, message: expect.stringContaining('names several funds') }])
  expect(notes).toEqual(['Not imported, because these columns are not known: \u201cCard Type\u201d.'])
})

test('a time with a zone falls on the church\u2019s day, across the end of the year', () => {
  const { rows, notes } = read(
    'Received date,Name,Amount,Fund\n2026-01-01T04:30:00Z,Ann Bly,10,General\n2026-01-01 05:30:00 UTC,Ann Bly,10,General\n' +
      '2026-01-01 00:30 +01:00,Ann Bly,10,General\n2026-01-01,Ann Bly,10,General\n',
  )
  expect(rows.map(({ receivedOn }) => receivedOn)).toEqual(['2025-12-31', '2026-01-01', '2025-12-31', '2026-01-01'])
  expect(notes).toEqual(['Times with a zone were converted to your church\u2019s (America/New_York).'])
  const days = read('Date,Name,Amount\n2026-01-01T00:00:00Z,Ann Bly,10\n2026-01-02T00:00:00Z,Ann Bly,10\n')
  expect(days.rows.map(({ receivedOn }) => receivedOn)).toEqual(['2026-01-01', '2026-01-02'])
  expect(days.notes).toEqual(['All times are midnight in UTC, so they were read as days.'])
})

test('what is not understood is listed with its row', () => {
  const header = 'Date,Name,Email,Amount,Method,Status\n'
  expect(
    messages(
      `${header}2026-01-04 04:30 XYZT,A B,,10,Cash,\n2026-01-04,A B,,10,Cash,In review\n2026-01-04,A B,,\u20ac10,Cash,\n` +
        '2026-01-04,A B,,1.250,Cash,\n2026-01-04,Misi\ufffdn,,10,Cash,\n2026-01-04,A B,,10,Cash,,spare\n2026-01-04,"A B,,10,Cash,\n',
    ),
  ).toEqual([
    '2 \u201c2026-01-04 04:30 XYZT\u201d is not a date',
    '3 \u201cIn review\u201d is not a status that we know',
    '5 \u201c1.250\u201d is not an amount',
    '6 This row has characters that could not be read (\ufffd). Please export the file as UTF-8.',
    '7 This row has more values than the file has columns. Values with separators in them need quotation marks.',
    '8 A quotation mark in this row is never closed.',
  ])
  const euros = read(`${header}2026-01-04,A B,nobody,\u20ac10,Barter,\n`)
  expect(euros.rows).toMatchObject([{ currency: 'EUR', email: '', method: 'other' }])
  expect(euros.warnings).toMatchObject([{ row: 2, message: expect.stringContaining('nobody') }, { row: 2 }])
})
