import { sql } from 'drizzle-orm'
import { seedHistories } from '#conversations/items/seed.ts'
import { seedConversations } from '#conversations/seed.ts'
import { seedCampaigns } from '#email/mailings/seed.ts'
import { seedNewsletter } from '#email/seed.ts'
import { seedForms } from '#forms/seed.ts'
import { seedIdentity } from '#identity/seed.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, asPlatform } from '#kernel/run.ts'
import { seedLeads } from '#leads/seed.ts'
import { findPairs } from '#people/finding/service.ts'
import { seedPeople } from '#people/seed.ts'
import { seedChat } from '#site/church-chat/seed.ts'
import { seedSms } from '#sms/seed.ts'
import { buyDemoNumbers, seedTelephony } from '#telephony/seed.ts'

const isEmpty = async (ctx: Ctx): Promise<boolean> => {
  const { rows } = await ctx.db.execute<object>(sql`select from people limit 1`)
  return rows.length === 0
}

/** The demo church, once: each module brings its own rows. A start that was cut off is finished by the next one. */
export async function seedDemo(): Promise<void> {
  const { clientId, userIds } = await seedIdentity()
  const empty = await asJob(clientId, 'seed', 'seed', isEmpty)
  const bought = empty ? await buyDemoNumbers(clientId) : []
  await asJob(clientId, 'seed', 'seed', async ctx => {
    // Two processes may start at once: the second waits here, and finds the rows.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(727202)`)
    if (!(await isEmpty(ctx))) return
    const personIds = await seedPeople(ctx, { count: 240, userIds })
    await seedLeads(ctx, { personIds, userIds })
    await seedConversations(ctx, { personIds, userIds })
    await seedTelephony(ctx, { userIds, bought })
    await seedHistories(ctx, userIds)
    await seedSms(ctx)
    await seedForms(ctx, { personIds, userIds })
    await seedCampaigns(ctx)
    await seedChat(ctx)
    await findPairs(ctx)
  })
  const houseId = await asPlatform('seed', async db => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from clients where house`)
    return rows[0]!.id
  })
  await asJob(houseId, 'seed', 'seed', seedNewsletter)
}
