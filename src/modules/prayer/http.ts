import { randomUUID } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { absent, Failure } from '#kernel/failure.ts'
import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { digest } from '#kernel/secrets.ts'
import { plainQr } from '#links/drawing/service.ts'
import { portalActor } from '#portal/service/church.ts'
import { churchSlug, portalChange, portalPage } from '#portal/service/pages.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { guardSubmission, openedAt, openedNow } from '#public-page/guard/service.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { AN_HOUR, KIOSK_AN_HOUR } from './rules/options.ts'
import { renderOwnRequest, renderRequestForm, renderSentPage, renderWall, type Typed } from './rules/pages.ts'
import { renderOwnPage } from './rules/portal-page.ts'
import { readForm } from './rules/request-form.ts'
import { addRequest, isStored } from './service/intake.ts'
import { recordPrayer } from './service/prayers.ts'
import {
  applyRequesterChoice,
  listOwnRequests,
  type OwnChoice,
  ownChoices,
  readOwnRequest,
} from './service/requester.ts'
import { readRequesterLink } from './service/requester-emails.ts'
import { readSettings } from './service/settings.ts'
import { isOnWall, listWall } from './service/wall.ts'

const FORM = 'prayer'
const DEVICE = 'prayer-device'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The visitor's transaction at the church of the address. */
async function at(c: WebContext, work: (ctx: Ctx, path: string) => Promise<Response>): Promise<Response> {
  const slug = c.req.param('church') ?? ''
  const clientId = await asPlatform('prayer', db => clientOfSlug(db, slug))
  if (!clientId) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), clientId, ctx => work(ctx, `/pray/${slug}`))
}
const isKiosk = (c: WebContext) => c.req.query('kiosk') === '1'
const suffix = (c: WebContext) => (isKiosk(c) ? '?kiosk=1' : '')

interface Shown {
  typed?: Typed
  problems?: Record<string, string>
  key?: string
}
async function form(c: WebContext, ctx: Ctx, path: string, { typed = {}, problems = {}, key }: Shown = {}) {
  const church = await churchOf(ctx)
  const { categories, wallOpen } = await readSettings(ctx)
  const body = renderRequestForm({
    path: `${path}${suffix(c)}`,
    church: church?.name ?? 'our church',
    categories,
    opened: openedNow(FORM),
    key: key ?? randomUUID(),
    typed,
    problems,
    wallPath: wallOpen && !isKiosk(c) ? `${path}/wall` : null,
  })
  const status = Object.keys(problems).length > 0 ? 422 : 200
  return publicPage(c, { title: 'Ask for prayer', church, body, status })
}
const openForm = (c: WebContext) => at(c, (ctx, path) => form(c, ctx, path))

async function sentOf(c: WebContext): Promise<URLSearchParams> {
  const body = await c.req.text()
  if (body.length > 60_000) throw new Failure('BAD_REQUEST', 'That is too long. Please shorten it.')
  return new URLSearchParams(body.replaceAll('%00', ''))
}

/** Answers kindly to a program, and stores nothing of it. */
async function send(c: WebContext): Promise<Response> {
  const sent = await sentOf(c)
  return kindly(c, () =>
    at(c, async (ctx, path) => {
      const { value, problems } = readForm(sent)
      const key = UUID.test(sent.get('key') ?? '') ? sent.get('key')! : randomUUID()
      if (Object.keys(problems).length > 0) return form(c, ctx, path, { typed: value, problems, key })
      const known = await withEveryRight(ctx, 'prayer', all => isStored(all, key))
      const signs = known
        ? []
        : await guardSubmission(ctx, {
            form: isKiosk(c) ? `${FORM} kiosk` : FORM,
            honeypot: sent.get(HONEYPOT) ?? '',
            opened: openedAt(FORM, sent.get(OPENED) ?? ''),
            refused: isKiosk(c) ? KIOSK_AN_HOUR : AN_HOUR,
            message: 'Too many prayer requests were sent from here. Please try again in an hour.',
          })
      const sign =
        known || signs.includes('honeypot')
          ? null
          : await addRequest(ctx, {
              id: key,
              text: value.request,
              name: value.name,
              email: value.email,
              category: value.category,
              visibility: value.visibility,
              isAnonymous: value.anonymous,
              notifyPrayed: value.notify,
              source: isKiosk(c) ? 'kiosk' : 'form',
              consent: 'form',
            })
      const church = await churchOf(ctx)
      const body = renderSentPage(sign?.answer ?? null, isKiosk(c) ? `${path}?kiosk=1` : null)
      return publicPage(c, {
        title: 'Thank you',
        church,
        body,
        ...(isKiosk(c) && { scripts: ['/prayer.js'], data: { back: `${path}?kiosk=1` } }),
      })
    }),
  )
}

/** A refusal is a page with a sentence, not an error. */
async function kindly(c: WebContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    return publicError(c, 'closed', { title: 'That did not work', text: error.message, status: 422 })
  }
}

const deviceOf = (c: WebContext) => digest(getCookie(c, DEVICE) ?? '')

const wall = (c: WebContext) =>
  at(c, async (ctx, path) => {
    const church = await churchOf(ctx)
    const { wallOpen, wallIndexed } = await readSettings(ctx)
    if (!wallOpen) return publicError(c, 'notFound', { church })
    const rows = await withEveryRight(ctx, 'prayer', all => listWall(all, ['public'], deviceOf(c)))
    return publicPage(c, {
      title: 'Prayer wall',
      church,
      body: renderWall(`${path}/wall`, rows, path),
      indexed: wallIndexed,
    })
  })

/** Counted once a day for each device, without a name. */
async function prayed(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const id = (await sentOf(c)).get('id') ?? ''
  if (!getCookie(c, DEVICE)) {
    const device = randomUUID()
    setCookie(c, DEVICE, device, {
      path: '/pray',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 365 * 86_400,
      secure: env.publicUrl.startsWith('https:'),
    })
    return kindly(c, () => countHere(c, id, digest(device)))
  }
  return kindly(c, () => countHere(c, id, deviceOf(c)))
}
const countHere = (c: WebContext, id: string, device: string) =>
  at(c, async (ctx, path) => {
    if (!UUID.test(id)) throw new Failure('NOT_FOUND')
    await guardSubmission(ctx, { form: 'prayed', honeypot: '', refused: { device: 500, mine: 5_000 } })
    await withEveryRight(ctx, 'prayer', async all => {
      if (!(await isOnWall(all, id))) throw new Failure('NOT_FOUND')
      await recordPrayer(all, id, { device })
    })
    return c.redirect(`${path}/wall#r-${id}`, 303)
  })

/** For the bulletin and the seat back. */
const qr = (c: WebContext) =>
  at(c, async (_ctx, path) =>
    c.body(await plainQr(`${env.publicUrl}${path}`), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    }),
  )

const choiceOf = (sent: { get: (name: string) => string | null }, how: 'link' | 'portal') => ({
  choice: (sent.get('do') ?? '') as OwnChoice,
  testimony: (sent.get('testimony') ?? '').trim().slice(0, 2_000),
  share: sent.get('share') === '1',
  wanted: sent.get('wanted') ?? '',
  how,
})
const isChoice = (text: string): text is OwnChoice => (ownChoices as readonly string[]).includes(text)

/** The page behind the link in an email; a GET changes nothing, as mail scanners open every link. */
async function own(c: WebContext, done = '', sent?: URLSearchParams): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const link = readRequesterLink(token)
  if (!link)
    return publicError(c, 'closed', { title: 'This link no longer works', text: 'Please write to the church.' })
  const answer = await asVisitor(c.get('caller'), link.clientId, ctx =>
    withEveryRight(ctx, 'prayer', async all => {
      const said = sent ? await applyRequesterChoice(all, link.requestId, choiceOf(sent, 'link')) : done
      const row = await readOwnRequest(all, link.requestId).catch(absent)
      return { church: await churchOf(all), row, said }
    }),
  ).catch(absent)
  if (!answer) return publicError(c, 'notFound')
  const { church, row, said } = answer
  const path = `/prayer/${encodeURIComponent(token)}`
  const body = row ? renderOwnRequest(path, row, said) : renderSentPage(null, null)
  if (!row)
    return publicError(c, 'closed', {
      church,
      title: 'Deleted',
      text: said || 'This request was deleted.',
      status: 200,
    })
  return publicPage(c, { title: 'Your prayer request', church, body })
}
async function changeOwn(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const sent = await sentOf(c)
  return isChoice(sent.get('do') ?? '') ? own(c, '', sent) : publicError(c, 'invalid', { status: 400 })
}

/** The portal's page: one's own requests, and those shared with the church. */
const portal = (c: WebContext) =>
  portalPage(c, 'Prayer', async ({ ctx }) => {
    const { forId } = portalActor(ctx)
    return withEveryRight(ctx, 'prayer', async all =>
      renderOwnPage(churchSlug(c), await listOwnRequests(all, forId), await listWall(all, ['church', 'public'], '')),
    )
  })
const changePortal = (c: WebContext) =>
  portalChange(c, 'prayer', (ctx, form) => {
    const { forId } = portalActor(ctx)
    const sent = new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)]))
    const id = sent.get('id') ?? ''
    if (!isChoice(sent.get('do') ?? '')) throw new Failure('NOT_FOUND')
    return withEveryRight(ctx, 'prayer', async all => {
      if (!(await listOwnRequests(all, forId)).some(one => one.id === id)) throw new Failure('NOT_FOUND')
      return applyRequesterChoice(all, id, choiceOf(sent, 'portal'))
    })
  })

export const prayerRoutes: RawRoute[] = [
  raw('GET', '/pray/:church', 'anonymous', openForm),
  raw('POST', '/pray/:church', 'anonymous', send),
  raw('GET', '/pray/:church/qr.svg', 'anonymous', qr),
  raw('GET', '/pray/:church/wall', 'anonymous', wall),
  raw('POST', '/pray/:church/wall/prayed', 'anonymous', prayed),
  raw('GET', '/prayer/:token', 'anonymous', c => own(c)),
  raw('POST', '/prayer/:token', 'anonymous', changeOwn),
  raw('GET', '/my/:church/prayer', 'person', portal),
  raw('POST', '/my/:church/prayer', 'person', changePortal),
]
