import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { consents } from '#consent/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { send } from '#messaging/service.ts'
import { notify } from '#notifications/service.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { people } from '#people/tables.ts'
import { textCreated } from '../../events.ts'
import { calls } from '../../tables.ts'

/** Someone reached nobody: whom they called for hears of it, and they get a text where they opted in to texts. */
export async function alertMissedCall(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ call: calls, name: people.name })
    .from(calls)
    .leftJoin(people, and(eq(people.clientId, calls.clientId), eq(people.id, calls.personId)))
    .where(eq(calls.id, id))
  if (!row?.call.missed || !row.call.endedAt) return
  const { call, name } = row
  if (call.userId)
    await notify(ctx, [call.userId], {
      type: 'call-missed',
      title: `${name ?? phoneText(call.theirs)} called for you`,
      body: 'The message is in Call History.',
      href: '/twilio?tab=calls&calls.state=missed',
      dedupeKey: `call-missed:${id}`,
    })
  await textBack(ctx, call)
}

async function textBack(ctx: Ctx, call: typeof calls.$inferSelect): Promise<void> {
  const [number] = await ctx.db
    .select({ text: phoneNumbers.missedText, active: phoneNumbers.active })
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.number, call.ours), isNull(phoneNumbers.releasedAt), ne(phoneNumbers.missedText, '')))
  if (!number?.active || !(await saidYes(ctx, call.theirs))) return
  const day = DateTime.fromJSDate(call.createdAt, { zone: ctx.client.timeZone }).toISODate()
  const [written] = await send(ctx, [
    {
      channel: 'sms',
      to: call.theirs,
      from: call.ours,
      text: number.text,
      purpose: 'conversational',
      kind: 'missed-call-auto-reply',
      dedupeKey: `missed-call:${call.theirs}:${day}`,
    },
  ])
  if (written?.id) await emit(ctx, textCreated, { messageId: written.id, userId: null })
}

/** Their latest choice about texts is an opt-in; calling us is none. */
async function saidYes(ctx: Ctx, number: string): Promise<boolean> {
  const [word] = await ctx.db
    .select({ state: consents.state })
    .from(consents)
    .where(and(eq(consents.value, number), inArray(consents.channel, ['sms', 'all'])))
    .orderBy(desc(consents.id))
    .limit(1)
  return word?.state === 'granted'
}
