import { and, eq } from 'drizzle-orm'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { type Carrier, CarrierRefused, carrier } from '#providers/telephony/index.ts'
import { carrierAccess } from '../../carrier/service.ts'
import { announcementCalls, type CallMessage, type CallPlan } from '../../service/announcements.ts'
import { messages } from '../../tables.ts'
import { shouldRetry } from '../rules.ts'
import type { Delivery } from './delivery.ts'
import { claimMessage, settleMessage } from './state.ts'

/** Where the carrier asks what to play, and where it tells how a call goes. */
export const callUrl = (clientId: string, route: 'voice' | 'status', messageId: string, step: string) =>
  `${env.publicUrl}/api/twilio/${route}?${new URLSearchParams({ t: clientId, step, m: messageId })}`

interface ReadyCall {
  message: CallMessage
  plan: CallPlan
}

/**
 * Takes a call for placing, in one transaction with its proof: the number is locked, so that two campaigns can't both find
 * it free, and every question is asked again.
 */
async function claimCall(ctx: Ctx, id: string): Promise<ReadyCall | undefined> {
  const [asked] = await ctx.db
    .select({ number: messages.recipient })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.state, 'queued')))
  if (!asked) return
  await advisoryLock(ctx.db, `call ${ctx.client.id} ${asked.number}`)
  const message = await claimMessage(ctx, id)
  if (message?.state !== 'sending') return
  const plan = await announcementCalls().begin(ctx, message)
  if (plan.from) return { message, plan }
  await settleMessage(ctx, id, { state: 'failed', errorCode: 'no_number', problem: 'There is no number to call from.' })
  await announcementCalls().placed(ctx, id, { refused: 'There is no number to call from.' })
}

async function placeCall(ctx: OuterCtx, by: Carrier, { message, plan }: ReadyCall, last: boolean) {
  const { id, recipient: to } = message
  try {
    const { sid } = await by.startCall({
      from: plan.from!,
      to,
      answerUrl: callUrl(ctx.client.id, 'voice', id, 'announcement'),
      statusUrl: callUrl(ctx.client.id, 'status', id, 'announcement'),
      timeout: plan.timeout,
      timeLimit: plan.timeLimit,
      detectMachine: true,
    })
    await ctx.tx(async tx => {
      await tx.db
        .update(messages)
        .set({ provider: by.name, providerId: sid, sender: plan.from! })
        .where(eq(messages.id, id))
      await announcementCalls().placed(tx, id, { sid })
    })
  } catch (error) {
    const words = String(error instanceof Error ? error.message : error).slice(0, 300)
    const refused = error instanceof CarrierRefused ? error : undefined
    if (shouldRetry(refused, last)) {
      // Not placed: its proof goes with it, and is written anew when it is.
      await ctx.tx(async tx => {
        await announcementCalls().placed(tx, id, { refused: '' })
        await tx.db
          .update(messages)
          .set({ state: 'queued' })
          .where(and(eq(messages.id, id), eq(messages.state, 'sending')))
      })
      return refused
    }
    await ctx.tx(async tx => {
      if (refused) await announcementCalls().placed(tx, id, { refused: words })
      const state = refused ? ('failed' as const) : ('unknown' as const)
      await settleMessage(tx, id, { state, problem: words, errorCode: refused?.code ?? 'silent' })
    })
  }
}

/**
 * Places calls one after the other. A call that was placed stays `sending` until the carrier says how it ended; one of which
 * nothing is known is looked up there, and never placed again blindly.
 */
export async function deliverCalls(ctx: OuterCtx, { ids, attempt, batches }: Delivery): Promise<Error | undefined> {
  const by = await carrier(await ctx.tx(carrierAccess))
  let later: Error | undefined
  for (const id of ids) {
    if (later || attempt.signal?.aborted) break
    const ready = await ctx.tx(tx => claimCall(tx, id))
    if (!ready) continue
    if (ready.message.batchId) batches.add(ready.message.batchId)
    later = await placeCall(ctx, by, ready, attempt.last)
  }
  return later ?? (attempt.signal?.aborted ? new Error('stopped') : undefined)
}
