import { expect, test } from 'vitest'
import { pageErrorLine } from './page-error.ts'

test('an error of a page is one line of JSON, whatever was thrown', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const line = pageErrorLine(new TypeError('two\nlines'), 'https://example.org/newsletter/may?token=secret', at)
  expect(line).not.toContain('\n')
  expect(line).not.toContain('secret')
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    time: '2026-11-22T12:00:00.000Z',
    path: '/newsletter/may',
    msg: 'a page failed',
    err: { type: 'TypeError', message: 'two\nlines', stack: expect.stringContaining('page-error.test') },
  })
  expect(JSON.parse(pageErrorLine('odd', 'no address'))).toMatchObject({ path: '', err: { message: 'odd' } })
})
