import { expect, test } from 'vitest'
import { isPublicSuffix } from './suffix.ts'

test.each(['org', 'CO.UK', 'github.io', 'com.br'])('%s is shared by many owners', host => {
  expect(isPublicSuffix(host)).toBe(true)
})

test.each(['grace.org', 'grace.co.uk', 'grace.github.io', 'localhost', 'mediabox'])('%s has one owner', host => {
  expect(isPublicSuffix(host)).toBe(false)
})
