import { and, eq, gt } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { activeMember, clients, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { usualHours } from '#messaging/carrier/rules.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import type { phoneNumbers } from '#messaging/carrier/tables.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { type CallTurn, logStep, savePosition } from '../../calls/service/call-log.ts'
import { isOpen } from '../../rules/hours.ts'
import { identityOf } from '../../rules/identity.ts'
import { dial, response, voicemail } from '../../rules/twiml.ts'
import { browsersHere } from '../../tables.ts'
import { webhookUrl } from '../../webhooks/service/webhook-urls.ts'
import { playMenu } from './keypad.ts'

type Numbered = typeof phoneNumbers.$inferSelect

/** Which way a call to this number goes at this hour. */
async function wayOf(ctx: Ctx, number: Numbered) {
  const { voiceRoute: route, forwardTo, menuId } = number
  const open = { route, forwardTo, menuId, closed: false }
  if (!number.byHours) return open
  const here = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  const hours = (await accountRow(ctx))?.officeHours ?? usualHours
  if (isOpen(hours, here.weekday, here.toFormat('HH:mm'))) return open
  return { route: number.closedRoute, forwardTo: number.closedForwardTo, menuId: number.closedMenuId, closed: true }
}

/** A call has come in: what its number says is done with it. */
export async function routeIncomingCall(ctx: Ctx, way: CallTurn, number: Numbered): Promise<string> {
  const { route, forwardTo, menuId, closed } = await wayOf(ctx, number)
  const why = closed ? 'Outside office hours: ' : ''
  if (route === 'forward' && forwardTo) return forwardCall(ctx, way, { to: forwardTo, ours: number.number, why })
  if (route === 'browser') return ringHere(ctx, way, { ours: number.number, why })
  if (route === 'menu' && menuId) {
    const heard = await playMenu(ctx, way, { menuId, why })
    if (heard) return heard
  }
  return promptVoicemail(ctx, way, { why })
}

const said = (why: string, what: string) => (why ? why + what : what[0]!.toUpperCase() + what.slice(1))

interface PassedOn {
  to: string
  /** Shown on the phone that rings. */
  ours: string
  /** What led here: "Pressed 1, Office: ". */
  why?: string
}

/** Rings a phone of ours; where nobody answers they may leave a message. */
export async function forwardCall(ctx: Ctx, way: CallTurn, { to, ours, why = '' }: PassedOn): Promise<string> {
  await logStep(ctx, way, said(why, `forwarded to ${phoneText(to)}`))
  await savePosition(ctx, way.callId, { stage: 'forward', ourPhone: to })
  return response(
    dial({
      to,
      callerId: ours,
      timeout: 20,
      statusUrl: webhookUrl(ctx, 'status', { leg: 'forward' }),
      actionUrl: webhookUrl(ctx, 'voice', { step: 'after', turn: String(way.turn + 1) }),
    }),
  )
}

/** A browser says so often that it is here; the carrier rings ten at once at most. */
export const PRESENCE_MS = seconds(90)
const AT_ONCE = 10

export const listPresentUsers = (ctx: Ctx) =>
  ctx.db
    .select({ userId: browsersHere.userId })
    .from(browsersHere)
    .innerJoin(members, and(eq(members.userId, browsersHere.userId), activeMember))
    .where(gt(browsersHere.seenAt, new Date(clock.ms() - PRESENCE_MS)))
    .orderBy(browsersHere.seenAt)
    .limit(AT_ONCE)

/** Rings in the browser of everyone who is here. */
async function ringHere(ctx: Ctx, way: CallTurn, { ours, why }: { ours: string; why: string }): Promise<string> {
  const here = await listPresentUsers(ctx)
  if (here.length === 0) return promptVoicemail(ctx, way, { why: `${why}Nobody is online: ` })
  await logStep(ctx, way, said(why, here.length === 1 ? 'rang in one browser' : `rang in ${here.length} browsers`))
  await savePosition(ctx, way.callId, { stage: 'forward', via: 'browser' })
  return response(
    dial({
      to: here.map(({ userId }) => ({
        identity: identityOf(ctx.client.id, userId),
        statusUrl: webhookUrl(ctx, 'status', { leg: 'forward', u: userId }),
      })),
      callerId: ours,
      timeout: 20,
      statusUrl: '',
      actionUrl: webhookUrl(ctx, 'voice', { step: 'after', turn: String(way.turn + 1) }),
    }),
  )
}

interface ForWhom {
  why?: string
  /** Of one member; absent: the church's. */
  userId?: string
  language?: string
}

/** The tone, and what is said after it. */
export async function promptVoicemail(
  ctx: Ctx,
  way: CallTurn,
  { why = '', userId, language }: ForWhom,
): Promise<string> {
  const whose = userId && (await nameOf(ctx, userId))
  await logStep(ctx, way, said(why, whose ? `voicemail of ${whose}` : 'voicemail'))
  await savePosition(ctx, way.callId, { stage: 'voicemail', ...(whose && { userId }) })
  const { greeting = '', transcribe = true } = (await accountRow(ctx)) ?? {}
  const [{ name } = { name: '' }] = await ctx.db
    .select({ name: clients.name })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const usual = `You have reached ${name}. We can’t answer right now. Please leave a message after the tone, and we will call you back.`
  const words = whose ? `Please leave a message for ${whose} after the tone.` : greeting || usual
  return response(
    voicemail(words, {
      language,
      recordingUrl: webhookUrl(ctx, 'status', { kind: 'voicemail' }),
      actionUrl: webhookUrl(ctx, 'voice', { step: 'done' }),
      ...(transcribe && { transcriptUrl: webhookUrl(ctx, 'status', { kind: 'transcript' }) }),
    }),
  )
}

async function nameOf(ctx: Ctx, userId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.userId, userId), activeMember))
  return row && (row.name || row.email)
}
