import { describe, expect, test } from 'vitest'
import { partialDateText } from './birthday.ts'
import { agreeing, type DateOrder, dateOrder, looksLikeDate, newTally, observe, readDate } from './dates.ts'

const read = (value: string, order: DateOrder = 'mdy') => {
  const reading = readDate(value, order, '2026-05-17')
  return reading.kind === 'date' ? partialDateText(reading.date) : reading.kind
}

const orderOf = (values: string[], country = 'US') => {
  const tally = newTally()
  for (const value of values) observe(tally, value)
  return dateOrder(tally, country)
}

test.each([
  ['1975-03-04', '1975-03-04'],
  ['1975-03-04T23:10:00Z', '1975-03-04'],
  ['1975/3/4', '1975-03-04'],
  ['19750304', '1975-03-04'],
  ['3/4/1975 12:00 AM', '1975-03-04'],
  ['3/4/75', '1975-03-04'],
  ['3/4/26', '2026-03-04'],
  ['3/4/27', '1927-03-04'],
  ['3/4', '--03-04'],
  ['--03-04', '--03-04'],
  ['--0304', '--03-04'],
  ['March 4, 1975', '1975-03-04'],
  ['Tue, 4 Mar 1975', '1975-03-04'],
  ['4. März 1975', '1975-03-04'],
  ['4 de marzo de 1975', '1975-03-04'],
  ['04-Mar-75', '1975-03-04'],
  ['Mar 4', '--03-04'],
  ['27457', '1975-03-04'],
  ['1885-03-04', '--03-04'],
  ['1604-02-29', '--02-29'],
])('%s', (value, expected) => expect(read(value)).toBe(expected))

test('day first where the column says so', () => {
  expect(read('4.3.1975', 'dmy')).toBe('1975-03-04')
  expect(read('29.2.', 'dmy')).toBe('--02-29')
  expect(read('75/03/04', 'ymd')).toBe('1975-03-04')
})

test.each(['', '0/0/00', '0000-00-00', '-', 'n/a', '1900-01-01', '1/0/1900'])('%j says nothing', value =>
  expect(read(value)).toBe('blank'),
)
test.each(['2/29/2023', '13/14/1975', '1975-02-30', '31 April 1980', '0/12/1980', '1234-05-06'])(
  '%s does not exist',
  value => expect(read(value)).toBe('impossible'),
)
test.each(['sometime', 'March', 'Mar 1975', '1975', '12', 'next Tuesday at 5'])('%s is no date', value =>
  expect(read(value)).toBe('unreadable'),
)

describe('the order of day and month', () => {
  test('one part over 12 decides for the whole column', () => {
    expect(orderOf(['03/04/1975', '05/06/1980', '25/03/1972'])).toEqual({ order: 'dmy', certain: true, decided: true })
    expect(orderOf(['03/04/1975', '03/25/1972'], 'DE')).toEqual({ order: 'mdy', certain: true, decided: true })
    expect(orderOf(['75/03/04'])).toMatchObject({ order: 'ymd', certain: true })
  })

  test('else the country does, and it is not certain', () => {
    expect(orderOf(['03/04/1975'])).toEqual({ order: 'mdy', certain: false, decided: false })
    expect(orderOf(['03/04/1975'], 'GB')).toEqual({ order: 'dmy', certain: false, decided: false })
  })

  test('full stops mean the day first', () =>
    expect(orderOf(['03.04.1975'])).toMatchObject({ order: 'dmy', certain: true }))
  test('values that contradict each other leave doubt', () => {
    expect(orderOf(['25/03/1972', '26/03/1972', '03/25/1972'])).toEqual({ order: 'dmy', certain: false, decided: true })
  })
  test('dates that can be read one way only leave none', () =>
    expect(orderOf(['1975-03-04', '5/5/1980'])).toMatchObject({ certain: true }))

  test('an open column follows the others of its file', () => {
    const open = orderOf(['03/04/1975'])
    expect(agreeing([open, orderOf(['25/03/1972'])])[0]).toMatchObject({ order: 'dmy', certain: true })
    expect(agreeing([open, orderOf(['25/03/1972']), orderOf(['03/25/1972'])])[0]).toEqual(open)
  })
})

test('what looks like a date', () => {
  expect(['3/4/1975', '1975-03-04', 'March 4, 1975', '--03-04'].every(looksLikeDate)).toBe(true)
  expect(['512-555-0142', '12345', 'Apt 4', 'Ann', '62701', '99/99/99'].some(looksLikeDate)).toBe(false)
})
