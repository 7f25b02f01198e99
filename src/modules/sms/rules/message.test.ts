import { expect, test } from 'vitest'
import { counted } from './counting.ts'
import { linksIn, textFor } from './message.ts'

const short = (target: string) => `https://s.example/${target.length}`
const values = { firstName: 'Ann', businessName: 'Grace', 'custom.site': 'https://ann.example/me' } as const
const written = (body: string, known = false) => textFor(body, values, { known, short }).text

test.each(['Stop by on Sunday!', 'The bus will stop at noon', 'Non-stop prayer tonight'])(
  'who reads “%s” is told how to end it',
  body => expect(written(body)).toBe(`Grace: ${body} Reply STOP to opt out`),
)
test.each(['See you. Reply STOP to end', 'Text “STOP” to leave', 'STOP to opt out', 'STOP=end', 'Responda STOP'])(
  '“%s” tells it by itself',
  body => expect(written(body)).toBe(`Grace: ${body}`),
)

test('an address of the text is made short; one that is another for each reader goes whole', () => {
  expect(written('See https://grace.example/give.', true)).toBe('See https://s.example/26.')
  expect(written('Your page: {custom.site}', true)).toBe('Your page: https://ann.example/me')
  expect(written('Go to https://grace.example/?n={firstName}', true)).toBe('Go to https://grace.example/?n=Ann')
  expect(written('{custom.none|https://grace.example}', true)).toBe('https://grace.example')
  expect(
    linksIn('https://grace.example/?n={firstName} https://grace.example {custom.x|https://grace.example/y}'),
  ).toEqual(['https://grace.example'])
})

test('the counter holds the words as they are read against the limit, and counts segments of the longest message', () => {
  const count = (body: string) => counted(body, { businessName: 'Grace Community Church', origin: 'https://g.org' })
  expect(count('')).toMatchObject({ units: 0, longest: { segments: 1, encoding: 'GSM-7' } })
  // Ann is shorter than {firstName|friend}; the name and the way out make two of it for who hears from us first.
  expect(count(`Hi {firstName|friend}, ${'x'.repeat(130)}`)).toMatchObject({ units: 138, longest: { segments: 2 } })
  expect(count('{businessName}').units).toBe(22)
  expect(count(`https://grace.example/${'x'.repeat(150)}`).units).toBe(32)
  expect(count('“Hi”').longest).toMatchObject({ encoding: 'UCS-2', segments: 1 })
})
