import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { until } from '#testing/processes/until.ts'
import { holdCampaign, lockCampaign } from './campaign-lock.ts'

test('who stops a campaign comes before the batches that were not begun yet', async () => {
  const church = await aChurch()
  const id = randomUUID()
  const order: string[] = []
  const doors = { end: () => {} }
  const waiting = () =>
    church.inside(async ctx => {
      const { rows } = await ctx.db.execute<{ pid: number }>(
        sql`select pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length
    })
  const held = new Promise<void>(resolve => (doors.end = resolve))
  let isBegun = false
  const first = church.inside(async ctx => {
    await holdCampaign(ctx, id)
    isBegun = true
    await held
    order.push('first batch')
  })
  await until('the first batch is begun', async () => isBegun)
  const pause = church.inside(async ctx => {
    await lockCampaign(ctx, id)
    order.push('pause')
  })
  await until('the pause waits', async () => (await waiting()) === 1)
  const second = church.inside(async ctx => {
    await holdCampaign(ctx, id)
    order.push('second batch')
  })
  await until('the second batch waits behind it', async () => (await waiting()) === 2)
  doors.end()
  await Promise.all([first, pause, second])
  expect(order).toEqual(['first batch', 'pause', 'second batch'])
})
