import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { networkOf } from '#kernel/network.ts'
import { sealOf } from '#kernel/secrets.ts'

export interface Visitor {
  /** The same all day for one browser in one network, on pages of one church. */
  id: string
  /** What it was yesterday: a visit just before midnight goes on after it. */
  before: string
}

const DAY = days(1)

/**
 * Tells visitors apart without a cookie, and without keeping an address: an HMAC of network and browser, other for each
 * church and each day (UTC). People who share a connection and a browser's exact version are one.
 */
export function visitorAt(clientId: string, { ip, userAgent }: { ip: string; userAgent: string }): Visitor {
  const day = Math.floor(clock.ms() / DAY)
  const of = (number: number) => sealOf(`visitor ${clientId} ${number} ${networkOf(ip)} ${userAgent}`)
  return { id: of(day), before: of(day - 1) }
}

/** The visitor whose request this is; null for members, jobs and everyone else who didn't come by the web. */
export const visitorOf = (ctx: Ctx): Visitor | null =>
  ctx.ip ? visitorAt(ctx.client.id, { ip: ctx.ip, userAgent: ctx.userAgent ?? '' }) : null
