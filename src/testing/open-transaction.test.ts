import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { aChurch } from './church.ts'
import { isInsideTransaction } from './open-transaction.ts'

test('waiting for another host or a thread inside a transaction fails the test that does it; before and after, it is fine', async () => {
  const church = await aChurch()
  const refused = /inside an open transaction/
  await church.inside(async () => {
    expect(isInsideTransaction()).toBe(true)
    expect(() => fetch('http://127.0.0.1:9/')).toThrow(refused)
    expect(() => new Worker('0', { eval: true })).toThrow(refused)
  })
  expect(isInsideTransaction()).toBe(false)
  await expect(fetch('http://127.0.0.1:9/')).rejects.toThrow(/fetch failed|bad port/)
})
