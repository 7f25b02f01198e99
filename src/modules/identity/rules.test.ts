import { describe, expect, test } from 'vitest'
import {
  connectionResult,
  deviceOf,
  factorName,
  forgotErrors,
  lacksSecondFactor,
  linkOutcome,
  mapAuthError,
  newPasswordErrors,
  passkeysWork,
  signInErrors,
  signUpErrors,
  signUpRefusal,
  unlinked,
} from './rules.ts'

describe('signing in', () => {
  test.each([
    ['', '', { email: 'Email is required', password: 'Password is required' }],
    ['   ', 'secret1', { email: 'Email is required' }],
    ['pat', 'secret1', { email: 'Email is invalid' }],
    ['pat@grace', 'secret1', { email: 'Email is invalid' }],
    ['pat@grace.org, ann@grace.org', 'secret1', { email: 'Email is invalid' }],
    ['pat@grace.org', '12345', { password: 'Password must be at least 6 characters' }],
    [' pat@grace.org ', '123456', {}],
  ])('%s with %s', (email, password, errors) => {
    expect(signInErrors({ email, password })).toEqual(errors)
  })
})

test('signing up needs a name and the same password twice', () => {
  const right = { name: 'Pat', email: 'pat@grace.org', password: 'secret1', confirmPassword: 'secret1' }
  expect(signUpErrors(right)).toEqual({})
  expect(signUpErrors({ ...right, name: ' ' })).toEqual({ name: 'Name is required' })
  expect(signUpErrors({ ...right, confirmPassword: '' })).toEqual({ confirmPassword: 'Please confirm your password' })
  expect(signUpErrors({ ...right, confirmPassword: 'secret2' })).toEqual({ confirmPassword: 'Passwords do not match' })
})

test('a forgotten password needs an address, a new one is written twice', () => {
  expect(forgotErrors({ email: 'pat' })).toEqual({ email: 'Email is invalid' })
  expect(newPasswordErrors({ password: 'abc', confirmPassword: 'abc' })).toEqual({
    password: 'Password must be at least 6 characters',
  })
})

test.each([
  ['Failed to fetch', 'Network error. Please check your connection and try again.', 'NETWORK_ERROR'],
  ['User already registered', 'An account with this email already exists', 'USER_EXISTS'],
  ['Invalid login credentials', 'Invalid email or password', 'INVALID_CREDENTIALS'],
  ['Email not confirmed', 'Please check your email and confirm your account', 'EMAIL_NOT_CONFIRMED'],
  ['Password should be at least 6 characters.', 'Password must be at least 6 characters long', 'WEAK_PASSWORD'],
  ['Invalid email', 'Please enter a valid email address', 'INVALID_EMAIL'],
  ['Database is on fire', 'An unexpected error occurred', 'UNKNOWN_ERROR'],
])('%s is shown as %s', (message, text, code) => {
  expect(mapAuthError(message)).toEqual({ text, code })
})

test.each([
  ['User already registered', { email: 'An account with this email already exists' }],
  ['This account already exists', { email: 'An account with this email already exists' }],
  ['Invalid email', { email: 'Please enter a valid email address' }],
  ['Unable to validate email address: invalid format', { email: 'Please enter a valid email address' }],
  ['Password should be at least 6 characters.', { password: 'Password must be at least 6 characters' }],
  ['Failed to fetch', { form: 'Network error. Please check your connection and try again.' }],
  ['Signups not allowed for this instance', { form: 'Signups not allowed for this instance' }],
  ['', { form: 'Failed to create account. Please try again.' }],
])('a sign-up refused with "%s"', (message, shown) => {
  expect(signUpRefusal(message)).toEqual(shown)
})

test('the connection test says what it found', () => {
  expect(connectionResult(200)).toEqual({ success: true, message: 'Server connection successful' })
  expect(connectionResult(503).message).toBe('Server connection failed: 503')
  expect(connectionResult(new Error('timed out'))).toEqual({
    success: false,
    message: 'Connection test failed',
    details: 'Test failed: timed out',
  })
})

test('a session of a password alone lacks the second factor that was set up', () => {
  const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
  const verified = [{ id: '1', factor_type: 'totp', status: 'verified' }]
  expect(lacksSecondFactor(token({ aal: 'aal1', name: 'Zoë ❤' }), verified)).toBe(true)
  expect(lacksSecondFactor(token({ aal: 'aal2' }), verified)).toBe(false)
  expect(lacksSecondFactor(token({ aal: 'aal1' }), [{ ...verified[0]!, status: 'unverified' }])).toBe(false)
  expect(lacksSecondFactor(token({ aal: 'aal1' }), undefined)).toBe(false)
  expect(lacksSecondFactor('nonsense', verified)).toBe(true)
})

test('factors are called by their names; a number only by its end', () => {
  const factor = { id: '1', status: 'verified' }
  expect(factorName({ ...factor, factor_type: 'totp', friendly_name: 'My phone' })).toBe('My phone')
  expect(factorName({ ...factor, factor_type: 'totp' })).toBe('Authenticator app')
  expect(factorName({ ...factor, factor_type: 'webauthn' })).toBe('Security key')
  expect(factorName({ ...factor, factor_type: 'phone', phone: '+15125550142' })).toBe('Text message to …0142')
})

test.each([
  ['crm.example.org', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('passkeys at %s: %s', (hostname, works) => expect(passkeysWork(hostname)).toBe(works))

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub })).replaceAll('+', '-').replaceAll('/', '_')}.y`

test.each([
  ['/login', tokenOf('pat'), undefined, 'taken'],
  ['/login/', tokenOf('pat'), 'pat', 'taken'],
  ['/reset-password', tokenOf('mallory'), 'pat', 'other_account'],
  ['/reset-password', 'nonsense', 'pat', 'other_account'],
  ['/dashboard', tokenOf('pat'), undefined, 'ignored'],
  ['/', tokenOf('pat'), undefined, 'ignored'],
])('a link to %s that brings a session along, opened where %3$s is signed in', (path, token, signedIn, outcome) => {
  expect(linkOutcome(path, token, signedIn)).toBe(outcome)
})

test('a name that is a web address is left out of emails to that person', () => {
  for (const name of [
    'https://evil.example',
    'Pat www.evil.example',
    'evil.example/x',
    'ev\u200bil.com',
    'Go to evil.com!',
  ])
    expect(unlinked(name), name).toBe('')
  for (const name of ['Pat Miller', 'J. R. Smith', 'J.R. Smith', 'Ruth Bennett Jr.', 'St. John', 'Dr.', ''])
    expect(unlinked(name), name).toBe(name)
})
