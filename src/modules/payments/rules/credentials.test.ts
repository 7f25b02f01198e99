import { expect, test } from 'vitest'
import { credentialProblems } from './credentials.ts'
import { descriptorProblem } from './descriptor.ts'

const good = { publishableKey: 'pk_test_1', secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }

test('keys of Stripe that are swapped, of two modes or no keys are named at their field', () => {
  expect(credentialProblems('stripe', good)).toEqual({})
  expect(credentialProblems('stripe', { ...good, webhookSecret: '' })).toEqual({})
  expect(credentialProblems('stripe', { ...good, secretKey: 'rk_test_1' })).toEqual({})
  expect(credentialProblems('stripe', { ...good, publishableKey: 'sk_test_1', secretKey: 'pk_test_1' })).toEqual({
    publishableKey: 'This is a secret key, not a publishable key',
    secretKey: 'This is a publishable key, not a secret key',
  })
  expect(credentialProblems('stripe', { ...good, secretKey: 'sk_live_1' })).toEqual({
    secretKey: 'This key is for live mode, and the publishable key for test mode',
  })
  expect(credentialProblems('stripe', { ...good, secretKey: 'hello' })).toEqual({
    secretKey: 'This is not a secret key of Stripe',
  })
  expect(credentialProblems('stripe', {})).toEqual({
    publishableKey: 'Please enter the Publishable Key',
    secretKey: 'Please enter the Secret Key',
  })
})

test('a merchant ID of Clover has 13 letters and digits', () => {
  expect(credentialProblems('clover', { apiKey: 'x', merchantId: 'ABC123DEF4567' })).toEqual({})
  expect(credentialProblems('clover', { apiKey: 'x', merchantId: 'ABC' })).toEqual({
    merchantId: 'A merchant ID has 13 letters and digits',
  })
})

test('words on a card statement have 5 to 22 Latin characters, one of them a letter', () => {
  for (const fine of ['', 'GRACE', 'Grace Church Waco 2026']) expect(descriptorProblem(fine)).toBeUndefined()
  for (const bad of ['GRAC', 'x'.repeat(23), "GRACE'S", 'GRACE*', '12345', 'GRÂCE'])
    expect(descriptorProblem(bad)).toBeTypeOf('string')
})
