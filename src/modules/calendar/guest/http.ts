import { maskCardNumbers } from '#card-numbers/rules.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { everyRight, withEveryRight } from '#kernel/rights.ts'
import { asActor } from '#kernel/run.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { atChurch, fieldsOf, offerOf, timesBody, zones } from '../booking/http.ts'
import { instantOf, isZone } from '../booking/rules.ts'
import { onPaymentChanged, paymentOf, startPayment } from '../paying/service.ts'
import { guestPage } from '../rules/booking-pages.ts'
import { feed } from '../rules/icalendar.ts'
import { guestPath, typePath } from '../rules/links.ts'
import { type Attendance, attendanceOf, cancelByGuest, moveAttendance, stateOf } from './service.ts'

const page = { styles: ['/booking.css'], scripts: ['/booking.js'] }

/** What the link leads to. Rights are opened for the guest's own appointment alone, which the signature names. */
const atAppointment = (
  c: WebContext,
  work: (ctx: Ctx, attendance: Attendance, church: string) => Promise<Response>,
): Promise<Response> =>
  atChurch(c, (ctx, church) =>
    withEveryRight(ctx, 'guest', async () => {
      const attendance = await attendanceOf(ctx, c.req.param('token') ?? '')
      if (!attendance) return publicError(c, 'notFound', { church: await churchOf(ctx) })
      return work(ctx, attendance, church)
    }),
  )

const ownPath = (c: WebContext, church: string) => guestPath(church, c.req.param('token') ?? '')

const zoneOf = (c: WebContext, ctx: Ctx, { guest }: Attendance) => {
  const asked = c.req.query('zone')
  return isZone(asked) ? asked : isZone(guest.timeZone ?? undefined) ? guest.timeZone! : ctx.client.timeZone
}

const look = (c: WebContext) =>
  atAppointment(c, async (ctx, found, slug) => {
    // Back from the gateway, perhaps before the job that follows the payment.
    if (c.req.query('payment')) await onPaymentChanged(ctx, { module: 'calendar', refId: found.row.id })
    const attendance = c.req.query('payment') ? (await attendanceOf(ctx, c.req.param('token') ?? ''))! : found
    const { row, guest, type, mayChange, canMove, why } = attendance
    const church = await churchOf(ctx)
    const payment = await paymentOf(ctx, row)
    const body = guestPage({
      ...zones(ctx, { zone: zoneOf(c, ctx, attendance) }),
      title: row.title,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      state: stateOf(attendance),
      where:
        row.locationKind === 'phone' ? `We will call you${guest.phone ? ` at ${guest.phone}` : ''}.` : row.location,
      isNew: c.req.query('new') === '1' && mayChange,
      mayChange,
      why,
      path: ownPath(c, slug),
      typePath: type?.isActive && type.visibility !== 'members' ? typePath(slug, type.slug) : null,
      canMove,
      payment,
      problem: c.req.query('problem') === '1',
      church: church?.name ?? 'Lampstand',
    })
    // The gateway's page, to which the button leads: browsers ask this policy for it.
    return publicPage(c, { title: row.title, church, body, ...page, formTargets: ['https:'] })
  })

const calendarFile = (c: WebContext) =>
  atAppointment(c, async (ctx, { row, mayChange }, slug) => {
    const church = await churchOf(ctx)
    const content = feed(church?.name ?? 'Lampstand', [
      {
        uid: row.uid,
        sequence: row.sequence,
        startsAt: row.startsAt,
        endsAt: row.endsAt,
        location: row.location,
        title: `${row.title} (${church?.name ?? 'Lampstand'})`,
        status: !mayChange ? 'CANCELLED' : row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
        stampedAt: clock.now(),
        url: new URL(ownPath(c, slug), c.req.url).href,
      },
    ])
    return c.body(content, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="appointment.ics"',
      'cache-control': 'no-store',
    })
  })

const cancel = async (c: WebContext) => {
  const { reason = '' } = await fieldsOf(c)
  return atAppointment(c, async (ctx, attendance, slug) => {
    await cancelByGuest(
      ctx,
      attendance,
      maskCardNumbers(reason)
        .replace(/[\u0000-\u001f\u007f]/g, ' ')
        .trim()
        .slice(0, 300),
    )
    return c.redirect(ownPath(c, slug), 303)
  })
}

const drawMove = (c: WebContext, note?: string) =>
  atAppointment(c, async (ctx, attendance, slug) => {
    const { row, type, canMove } = attendance
    if (!canMove || !type) return c.redirect(ownPath(c, slug), 303)
    const church = await churchOf(ctx)
    const path = `${ownPath(c, slug)}/move`
    const duration = Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / 60_000)
    const at = {
      type,
      offer: { ...offerOf(ctx, type), durations: [duration] },
      path,
      zone: zoneOf(c, ctx, attendance),
      duration,
      embedded: false,
      next: null,
    }
    const body = await timesBody(c, ctx, at, { action: path, except: row.id, ...(note && { note }) })
    return publicPage(c, { title: `Move: ${row.title}`, church, body, status: note ? 409 : 200, ...page })
  })

const move = async (c: WebContext) => {
  const sent = await fieldsOf(c)
  const at = instantOf(sent.at)
  if (!at) return publicError(c, 'invalid')
  try {
    return await atAppointment(c, async (ctx, attendance, slug) => {
      await moveAttendance(ctx, attendance, at)
      return c.redirect(`${ownPath(c, slug)}?new=1`, 303)
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return drawMove(c, error.message)
  }
}

/** The payment is stored; then, outside of every transaction, the gateway is asked for its page. */
async function pay(c: WebContext): Promise<Response> {
  const { requestId } = c.get('caller')
  const home = `/book/${c.req.param('church')}/appointment/${encodeURIComponent(c.req.param('token') ?? '')}`
  try {
    let begun: { client: Ctx['client']; paymentId: string } | undefined
    const refused = await atAppointment(c, async (ctx, { row, guest }) => {
      begun = { client: ctx.client, paymentId: await startPayment(ctx, { row, guest, path: home }) }
      return c.body(null, 204)
    })
    if (!begun) return refused
    const { client, paymentId } = begun
    const tx: OuterCtx['tx'] = work => asActor(client.id, { type: 'visitor' }, requestId, work, everyRight('checkout'))
    const outer: OuterCtx = { client, actor: { type: 'visitor' }, rights: [], requestId, tx }
    return c.redirect(await checkoutUrl(outer, paymentId), 303)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return c.redirect(`${home}?problem=1`, 303)
  }
}

export const guestRoutes: RawRoute[] = [
  raw('POST', '/book/:church/appointment/:token/pay', 'anonymous', pay),
  raw('GET', '/book/:church/appointment/:token', 'anonymous', look),
  raw('GET', '/book/:church/appointment/:token/calendar.ics', 'anonymous', calendarFile),
  raw('GET', '/book/:church/appointment/:token/move', 'anonymous', c => drawMove(c)),
  raw('POST', '/book/:church/appointment/:token/move', 'anonymous', move),
  raw('POST', '/book/:church/appointment/:token/cancel', 'anonymous', cancel),
]
