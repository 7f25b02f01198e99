import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aChurch, aUser, type TestUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

let admin: TestUser
let clientId: string
beforeAll(async () => {
  admin = await aUser({ admin: true })
  clientId = (await aChurch()).id
})

/** A job that has used up its tries, as pg-boss leaves it: failed in its queue, and a copy among the dead letters. */
async function failedJob({ expired = false } = {}) {
  const { owner } = await testHouse()
  const id = randomUUID()
  const data = { client: clientId, payload: { fileId: randomUUID() } }
  await owner.query(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, output, completed_on, dead_letter)
     values ($1, 'files.remove', $2, 'failed', 6, 6, '{"message": "Error: the disk is full"}', now(), 'dead-letters')`,
    [id, data],
  )
  await owner.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_output, source_retry_count)
     values ('dead-letters', $1, 'files.remove', $2, '{"message": "Error: the disk is full"}', 6)`,
    [data, id],
  )
  if (expired) await owner.query(`delete from pgboss.job where name = 'files.remove' and id = $1`, [id])
  return id
}
const state = async (id: string) => {
  const { owner } = await testHouse()
  return (await owner.query(`select state from pgboss.job where id = $1`, [id])).rows[0]?.state
}
const letters = async (id: string) => {
  const { owner } = await testHouse()
  return (await owner.query(`select from pgboss.job where name = 'dead-letters' and source_id = $1`, [id])).rowCount
}

test('each failed job is told once with its error, and counted in its queue', async () => {
  const id = await failedJob()
  const { items } = await admin.client.queues.failed({ queue: 'files.remove' })
  expect(items.filter(job => job.id === id)).toMatchObject([
    { error: 'Error: the disk is full', tries: 7, clientName: 'Grace Community Church' },
  ])
  const { items: all } = await admin.client.queues.list({})
  expect(all.find(queue => queue.name === 'files.remove')).toMatchObject({ running: 0, failed: items.length })
  expect(all.map(queue => queue.name)).not.toContain('dead-letters')
  expect((await admin.client.queues.export({})).csv).toContain('the disk is full')
  const first = await admin.client.queues.failed({ limit: 1 })
  await failedJob()
  const next = await admin.client.queues.failed({ limit: 1, cursor: first.nextCursor! })
  expect(next.items.map(job => job.id)).not.toContain(first.items[0]!.id)
})

test('retried, it waits again and is a dead letter no more; a second click finds nothing', async () => {
  const id = await failedJob()
  const outcomes = await Promise.allSettled([1, 2].map(() => admin.client.queues.retry({ id })))
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await state(id)).toBe('retry')
  expect(await letters(id)).toBe(0)
  const { items } = await admin.client.trail.list({ table: 'queue_actions', limit: 1 })
  expect(items).toMatchObject([{ clientName: 'Lampstand', who: admin.name }])
})

test('one whose first row is gone already is sent anew', async () => {
  const id = await failedJob({ expired: true })
  const { owner } = await testHouse()
  const waiting = async () =>
    (await owner.query(`select from pgboss.job where name = 'files.remove' and state = 'created'`)).rowCount!
  const before = await waiting()
  const listed = (await admin.client.queues.failed({})).items.map(job => job.id)
  expect(listed).toContain(id)
  await admin.client.queues.retry({ id })
  expect(await waiting()).toBe(before + 1)
  expect(await letters(id)).toBe(0)
})

test('dismissed, it is gone; all of a queue go at once', async () => {
  const id = await failedJob()
  await admin.client.queues.dismiss({ id })
  expect([await state(id), await letters(id)]).toEqual([undefined, 0])
  await expect(admin.client.queues.dismiss({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await Promise.all([failedJob(), failedJob({ expired: true })])
  const { changed } = await admin.client.queues.retryAll({ queue: 'files.remove' })
  expect(changed).toBeGreaterThanOrEqual(2)
  expect((await admin.client.queues.failed({ queue: 'files.remove' })).items).toEqual([])
})
