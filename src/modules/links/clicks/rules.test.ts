import { expect, test } from 'vitest'
import { batched } from './rules.ts'

test('what comes while a batch is written goes into the next one together; each waits for its own', async () => {
  const written: (readonly number[])[] = []
  const doors: (() => void)[] = []
  const put = batched((items: readonly number[]) => {
    written.push(items)
    return new Promise<void>(open => doors.push(open))
  }, 3)
  const done: number[] = []
  const all = [1, 2, 3, 4, 5].map(item => put(item).then(() => done.push(item)))
  expect(written).toEqual([[1]])
  doors[0]!()
  await all[0]
  expect([written[1], done]).toEqual([[2, 3, 4], [1]])
  doors[1]!()
  await all[3]
  doors[2]!()
  await Promise.all(all)
  expect(written).toEqual([[1], [2, 3, 4], [5]])
})

test('a batch that fails rejects its own items alone', async () => {
  let first = true
  const put = batched(async (items: readonly string[]) => {
    if (!first) return items
    first = false
    throw new Error('disk full')
  }, 10)
  const [lost, kept] = await Promise.allSettled([put('a'), put('b')])
  expect([lost.status, kept.status]).toEqual(['rejected', 'fulfilled'])
})
