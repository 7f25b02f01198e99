import { expect, test } from 'vitest'
import { loginPath, wantedPath } from './guard.ts'

const origin = 'https://app.example.org'

test.each([
  ['/leads?stage=new#top', '/leads?stage=new#top'],
  ['/people/import', '/people/import'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['leads', '/dashboard'],
  ['//evil.example.com/leads', '/dashboard'],
  ['/\\evil.example.com', '/dashboard'],
  ['/.//evil.example.com/x', '/evil.example.com/x'],
  ['/leads/..//evil.example.com', '/evil.example.com'],
  ['/\t/evil.example.com', '/dashboard'],
  ['https://evil.example.com', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login?next=/login', '/dashboard'],
])('after signing in, %s leads to %s', (next, path) => {
  expect(wantedPath(next, origin)).toBe(path)
})

test('the sign-in page remembers where one wanted to go', () => {
  expect(loginPath(`${origin}/dashboard`)).toBe('/login')
  expect(loginPath(`${origin}/leads?q=pat`)).toBe('/login?next=%2Fleads%3Fq%3Dpat')
})
