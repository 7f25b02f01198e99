import { expect, test } from 'vitest'
import { preview } from './counting.ts'

const church = { businessName: 'Grace Church', origin: 'https://app.example.org' }

test('the preview reads as the first text to someone: filled, signed and with the way out', () => {
  const text = preview('Hi {firstName|friend}, see https://grace.example.org/picnic', church)
  expect(text).toMatch(/^Grace Church: Hi \w+, see https:\/\/app\.example\.org\/\S+ Reply STOP to opt out$/)
})

test('an empty message has no preview', () => expect(preview('  ', church)).toBe(''))
