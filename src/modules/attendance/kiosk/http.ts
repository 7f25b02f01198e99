import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { guardSubmission, requireWithin } from '#public-page/guard/service.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { donePage, familiesPage, findPage, type PageOf, type Part, undonePage } from '../rules/check-in-pages.ts'
import { nearestStart } from '../rules/nearest.ts'
import { record, undoCheckIns } from '../service/check-ins.ts'
import {
  attendants,
  checkInPath,
  type Family,
  familiesByPhone,
  familyByCard,
  openChoice,
  openEvents,
  readSettings,
  sealChoice,
} from './service.ts'

/** A lobby shares one address: several families a minute come by, a list of all numbers doesn't. */
const LIMITS = { mine: 300, all: 1_500 }
/** Digits that nobody has: families mistype, someone who tries all numbers misses most of the time. */
const MISSES = { mine: 60, all: 300 }
const NOBODY = 'We found no household with these digits. Please try another number, or ask a greeter.'

interface Desk extends PageOf {
  ctx: Ctx
  events: Awaited<ReturnType<typeof openEvents>>
}

/** The visitor's transaction, while check-in is open. */
async function atDesk(c: WebContext, kiosk: boolean, work: (desk: Desk) => Promise<Response>): Promise<Response> {
  const church = c.req.param('church') ?? ''
  const id = await asPlatform('check-in', db => clientOfSlug(db, church))
  if (!id) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), id, async ctx => {
    const events = (await readSettings(ctx)).selfCheckIn ? await openEvents(ctx) : []
    if (events.length > 0) return work({ ctx, events, path: checkInPath(church), kiosk })
    return publicError(c, 'closed', {
      church: await churchOf(ctx),
      status: 200,
      title: 'Check-in is closed',
      text: 'It opens one hour before a service. If a service is on now, please ask a greeter.',
    })
  })
}

async function answer(c: WebContext, { ctx }: Desk, body: Part, status = 200): Promise<Response> {
  const church = await churchOf(ctx)
  return publicPage(c, { title: 'Check in', church, body, status, scripts: ['/check-in.js'] })
}

const usual = ({ events }: Desk, asked?: string) =>
  events.find(one => one.id === asked) ?? nearestStart(events, clock.now())!

const find = (c: WebContext, desk: Desk, chosen?: string, problem?: string) =>
  answer(
    c,
    desk,
    findPage({ ...desk, ...desk.ctx.client, chosen: usual(desk, chosen).id, ...(problem && { problem }) }),
    problem ? 422 : 200,
  )

const offer = (
  c: WebContext,
  desk: Desk,
  families: Family[],
  eventId: string,
  source: 'phone' | 'card',
  problem = '',
) =>
  answer(
    c,
    desk,
    familiesPage({
      ...desk,
      ...(problem && { problem }),
      families: families.map(({ people }) => ({
        people,
        token: sealChoice(desk.ctx, { eventId, source, personIds: people.map(one => one.id) }),
      })),
    }),
    problem ? 422 : 200,
  )

/** The form; with a card's code its household at once. */
const look = (c: WebContext) =>
  atDesk(c, c.req.query('kiosk') === '1', async desk => {
    const token = c.req.query('card')
    if (!token) return find(c, desk)
    const event = usual(desk, c.req.query('event'))
    const family = await familyByCard(desk.ctx, token.slice(0, 100), event.id)
    return family
      ? offer(c, desk, [family], event.id, 'card')
      : find(c, desk, event.id, 'This card is not known any more. Please use your phone number, or ask a greeter.')
  })

const MOST = 20_000
async function sentOf(c: WebContext): Promise<URLSearchParams> {
  const body = await c.req.text()
  if (body.length > MOST) throw new Failure('BAD_REQUEST', 'That is too much for one form.')
  return new URLSearchParams(body.replaceAll('%00', ''))
}

const posted =
  (work: (c: WebContext, desk: Desk, sent: URLSearchParams) => Promise<Response>) =>
  async (c: WebContext): Promise<Response> => {
    const sent = await sentOf(c)
    try {
      return await atDesk(c, sent.get('kiosk') === '1', desk => work(c, desk, sent))
    } catch (error) {
      if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
      throw error
    }
  }

const search = posted(async (c, desk, sent) => {
  const event = usual(desk, sent.get('event') ?? '')
  const digits = (sent.get('digits') ?? '').replace(/\D/g, '')
  if (digits.length !== 4) return find(c, desk, event.id, 'Please enter four digits')
  const honeypot = sent.get(HONEYPOT) ?? ''
  await requireWithin(desk.ctx, 'check-in miss', MISSES)
  const signs = await guardSubmission(desk.ctx, { form: 'check-in', honeypot, refused: LIMITS })
  const families = signs.length > 0 ? [] : await familiesByPhone(desk.ctx, digits, event.id)
  if (families.length > 0) return offer(c, desk, families, event.id, 'phone')
  await guardSubmission(desk.ctx, { form: 'check-in miss', honeypot })
  return find(c, desk, event.id, NOBODY)
})

/** The choice that the page offered, for a service that is still open. */
function chosenOf(desk: Desk, sent: URLSearchParams) {
  const choice = openChoice(desk.ctx, sent.get('choice') ?? '')
  const event = desk.events.find(one => one.id === choice?.eventId)
  return choice && event && { choice, event }
}

const here = posted(async (c, desk, sent) => {
  const chosen = chosenOf(desk, sent)
  if (!chosen) return find(c, desk, undefined, 'That took a while. Please enter your digits again.')
  const { choice, event } = chosen
  const ticked = sent.getAll('person').flatMap(i => choice.personIds[Number(i)] ?? [])
  if (ticked.length === 0) return find(c, desk, event.id, 'Please tick who is here.')
  const made = await record(desk.ctx, event, ticked, { source: choice.source })
  const names = (await attendants(desk.ctx, made, event.id)).map(one => one.firstName)
  const undo = made.length > 0 ? sealChoice(desk.ctx, { ...choice, personIds: made, made: true }) : null
  return answer(c, desk, donePage({ ...desk, names, undo }))
})

const undo = posted(async (c, desk, sent) => {
  const chosen = chosenOf(desk, sent)
  if (chosen?.choice.made) await undoCheckIns(desk.ctx, chosen.event.id, chosen.choice.personIds)
  return answer(c, desk, undonePage(desk))
})

export const kioskRoutes: RawRoute[] = [
  raw('GET', '/checkin/:church', 'anonymous', look),
  raw('POST', '/checkin/:church/find', 'anonymous', search),
  raw('POST', '/checkin/:church/here', 'anonymous', here),
  raw('POST', '/checkin/:church/undo', 'anonymous', undo),
]
