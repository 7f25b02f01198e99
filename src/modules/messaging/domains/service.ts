import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { open } from '#kernel/secrets.ts'
import { freeMailWords, SHARED_CAP, warmUpCap } from './rules/warm-up.ts'
import { sendingDays, sendingDomains } from './tables.ts'

const here = (ctx: Ctx) => DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
export const domainOf = (address: string) => address.split('@')[1]?.toLowerCase() ?? ''

export interface SendingShare {
  /** Mails that may still be written today; null: as many as there are. */
  room: number | null
  /** Mails a day at present; null: no limit. */
  cap: number | null
  /** When the next day's share begins. */
  until: Date
}

/** What a domain may still send today; empty: the server's, which is shared. */
export async function sendingShareOf(ctx: Ctx, domain: string, lock = false): Promise<SendingShare> {
  const today = here(ctx)
  const day = today.toISODate()!
  if (lock) await ctx.db.insert(sendingDays).values({ domain, day }).onConflictDoNothing()
  const mine = eq(sendingDays.domain, domain)
  const asked = ctx.db
    .select({ written: sendingDays.written })
    .from(sendingDays)
    .where(and(mine, eq(sendingDays.day, day)))
  const [row] = await (lock ? asked.for('update') : asked)
  const before = domain
    ? await ctx.db.$count(sendingDays, and(mine, lt(sendingDays.day, day), gt(sendingDays.written, 0)))
    : 0
  const cap = domain ? warmUpCap(before) : SHARED_CAP
  const until = today.plus({ days: 1 }).startOf('day').toJSDate()
  return { cap, room: cap === null ? null : Math.max(cap - (row?.written ?? 0), 0), until }
}

/** Counts what was written of today's share; the caller has locked it. */
export async function useSendingShare(ctx: Ctx, domain: string, count: number): Promise<void> {
  await ctx.db
    .update(sendingDays)
    .set({ written: sql`${sendingDays.written} + ${count}` })
    .where(and(eq(sendingDays.domain, domain), eq(sendingDays.day, here(ctx).toISODate()!)))
}

/** Refuses a sender's address that other mail servers would refuse. */
export async function requireSendingDomain(ctx: Ctx, address: string): Promise<void> {
  const free = freeMailWords(address)
  if (free) throw invalid('fromAddress', free)
  const [row] = await ctx.db
    .select({ verifiedAt: sendingDomains.verifiedAt })
    .from(sendingDomains)
    .where(and(eq(sendingDomains.domain, domainOf(address)), isNull(sendingDomains.deletedAt)))
  if (!row?.verifiedAt)
    throw invalid(
      'fromAddress',
      `${domainOf(address)} is not verified yet. Please set it up under “Sending domains” first.`,
    )
}

/** What a sealed key is for. */
export const DKIM = 'dkim'

export interface SignedSender {
  address: string
  dkim: { domainName: string; keySelector: string; privateKey: string }
}

/** In whose name a mail leaves: undefined where that domain is not verified any more, or was never given. */
export async function senderOf(ctx: Ctx, address: string): Promise<SignedSender | undefined> {
  if (!address) return
  const [row] = await ctx.db
    .select()
    .from(sendingDomains)
    .where(and(eq(sendingDomains.domain, domainOf(address)), isNull(sendingDomains.deletedAt)))
  if (!row?.verifiedAt) return
  const dkim = { domainName: row.domain, keySelector: row.selector, privateKey: open(row.dkimSecret, DKIM) }
  return { address, dkim }
}
