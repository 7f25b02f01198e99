import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { type Fetch, machineClick } from '#links/rules/machines.ts'
import { messages } from '#messaging/tables.ts'
import { machineOpen } from '../rules/machines.ts'
import { readOpenMark } from '../service/rendering.ts'
import { emailCampaigns, emailEvents, emailRecipients } from '../tables.ts'

const MOST_EVENTS = 200
const actor = { type: 'webhook', name: 'mail-reading' } as const

type Seen = Omit<Fetch, 'since'>

/** Runs in the account that the mark belongs to. */
async function asReader<T>(mark: string, work: (ctx: Ctx, recipientId: string) => Promise<T>): Promise<T | undefined> {
  const id = readOpenMark(mark)
  if (!id) return
  const clientId = await asPlatform('mail-reading', async db => {
    const [row] = await db
      .select({ clientId: emailRecipients.clientId })
      .from(emailRecipients)
      .where(eq(emailRecipients.id, id))
    return row?.clientId
  })
  return clientId ? asActor(clientId, actor, 'mail-reading', ctx => work(ctx, id)) : undefined
}

async function recipientOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ campaignId: emailRecipients.campaignId, sentAt: messages.sentAt, links: emailCampaigns.links })
    .from(emailRecipients)
    .innerJoin(emailCampaigns, eq(emailCampaigns.id, emailRecipients.campaignId))
    .leftJoin(messages, eq(messages.id, emailRecipients.messageId))
    .where(eq(emailRecipients.id, id))
  return row
}

/** A counter, and nothing else: the caller for it a thousand times makes it no longer. */
async function note(ctx: Ctx, row: typeof emailEvents.$inferInsert): Promise<void> {
  const known = await ctx.db.$count(emailEvents, eq(emailEvents.recipientId, row.recipientId))
  if (known < MOST_EVENTS) await ctx.db.insert(emailEvents).values(row)
}

const since = (sentAt: Date | null) => (sentAt ? clock.ms() - sentAt.getTime() : null)

/** Counts a click; says where the link leads. */
export const trackClick = (mark: string, link: number, seen: Seen): Promise<string | undefined> =>
  asReader(mark, async (ctx, recipientId) => {
    const row = await recipientOf(ctx, recipientId)
    const url = row?.links[link]
    if (!row || !url) return
    const machine = machineClick({ ...seen, since: since(row.sentAt) }) ?? null
    await note(ctx, { campaignId: row.campaignId, recipientId, kind: 'click', link, machine })
    return url
  })

/** Counts that its picture was fetched. */
export const trackOpen = (mark: string, seen: Seen): Promise<void> =>
  asReader(mark, async (ctx, recipientId) => {
    const row = await recipientOf(ctx, recipientId)
    if (!row) return
    const machine = machineOpen({ ...seen, since: since(row.sentAt) }) ?? null
    await note(ctx, { campaignId: row.campaignId, recipientId, kind: 'open', machine })
  })
