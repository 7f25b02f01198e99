import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { latestEvidence, listSuppressionsOf } from '#consent/service.ts'
import { consents } from '#consent/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sendMail } from '#messaging/service.ts'
import { comeBackMail } from '../../emails/come-back.ts'
import { unsubscribeUrl } from '../service.ts'

/**
 * Someone who unsubscribed resubscribes only by a link of theirs, since anyone can type their address: they are asked, once
 * a day at most.
 */
export async function askToResubscribe(ctx: Ctx, consentId: string): Promise<void> {
  const [said] = await ctx.db.select().from(consents).where(eq(consents.id, consentId))
  if (said?.channel !== 'email' || said.topic === '' || said.source === 'link') return
  const { value, topic } = said
  const place = { channel: 'email', topic } as const
  const against = (await listSuppressionsOf(ctx, [value], place)).get(value) ?? []
  // A no that came after this yes is the last word.
  const word = (await latestEvidence(ctx, [value], place)).get(value)
  if (word !== 'granted' || !against.includes('unsubscribed')) return
  const [house] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const href = unsubscribeUrl({ c: ctx.client.id, a: value, t: topic })
  await sendMail(ctx, {
    to: value,
    ...comeBackMail({ church: house!.name, href }),
    kind: 'come-back',
    dedupeKey: `come-back:${topic}:${value}:${clock.now().toISOString().slice(0, 10)}`,
  })
}
