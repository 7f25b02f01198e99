import { expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { aChurch } from '#testing/church.ts'
import { countQueries } from '#testing/queries.ts'
import { emailCampaigns, emailEvents, emailRecipients } from '../tables.ts'
import { list } from './service.ts'

test('a list of newsletters asks as many queries for twelve as for two, and counts each one’s own', async () => {
  const church = await aChurch()
  const links = ['https://example.org/a', 'https://example.org/b']
  const add = (ctx: Ctx, subjects: string[]) =>
    ctx.db
      .insert(emailCampaigns)
      .values(subjects.map(subject => ({ subject, state: 'sent' as const, startedAt: clock.now(), links })))
      .returning()
  await church.inside(async ctx => {
    const [first, second] = await add(ctx, ['May', 'June'])
    const [ann] = await ctx.db
      .insert(emailRecipients)
      .values([
        { campaignId: first!.id, address: 'ann@example.com', name: 'Ann' },
        { campaignId: second!.id, address: 'ann@example.com', name: 'Ann', state: 'cancelled' },
        { campaignId: second!.id, address: 'bob@example.com', name: 'Bob', dueAt: new Date(clock.ms() + 60_000) },
      ])
      .returning()
    await ctx.db.insert(emailEvents).values({ campaignId: first!.id, recipientId: ann!.id, kind: 'click', link: 1 })
    const two = await countQueries(ctx, () => list(ctx, { limit: 50 }))
    await add(
      ctx,
      Array.from({ length: 10 }, (_, i) => `July ${i}`),
    )
    expect(await countQueries(ctx, () => list(ctx, { limit: 50 }))).toBe(two)
    const { items } = await list(ctx, { limit: 50 })
    const named = (subject: string) => items.find(one => one.subject === subject)!
    expect(named('May')).toMatchObject({
      progress: { total: 1, waiting: 1 },
      reading: { links: [{ clicks: 0 }, { people: 1, clicks: 1 }], later: { people: 0, next: null } },
    })
    expect(named('June')).toMatchObject({
      progress: { total: 2, waiting: 1, skippedBy: { cancelled: 1 } },
      reading: { links: [{ clicks: 0 }, { clicks: 0 }], later: { people: 1 } },
    })
    expect(named('July 3')).toMatchObject({ progress: { total: 0 }, reading: { opened: 0, cap: null } })
  })
})
