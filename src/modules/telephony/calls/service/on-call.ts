import { eq } from 'drizzle-orm'
import type { OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { accessOf, accountRow, sidOf } from '#messaging/carrier/service.ts'
import { carrier } from '#providers/telephony/index.ts'
import { hangup, response, say } from '../../rules/twiml.ts'
import { calls } from '../../tables.ts'
import { webhookUrl } from '../../webhooks/service/webhook-urls.ts'
import { callerNumber } from '../service.ts'

interface Page {
  pageId: string
  phone: string
  isTest: boolean
}
const RING_SECONDS = 45
const spoken = 'This is Lampstand. Someone may be in danger and needs an answer now. Please look at your text messages.'
const spokenTest = 'This is Lampstand. This is a test of the on-call page. Nobody is in danger.'

/** Rings someone on call and tells them twice to look. An account without a number for calls pages by text and email alone. */
export async function ringPage(ctx: OuterCtx, { pageId: id, phone, isTest }: Page): Promise<void> {
  const ready = await ctx.tx(async tx => {
    const access = accessOf(tx.client.id, await accountRow(tx))
    const from = await callerNumber(tx, sidOf(access), undefined).catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
    if (!from) return null
    const [made] = await tx.db
      .insert(calls)
      .values({ id, direction: 'out', ours: from, theirs: phone, ourPhone: '', via: 'phone' })
      .onConflictDoNothing()
      .returning({ id: calls.id })
    const [row] = made
      ? [made]
      : await tx.db.select({ id: calls.id, sid: calls.sid }).from(calls).where(eq(calls.id, id))
    return 'sid' in row! && row.sid ? null : { access, from }
  })
  if (!ready) return
  const by = await carrier(ready.access)
  const text = isTest ? spokenTest : spoken
  const twiml = response(say(text), say(text), hangup)
  const statusUrl = webhookUrl(ctx, 'status', { c: id })
  const { sid } = await by.startCall({ from: ready.from, to: phone, twiml, timeout: RING_SECONDS, statusUrl })
  await ctx.tx(tx => tx.db.update(calls).set({ sid, provider: by.name }).where(eq(calls.id, id)))
}
