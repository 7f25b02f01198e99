import { expect, test } from 'vitest'
import { eventReader } from './event-stream.ts'

test('an event may arrive in pieces, between comments', () => {
  const read = eventReader()
  expect(read(': alive\n\nevent: cha')).toEqual([])
  expect(read('nge\ndata: {"a":1}\n')).toEqual([])
  expect(read('\nevent: change\ndata: 2\n\n: alive\n\n')).toEqual([
    { event: 'change', data: '{"a":1}' },
    { event: 'change', data: '2' },
  ])
})

test('data of several lines is one text, an event without a name is a message', () => {
  expect(eventReader()('data: one\r\ndata: two\r\n\r\n')).toEqual([{ event: 'message', data: 'one\ntwo' }])
})
