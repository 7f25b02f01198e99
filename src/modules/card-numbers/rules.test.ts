import { expect, test } from 'vitest'
import { cardNumberProblems, fieldWithCardNumber, findCardNumbers, hasCardNumber, maskCardNumbers } from './rules.ts'

const arabic = (text: string) => text.replace(/\d/g, digit => String.fromCodePoint(0x660 + Number(digit)))
const bold = (text: string) => text.replace(/\d/g, digit => String.fromCodePoint(0x1d7ce + Number(digit)))

const spellings = [
  '4242424242424242',
  'Visa 4242 4242 4242 4242, exp 12/30',
  '4242-4242-4242-4242',
  '4242  4242  4242  4242',
  '4242 4242\r\n4242 4242',
  '4242\n4242\n4242\n4242',
  '4242\t4242\t4242\t4242',
  '4242/4242/4242/4242',
  '4242,4242,4242,4242',
  '4242, 4242, 4242, 4242',
  '4242_4242_4242_4242',
  '4242.4242.4242.4242',
  '4242−4242−4242−4242',
  '4242–4242—4242‒4242',
  '4242\u200b4242\u200d4242\ufeff4242',
  '4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2',
  '4242\u00ad4242\u20604242\u200e4242',
  '[4242] [4242] [4242] [4242]',
  '(4242)(4242)(4242)(4242)',
  '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
  '42 42 42 42 42 42 42 42',
  '42424242 42424242',
  '4242\u00a04242\u202f4242\u30004242',
  '4242 | 4242 | 4242 | 4242',
  '4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣',
  arabic('4242 4242 4242 4242'),
  bold('4242424242424242'),
  '４２４２４２４２４２４２４２４２',
  '1234 4242 4242 4242 4242',
  'Room 12 4242 4242 4242 4242 12/30 123',
  '512-555-0143 4242-4242-4242-4242',
  'card4242424242424242',
  '3782 822463 10005',
  '378282246310005',
  '3056 930902 5904',
  '6011111111111117',
  '6011 0009 9013 9424',
  '5555.5555.5555.4444',
  '2223003122003222',
  '4222222222222',
  '6205500000000000004',
]
test.each(spellings)('“%s” holds a card number', text => {
  expect(hasCardNumber(text)).toBe(true)
  expect(hasCardNumber(maskCardNumbers(text))).toBe(false)
})

test.each([
  '4242424242424241',
  '(512) 555-0143',
  '+1 850 555 0100',
  '+4915123456785',
  'INV-2026-00012',
  '0000000000000000',
  '2026-11-23 14:30:00',
  '2026-11-22 2026-11-23',
  '1700000000000',
  'Call 512-555-0143 or 512-555-0144',
  '512 555 0143 512 555 0144 512 555 0149',
  '018f3c52-7a6b-7c3d-9e10-426614174000',
  '9400 1000 0000 0000 0000 00',
  '94001000000000000000 00',
  '1Z999AA10123456784',
  'ISBN 978-3-16-148410-0',
  'check 1001, envelope 42',
  'Rooms 4242 and 4242 and 4242 and 4242',
  '$4,242,424,242,424,242',
  '',
])('“%s” holds none', text => {
  expect(hasCardNumber(text)).toBe(false)
  expect(maskCardNumbers(text)).toBe(text)
})

test('a phone number with its country code is none, however its digits add up', () => {
  for (let end = 0; end < 100; end++) expect(hasCardNumber(`+49151234567${String(end).padStart(2, '0')}`)).toBe(false)
})

test('all but the last four digits are hidden, and everything else is kept', () => {
  expect(maskCardNumbers('My card: 4242 4242\n4242 4242, exp 12/30. And 378282246310005! Call (512) 555-0143.')).toBe(
    'My card: •••• 4242, exp 12/30. And •••• 0005! Call (512) 555-0143.',
  )
  expect(maskCardNumbers(arabic('4242 4242 4242 4242'))).toBe('•••• 4242')
  expect(findCardNumbers('a 4242424242424242 b 5555555555554444')).toHaveLength(2)
})

test('long texts take linear time', () => {
  const started = performance.now()
  for (const piece of ['4242 ', '4', '4 ', '42-42\u200b', ' '.repeat(5), '+1 (512) 555-0143 '])
    findCardNumbers(piece.repeat(200_000 / piece.length))
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('the fields that have one are named, also within a list; numbers are no texts', () => {
  const lines = [{ description: 'card 4242 4242 4242 4242' }]
  expect(fieldWithCardNumber({ memo: 'thanks', lines })).toBe('lines')
  expect(fieldWithCardNumber({ memo: 'thanks', amount: 4242424242424242 })).toBeUndefined()
  expect(Object.keys(cardNumberProblems({ memo: 'thanks', lines, note: '4242424242424242' }))).toEqual([
    'lines',
    'note',
  ])
})
