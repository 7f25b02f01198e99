import { absent, Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { brokenLink, churchLinks, confirmPage, ourLinks, signUpPage } from '../rules/public-pages.ts'
import { SignUpForm } from './contract.ts'
import { clientOfConfirming, clientOfSlug, confirm, confirming, page, signUpOnPage } from './service.ts'

/** The sign-up page's one button; it works without JavaScript. */
async function join(c: WebContext): Promise<Response> {
  const church = c.req.param('church') ?? ''
  const body = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, unknown>)
  const keys = [body.topic ?? []].flat().map(String)
  const form = SignUpForm.safeParse(body)
  const back = (state: Record<string, string>) =>
    c.redirect(`/subscribe/${encodeURIComponent(church)}?${new URLSearchParams(state)}`, 303)
  // A field that nobody sees: anyone who fills it in is a machine, and need not know.
  if (body[HONEYPOT]) return back({ done: 'asked' })
  if (!form.success) return back({ problem: 'email' })
  if (keys.length === 0) return back({ problem: 'topic' })
  const clientId = await asPlatform('subscribe', db => clientOfSlug(db, church))
  if (!clientId) return publicError(c, 'notFound')
  const done = await asVisitor(c.get('caller'), clientId, ctx => signUpOnPage(ctx, { ...form.data, keys })).catch(
    error => {
      if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return null
      throw error
    },
  )
  if (!done) return back({ problem: 'many' })
  return back({ done })
}

/** The button of the page behind the mail's link. */
async function confirmed(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const clientId = await clientOfConfirming(token)
  const done =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => {
      await confirm(ctx, token)
      return true
    }).catch(absent))
  return done ? c.redirect(`/confirm/${token}`, 303) : broken(c)
}

async function signUpForm(c: WebContext): Promise<Response> {
  const slug = c.req.param('church') ?? ''
  const clientId = await asPlatform('subscribe', db => clientOfSlug(db, slug))
  if (!clientId) return publicError(c, 'notFound')
  const { church, ...shown } = await asVisitor(c.get('caller'), clientId, async ctx => ({
    ...(await page(ctx)),
    church: await churchOf(ctx),
  }))
  const body = signUpPage({ ...shown, done: c.req.query('done'), problem: c.req.query('problem') })
  return publicPage(c, { title: `News from ${shown.business}`, church, body, footer: churchLinks })
}

/** Looking is not confirming: mail scanners follow every link. The button posts to this address. */
async function confirmForm(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const clientId = await clientOfConfirming(token)
  const shown =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => ({
      standing: await confirming(ctx, { token }),
      church: await churchOf(ctx),
    })).catch(absent))
  if (!shown) return broken(c)
  const { standing, church } = shown
  return publicPage(c, { title: 'Please confirm', church, body: confirmPage(standing), footer: churchLinks })
}

const broken = (c: WebContext) =>
  publicPage(c, { title: 'Please confirm', church: null, status: 404, body: brokenLink(), footer: ourLinks })

export const signupRoutes: RawRoute[] = [
  raw('GET', '/subscribe/:church', 'anonymous', signUpForm),
  raw('POST', '/subscribe/:church', 'anonymous', join),
  raw('GET', '/confirm/:token', 'anonymous', confirmForm),
  raw('POST', '/confirm/:token', 'anonymous', confirmed),
]
