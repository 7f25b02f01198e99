import { expect, test } from 'vitest'
import { readGiftFile } from './gift-file.ts'

const settings = { country: 'US', currency: 'USD', today: '2026-11-23' }
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
