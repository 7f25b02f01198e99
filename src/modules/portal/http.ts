import { deleteCookie, setCookie } from 'hono/cookie'
import { env } from '#kernel/env.ts'
import { absent, Failure } from '#kernel/failure.ts'
import { isSameOrigin, PORTAL_COOKIE, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { listed } from '#kernel/modules.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import { publicError, publicPage } from '#public-page/service.ts'
import {
  choiceOf,
  homePage,
  learnPath,
  nextPath,
  openingPage,
  portalPath,
  preferencesPage,
  signInPage,
} from './rules/pages.ts'
import { askForLink, useLink, viewLink } from './service/links.ts'
import { asGuest, asSignedIn, churchSlug, portalChange, portalPage, toPortal } from './service/pages.ts'
import { me, signOut, switchPerson } from './service/people.ts'
import { preferences, setPreferences, stopAll } from './service/preferences.ts'

const cookieOptions = (c: WebContext) => ({
  path: portalPath(churchSlug(c)),
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: env.publicUrl.startsWith('https:'),
})
/** The portal itself, and the pages of courses, which know the same people. */
const cookiePaths = (c: WebContext) => [portalPath(churchSlug(c)), learnPath(churchSlug(c))]
function keepCookie(c: WebContext, token: string) {
  for (const path of cookiePaths(c))
    setCookie(c, PORTAL_COOKIE, token, { ...cookieOptions(c), path, maxAge: 30 * 86_400 })
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => [value ?? []].flat().map(String)

/** The first page: what the portal has for the person who is signed in, and the sign-in for everyone else. */
async function home(c: WebContext): Promise<Response> {
  const shown = await asSignedIn(c, async ({ ctx, church }) => ({ church, person: await me(ctx) }))
  if (!shown) return signIn(c)
  const { church, person } = shown
  const sections = listed('portalSections').sort((a, b) => a.order - b.order)
  const body = homePage(churchSlug(c), church.name, person, sections)
  const token = c.get('caller').portal
  if (token) keepCookie(c, token) // the session lives on, and so does its cookie
  const page = await publicPage(c, { title: 'My page', church, body })
  for (const cookie of c.res.headers.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}

async function signIn(c: WebContext, { status = 200, problem = '', typed = '' } = {}): Promise<Response> {
  const church = await asGuest(c, async visit => visit.church)
  if (!church) return publicError(c, 'notFound')
  const next = nextPath(churchSlug(c), c.req.query('next'))
  const state = { sent: c.req.query('sent') !== undefined, typed, next, ...(problem && { problem }) }
  return publicPage(c, { title: 'Sign in', church, status, body: signInPage({ business: church.name, ...state }) })
}

/** Asks for a link. The answer is the same whether anyone has the address or not. */
async function ask(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const typed = text(form.address).slice(0, 254)
  try {
    const asked = await asGuest(c, async ({ ctx }) => {
      const next = nextPath(churchSlug(c), text(form.next))
      await askForLink(ctx, { typed, honeypot: text(form[HONEYPOT]), next })
      return true
    })
    return asked ? c.redirect(`${portalPath(churchSlug(c))}?sent=1`, 303) : publicError(c, 'notFound')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    if (error.code === 'BAD_REQUEST') return signIn(c, { status: 400, problem: error.message, typed })
    throw error
  }
}

const EXPIRED = {
  title: 'This link no longer works',
  text: 'It was used already, or it is older than 20 minutes. Go back to the sign-in page and ask for a new one.',
}
/** Changes nothing: mail scanners open every link. */
async function opening(c: WebContext, problem?: string): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const shown = await asGuest(c, async ({ ctx, church }) => ({ church, candidates: await viewLink(ctx, token) })).catch(
    absent,
  )
  if (!shown || shown.candidates.length === 0) return expired(c)
  const { church, candidates } = shown
  const body = openingPage({ business: church.name, candidates, ...(problem && { problem }) })
  return publicPage(c, { title: 'Sign in', church, status: problem ? 400 : 200, body })
}

const expired = (c: WebContext) =>
  publicError(c, 'closed', { ...EXPIRED, footer: [{ href: portalPath(churchSlug(c)), text: 'Sign in' }] })

/** The button of that page: the link is used up, and the session opens. */
async function open(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const chosen = text(form.person) || undefined
  try {
    const used = await asGuest(c, ({ ctx }) => useLink(ctx, c.req.param('token') ?? '', chosen)).catch(absent)
    if (!used) return expired(c)
    keepCookie(c, used.session)
    return used.next ? c.redirect(used.next, 303) : toPortal(c)
  } catch (error) {
    if (error instanceof Failure && error.code === 'BAD_REQUEST') return opening(c, error.message)
    throw error
  }
}

const preferencesForm = (c: WebContext) =>
  portalPage(c, 'Preferences', async ({ ctx }) =>
    preferencesPage(await preferences(ctx), c.req.query('saved') !== undefined),
  )

/** Only boxes that the page showed are changed: a topic that was added meanwhile stays as it is. */
const savePreferences = (c: WebContext) =>
  portalChange(c, 'preferences?saved=1', (ctx, form) => {
    const { userAgent } = c.get('caller')
    if (form.choice === 'stop') return stopAll(ctx, { userAgent })
    const on = new Set(texts(form.on))
    const changes = texts(form.shown).flatMap(key => {
      const choice = choiceOf(key)
      return choice ? [{ ...choice, on: on.has(key) }] : []
    })
    return setPreferences(ctx, { changes, userAgent })
  })

const changePerson = (c: WebContext) =>
  portalChange(c, '', (ctx, form) => switchPerson(ctx, { personId: text(form.person) }))

async function leave(c: WebContext): Promise<Response> {
  const answer = await portalChange(c, '', (ctx, form) => signOut(ctx, { everywhere: form.everywhere === '1' }))
  if (answer.status !== 303) return answer
  for (const path of cookiePaths(c)) deleteCookie(c, PORTAL_COOKIE, { ...cookieOptions(c), path })
  return toPortal(c)
}

export const portalRoutes: RawRoute[] = [
  raw('GET', '/my/:church', 'anonymous', home),
  raw('POST', '/my/:church', 'anonymous', ask),
  raw('GET', '/my/:church/sign-in/:token', 'anonymous', opening),
  raw('POST', '/my/:church/sign-in/:token', 'anonymous', open),
  raw('GET', '/my/:church/preferences', 'person', preferencesForm),
  raw('POST', '/my/:church/preferences', 'person', savePreferences),
  raw('POST', '/my/:church/person', 'person', changePerson),
  raw('POST', '/my/:church/sign-out', 'person', leave),
]
