import type { Ctx } from '#kernel/ctx.ts'
import { absent, Failure } from '#kernel/failure.ts'
import { isSameOrigin, type WebContext } from '#kernel/http.ts'
import { asPerson, asPlatform, asVisitor } from '#kernel/run.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import type { Html } from '#public-page/rules/document.ts'
import { churchOf, type PublicPage, publicError, publicPage } from '#public-page/service.ts'
import { portalPath, sectionPage } from '../rules/pages.ts'
import { clientOfPortal } from './church.ts'
import { me } from './people.ts'

export const churchSlug = (c: WebContext) => c.req.param('church') ?? ''
export const accountOf = (c: WebContext) => asPlatform('portal', db => clientOfPortal(db, churchSlug(c)))
/** To the portal's first page, which asks those who are not signed in to sign in. */
export const toPortal = (c: WebContext, path = '') => c.redirect(portalPath(churchSlug(c), path), 303)

export interface Visit {
  ctx: Ctx
  church: PublicChurch
}

export async function visitOf(ctx: Ctx): Promise<Visit> {
  const church = await churchOf(ctx)
  if (!church) throw new Failure('NOT_FOUND')
  return { ctx, church }
}

/**
 * Opens a transaction for the person signed in at this page.
 * @returns undefined where nobody is signed in, or the account does not exist
 */
export async function asSignedIn<T>(c: WebContext, work: (visit: Visit) => Promise<T>): Promise<T | undefined> {
  const clientId = await accountOf(c)
  if (!clientId) return undefined
  return asPerson(c.get('caller'), clientId, async ctx => work(await visitOf(ctx))).catch(error => {
    if (error instanceof Failure && error.code === 'UNAUTHORIZED') return undefined
    throw error
  })
}

/** A visitor at the church's portal. @returns undefined where there is no such church */
export async function asGuest<T>(c: WebContext, work: (visit: Visit) => Promise<T>): Promise<T | undefined> {
  const clientId = await accountOf(c)
  return clientId ? asVisitor(c.get('caller'), clientId, async ctx => work(await visitOf(ctx))) : undefined
}

/**
 * A page of the portal for a GET route of any module: `/my/{church}/{path}`. `draw` runs as the person; a visitor is
 * sent to sign in. `portalActor(ctx).forId` is the person whom it is about.
 */
export async function portalPage(
  c: WebContext,
  title: string,
  draw: (visit: Visit) => Promise<Html | Promise<Html>>,
  more: Pick<PublicPage, 'styles' | 'scripts' | 'media' | 'inlineStyles'> = {},
): Promise<Response> {
  const shown = await asSignedIn(c, async visit => {
    const person = await me(visit.ctx)
    return { church: visit.church, person, part: await draw(visit) }
  })
  if (!shown) return toPortal(c)
  const { church, person, part } = shown
  const body = sectionPage(churchSlug(c), church.name, person, part)
  return publicPage(c, { ...more, title, church, body })
}

/** A POST route of the portal: refuses forms of other sites, then runs `work` as the person and goes back to `path`. */
export async function portalChange(
  c: WebContext,
  path: string,
  work: (ctx: Ctx, form: Record<string, unknown>) => Promise<unknown>,
): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody({ all: true }).catch(() => ({}))
  const done = await asSignedIn(c, async ({ ctx }) => {
    await work(ctx, form)
    return true
  }).catch(absent)
  return toPortal(c, done ? path : '')
}
