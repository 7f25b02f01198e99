import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { formatMoney } from '#kernel/money.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { guardSubmission, openedAt, openedNow } from '#public-page/guard/service.ts'
import { embedScript } from '#public-page/rules/embed.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { openOnward } from '#public-page/service/onward.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { bookingForm, type Offer, offersPage, sessionsPage, timesPage } from '../rules/booking-pages.ts'
import { guestPath, typePath } from '../rules/links.ts'
import type { TypeRow } from '../service/availability.ts'
import { guestToken } from '../service/token.ts'
import { instantOf, isZone, readBooking, textConsent } from './rules.ts'
import { bookAppointment, publicTypes, reserveTime, sessionsOf, timesFor, typeAt } from './service.ts'

const styles = ['/booking.css']
const scripts = ['/booking.js']

/** The visitor's transaction in the church of the address; a page without a church is not found. */
export async function atChurch(
  c: WebContext,
  work: (ctx: Ctx, church: string) => Promise<Response>,
): Promise<Response> {
  const church = c.req.param('church') ?? ''
  const id = await asPlatform('booking', db => clientOfSlug(db, church, { includesOperatorAccount: true }))
  return id ? asVisitor(c.get('caller'), id, ctx => work(ctx, church)) : publicError(c, 'notFound')
}

export const offerOf = (ctx: Ctx, type: TypeRow): Offer => ({
  name: type.name,
  description: type.description,
  durations: type.durations,
  location: type.location,
  locationKind: type.locationKind,
  confirmation: type.confirmation,
  questions: type.questions,
  price:
    type.price === null ? null : formatMoney({ amount: type.price, currency: ctx.client.currency }, ctx.client.locale),
})

export interface Opened {
  type: TypeRow
  offer: Offer
  path: string
  zone: string
  duration: number
  embedded: boolean
  /** Where it leads when it is booked, sealed by us; null: to the appointment. */
  next: string | null
}

/** The type of the address, if guests may book it. */
async function opened(c: WebContext, ctx: Ctx, church: string, asked: (name: string) => string | undefined) {
  const type = await typeAt(ctx, c.req.param('type') ?? '')
  if (!type || type.visibility === 'members') return
  const zone = asked('zone')
  const duration = Number(asked('duration'))
  return {
    type,
    offer: offerOf(ctx, type),
    path: typePath(church, type.slug),
    zone: isZone(zone) ? zone : ctx.client.timeZone,
    duration: type.durations.includes(duration) ? duration : type.durations[0]!,
    embedded: asked('embed') === '1',
    next: openOnward(asked('next'), ctx.client.id) ? asked('next')! : null,
  }
}

async function show(
  c: WebContext,
  ctx: Ctx,
  { type, embedded }: Opened,
  body: Parameters<typeof publicPage>[1]['body'],
  status = 200,
) {
  return publicPage(c, {
    title: type.name,
    description: type.description,
    church: await churchOf(ctx),
    body,
    styles,
    scripts,
    status,
    indexed: type.visibility === 'public' && !embedded && status === 200,
    ...(embedded && { framedBy: '*', header: 'none' as const, data: { embedded: '' } }),
  })
}

async function closed(c: WebContext, ctx: Ctx, type: TypeRow): Promise<Response> {
  const church = await churchOf(ctx)
  return publicError(c, 'closed', {
    church,
    title: type.name,
    text: 'This can’t be booked online at the moment. Please contact the church.',
  })
}

const index = (c: WebContext) =>
  atChurch(c, async (ctx, slug) => {
    const church = await churchOf(ctx)
    const types = await publicTypes(ctx)
    const body = offersPage(
      church?.name ?? 'Lampstand',
      types.map(type => ({ offer: offerOf(ctx, type), path: typePath(slug, type.slug) })),
    )
    return publicPage(c, { title: 'Book a time', church, body, styles, indexed: true })
  })

const page = (c: WebContext) =>
  atChurch(c, async (ctx, church) => {
    const at = await opened(c, ctx, church, name => c.req.query(name))
    if (!at) return publicError(c, 'notFound', { church: await churchOf(ctx) })
    if (!at.type.isActive) return closed(c, ctx, at.type)
    const chosen = instantOf(c.req.query('at'))
    const sessionId = c.req.query('session')
    if (chosen || sessionId)
      return form(c, ctx, at, { at: chosen, sessionId: sessionId ?? null, holdKey: c.req.query('hold') ?? null })
    return at.type.assignment === 'seats' ? sessions(c, ctx, at) : times(c, ctx, at)
  })

async function sessions(c: WebContext, ctx: Ctx, at: Opened, note?: string) {
  const all = await sessionsOf(ctx, at.type)
  const body = sessionsPage({
    ...at,
    ...zones(ctx, at),
    hasWaitlist: at.type.hasWaitlist,
    sessions: all.map(({ capacity, taken, ...one }) => ({ ...one, left: Math.max(0, capacity - taken) })),
    ...(note && { note }),
  })
  return show(c, ctx, at, body)
}

export const zones = (ctx: Ctx, { zone }: Pick<Opened, 'zone'>) => ({
  zone,
  churchZone: ctx.client.timeZone,
  locale: ctx.client.locale,
})

async function times(c: WebContext, ctx: Ctx, at: Opened, note?: string): Promise<Response> {
  const body = await timesBody(c, ctx, at, { action: `${at.path}/hold`, ...(note && { note }) })
  return show(c, ctx, at, body, note ? 409 : 200)
}

/** Free times of the month that the address asks for; also for moving an appointment, which doesn't stand in its own way. */
export async function timesBody(
  c: WebContext,
  ctx: Ctx,
  at: Opened,
  { action, note, except }: { action: string; note?: string; except?: string },
) {
  const { zone, duration, type } = at
  const today = DateTime.fromJSDate(clock.now(), { zone })
  const last = today.plus({ days: type.horizonDays })
  // A link to a day leads to its month.
  const wanted = c.req.query('month') ?? c.req.query('day')?.slice(0, 7)
  const asked = DateTime.fromFormat(wanted ?? '', 'yyyy-MM', { zone })
  const month = (asked.isValid && asked >= today.startOf('month') && asked <= last ? asked : today).startOf('month')
  const free = (from: DateTime, to: DateTime) =>
    timesFor(ctx, type, from.toJSDate(), to.toJSDate(), duration, except ? { except } : {})
  const found = (await free(month, month.plus({ months: 1 }))).map(time => new Date(time.start))
  const later = found.length > 0 ? [] : await free(month.plus({ months: 1 }), last)
  const day = c.req.query('day') ?? ''
  return timesPage({
    ...at,
    ...zones(ctx, at),
    action,
    month: month.toFormat('yyyy-MM'),
    day: /^\d{4}-\d\d-\d\d$/.test(day) && day.startsWith(month.toFormat('yyyy-MM')) ? day : null,
    times: found,
    hasPrevious: month > today.startOf('month'),
    hasNext: month.plus({ months: 1 }) <= last,
    nextMonth: later[0] ? DateTime.fromMillis(later[0].start, { zone }).toFormat('yyyy-MM') : null,
    ...(note && { note }),
  })
}

interface Chosen {
  at: Date | null
  sessionId: string | null
  holdKey: string | null
  typed?: Record<string, string | undefined>
  problems?: Record<string, string>
  alternatives?: readonly Date[]
}

async function form(c: WebContext, ctx: Ctx, at: Opened, chosen: Chosen): Promise<Response> {
  const { type, duration } = at
  const session = chosen.sessionId ? (await sessionsOf(ctx, type)).find(one => one.id === chosen.sessionId) : undefined
  if (!chosen.at && !session)
    return type.assignment === 'seats' ? sessions(c, ctx, at, 'This date is not open any more.') : times(c, ctx, at)
  const startsAt = session?.startsAt ?? chosen.at!
  const church = await churchOf(ctx)
  const body = bookingForm({
    ...at,
    ...zones(ctx, at),
    church: church?.name ?? 'Lampstand',
    at: chosen.at,
    sessionId: chosen.sessionId,
    holdKey: chosen.holdKey,
    startsAt,
    endsAt: session?.endsAt ?? new Date(startsAt.getTime() + duration * 60_000),
    key: chosen.typed?.key || randomUUID(),
    opened: chosen.typed?.[OPENED] || openedNow(`book ${type.id}`),
    textConsent: textConsent(church?.name ?? 'Lampstand'),
    isWaiting: session ? session.taken >= session.capacity : false,
    typed: chosen.typed ?? {},
    problems: chosen.problems ?? {},
    alternatives: chosen.alternatives ?? [],
  })
  const wrong = Object.keys(chosen.problems ?? {}).length > 0
  return show(c, ctx, at, body, chosen.alternatives?.length ? 409 : wrong ? 400 : 200)
}

const MOST = 60_000
export async function fieldsOf(c: WebContext): Promise<Record<string, string | undefined>> {
  const body = await c.req.text()
  if (body.length > MOST) throw new Failure('BAD_REQUEST', 'That is too much for one form.')
  return Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\0', '')]))
}

/** In an hour for a device. People with one model of phone share it: beyond it a time can be booked, but isn't reserved meanwhile. */
const MOST_RESERVED = 10

/** Reserves the chosen time for five minutes, and leads on to the form. */
async function keep(c: WebContext): Promise<Response> {
  const sent = await fieldsOf(c)
  return atChurch(c, async (ctx, church) => {
    const at = await opened(c, ctx, church, name => sent[name])
    const chosen = instantOf(sent.at)
    if (!at || !chosen) return publicError(c, 'invalid')
    if (!at.type.isActive) return closed(c, ctx, at.type)
    const signs = await guardSubmission(ctx, {
      form: 'hold',
      honeypot: '',
      suspicious: { device: MOST_RESERVED },
      refused: { device: 120, mine: 600 },
    })
    const isReserved = !signs.includes('many')
    const holdKey = await reserveTime(ctx, at.type, { at: chosen, duration: at.duration, isReserved })
    if (holdKey === undefined) return times(c, ctx, at, 'That time has just been taken. Please choose another one.')
    const on = new URLSearchParams({
      at: chosen.toISOString(),
      ...(holdKey && { hold: holdKey }),
      duration: String(at.duration),
      zone: at.zone,
    })
    if (at.embedded) on.set('embed', '1')
    if (at.next) on.set('next', at.next)
    return c.redirect(`${at.path}?${on}`, 303)
  })
}

async function send(c: WebContext): Promise<Response> {
  const sent = await fieldsOf(c)
  const answers = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (name.startsWith('q_') ? [[name.slice(2), value]] : [])),
  )
  try {
    return await atChurch(c, (ctx, church) => take(c, ctx, church, sent, answers))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Its transaction is rolled back: the page is drawn in another, with what was typed and the nearest times.
    if (error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    if (error.code !== 'TIME_TAKEN' && error.code !== 'NOT_FOUND') throw error
    const { alternatives = [] } = (error.data ?? {}) as { alternatives?: Date[] }
    return atChurch(c, async (ctx, church) => {
      const at = await opened(c, ctx, church, name => sent[name])
      if (!at) return publicError(c, 'notFound')
      if (at.type.assignment === 'seats') return sessions(c, ctx, at, error.message)
      if (alternatives.length === 0)
        return times(c, ctx, at, 'That time has just been taken. Please choose another one.')
      return form(c, ctx, at, { at: alternatives[0]!, sessionId: null, holdKey: null, typed: sent, alternatives })
    })
  }
}

async function take(
  c: WebContext,
  ctx: Ctx,
  slug: string,
  sent: Record<string, string | undefined>,
  answers: Record<string, string | undefined>,
) {
  const at = await opened(c, ctx, slug, name => sent[name])
  if (!at) return publicError(c, 'notFound', { church: await churchOf(ctx) })
  if (!at.type.isActive) return closed(c, ctx, at.type)
  const church = await churchOf(ctx)
  const { booking, problems } = readBooking(
    { ...sent, ...answers },
    {
      questions: at.type.questions,
      durations: at.type.durations,
      seats: at.type.assignment === 'seats',
      byPhone: at.type.locationKind === 'phone',
      church: church?.name ?? 'Lampstand',
      country: ctx.client.country,
    },
  )
  if (Object.keys(problems).length > 0) return form(c, ctx, at, { ...booking, typed: sent, problems })
  const signs = await guardSubmission(ctx, {
    form: `book ${at.type.id}`,
    honeypot: sent[HONEYPOT] ?? '',
    opened: openedAt(`book ${at.type.id}`, sent[OPENED] ?? ''),
    // Beyond it a booking is a request that staff look at, as people of one model of phone share a device.
    suspicious: { device: 40 },
    refused: { mine: 600 },
  })
  // A program is answered as if it had worked, and keeps no time from anyone.
  if (signs.includes('honeypot') || signs.includes('forged')) return c.redirect(`${at.path}/requested`, 303)
  const { attendeeId, mustPay } = await bookAppointment(ctx, at.type, {
    ...booking,
    key: booking.key || randomUUID(),
    isFast: signs.length > 0,
  })
  const own = `${env.publicUrl}${guestPath(slug, guestToken(attendeeId))}?new=1`
  if (mustPay) return c.redirect(own, 303)
  return c.redirect(openOnward(at.next ?? undefined, ctx.client.id) || at.type.redirect || own, 303)
}

const requested = (c: WebContext) =>
  atChurch(c, async ctx =>
    publicError(c, 'closed', {
      church: await churchOf(ctx),
      status: 200,
      title: 'Thank you',
      text: 'Your request was sent.',
    }),
  )

async function embed(c: WebContext): Promise<Response> {
  const church = c.req.param('church') ?? ''
  const slug = (c.req.param('file') ?? '').replace(/\.js$/, '')
  const id = await asPlatform('booking', db => clientOfSlug(db, church, { includesOperatorAccount: true }))
  const type = id ? await asVisitor(c.get('caller'), id, ctx => typeAt(ctx, slug)) : undefined
  const script =
    type && type.visibility !== 'members'
      ? embedScript({ src: `${env.publicUrl}${typePath(church, slug)}?embed=1`, title: type.name })
      : 'console.warn("Lampstand: there is no such booking page.")'
  return c.body(script, 200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=600',
  })
}

export const bookingRoutes: RawRoute[] = [
  raw('GET', '/book/:church', 'anonymous', index),
  raw('GET', '/book/:church/:type', 'anonymous', page),
  raw('POST', '/book/:church/:type', 'anonymous', send),
  raw('POST', '/book/:church/:type/hold', 'anonymous', keep),
  raw('GET', '/book/:church/:type/requested', 'anonymous', requested),
  raw('GET', '/embed/booking/:church/:file', 'anonymous', embed),
]
