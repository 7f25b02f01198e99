import { expect, test } from 'vitest'
import { readableOn } from './readable-on.ts'

test('what is written on a church’s color can be read, whatever color it is', () => {
  expect(readableOn('#000000')).toBe('#ffffff')
  expect(readableOn('#ffffff')).toBe('#000000')
  expect(readableOn('#3b4cb8')).toBe('#ffffff')
  expect(readableOn('#e3a322')).toBe('#000000')
  expect(readableOn('#777777')).toBe('#000000')
})
