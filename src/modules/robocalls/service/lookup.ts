import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { carrierAccess } from '#messaging/carrier/service.ts'
import { settleMessage } from '#messaging/delivery/service/state.ts'
import { type CallFacts, carrier } from '#providers/telephony/index.ts'
import { robocallAttempts } from '../tables.ts'
import { recordCall, settleCall } from './results.ts'

type Attempt = typeof robocallAttempts.$inferSelect

/** Of a call that nothing was heard of for so long, the carrier is asked. A call lasts five minutes at most. */
const SILENT = minutes(6)
/** A call that the carrier doesn't know by then was never placed. */
const GIVEN_UP = minutes(20)

const silent = () =>
  and(isNull(robocallAttempts.endedAt), lt(robocallAttempts.startedAt, new Date(clock.ms() - SILENT)))

export const accountsWithSilentCalls = () =>
  sql`select ${robocallAttempts.clientId} from ${robocallAttempts} where ${silent()}`

export const listSilentCalls = (ctx: Ctx): Promise<{ id: string }[]> =>
  ctx.db.select({ id: robocallAttempts.id }).from(robocallAttempts).where(silent()).limit(100)

/**
 * Asks the carrier what became of a call: by its name, or by its numbers and time where the name was lost. It is never placed
 * again for that; one that the carrier doesn't know has failed.
 */
export async function lookUpCall(ctx: OuterCtx, id: string): Promise<void> {
  const { call, access } = await ctx.tx(async tx => {
    const [call] = await tx.db.select().from(robocallAttempts).where(eq(robocallAttempts.id, id))
    return { call, access: await carrierAccess(tx) }
  })
  if (!call || call.endedAt) return
  const by = await carrier(access)
  const facts = call.callSid ? await by.call(call.callSid) : await findLost(ctx, await by.calls(sinceDial(call)), call)
  await ctx.tx(async tx => {
    const [now] = await tx.db.select().from(robocallAttempts).where(eq(robocallAttempts.id, id)).for('update')
    if (!now || now.endedAt) return
    if (facts)
      await recordCall(tx, now, {
        callSid: facts.sid,
        carrierState: facts.state,
        answeredBy: facts.answeredBy ?? undefined,
        duration: facts.duration ?? undefined,
        price: facts.price ?? undefined,
        currency: facts.currency ?? undefined,
      })
    else if (clock.ms() - now.startedAt.getTime() > GIVEN_UP) {
      await settleMessage(tx, now.messageId, { state: 'failed', problem: 'The carrier knows of no such call.' })
      await settleCall(tx, now, { carrierState: 'failed' })
    }
  })
}

/** Clocks differ. */
const sinceDial = ({ number, startedAt }: Attempt) => ({
  to: number,
  since: new Date(startedAt.getTime() - minutes(1)),
})

/** A call to that number that no other row is about. */
async function findLost(ctx: OuterCtx, found: CallFacts[], { callerNumber }: Attempt): Promise<CallFacts | undefined> {
  const fitting = found.filter(one => one.from === callerNumber)
  if (fitting.length === 0) return
  const known = await ctx.tx(tx =>
    tx.db
      .select({ sid: robocallAttempts.callSid })
      .from(robocallAttempts)
      .where(sql`${robocallAttempts.callSid} = any(${sql.param(fitting.map(one => one.sid))}::text[])`),
  )
  const taken = new Set(known.map(row => row.sid))
  return fitting.find(one => !taken.has(one.sid))
}
