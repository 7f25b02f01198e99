import { expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { countQueries } from '#testing/queries.ts'
import { smsCampaigns, smsRecipients } from '../tables.ts'
import { exportCsv } from './service/recipients.ts'
import { list } from './service.ts'

test('a list of campaigns and its export ask as many queries for twelve as for two, and count each one’s own', async () => {
  const church = await aChurch()
  const add = (ctx: Ctx, names: string[]) =>
    ctx.db
      .insert(smsCampaigns)
      .values(
        names.map(name => ({
          name,
          body: 'Hello',
          topic: 'newsletter',
          audience: emptyAudience,
          state: 'sent' as const,
          mode: 'now' as const,
          startedAt: clock.now(),
          askedAt: clock.now(),
          split: { body: 'Hi', share: 20, hours: 4, by: 'answers' as const, otherwise: 'a' as const },
        })),
      )
      .returning()
  const page = { limit: 50, sort: 'name' as const }
  await church.inside(async ctx => {
    const [first, second] = await add(ctx, ['a', 'b'])
    await ctx.db.insert(smsRecipients).values([
      { campaignId: first!.id, address: '+15125550101', name: 'Ann' },
      { campaignId: second!.id, address: '+15125550101', name: 'Ann', skipReason: 'no_consent' },
      { campaignId: second!.id, address: '+15125550102', name: 'Bob', state: 'cancelled' },
    ])
    const two = [await countQueries(ctx, () => list(ctx, page)), await countQueries(ctx, () => exportCsv(ctx, page))]
    await add(ctx, [...'cdefghijkl'])
    const twelve = [await countQueries(ctx, () => list(ctx, page)), await countQueries(ctx, () => exportCsv(ctx, page))]
    expect(twelve).toEqual(two)
    const { items } = await list(ctx, page)
    expect(items).toHaveLength(12)
    expect(items.slice(0, 3).map(one => one.progress)).toMatchObject([
      { total: 1, recipients: 1, waiting: 1, skipped: 0, skippedBy: {} },
      { total: 2, recipients: 1, waiting: 0, skipped: 2, skippedBy: { no_consent: 1, cancelled: 1 } },
      { total: 0, recipients: 0, waiting: 0, skipped: 0, cost: 0 },
    ])
    expect(items[0]!.sides).toEqual([
      { arm: 'a', sent: 0, clicked: 0, answered: 0 },
      { arm: 'b', sent: 0, clicked: 0, answered: 0 },
    ])
  })
})
