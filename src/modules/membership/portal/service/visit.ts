import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { LEARN_SCRIPT, LEARN_STYLES } from '#learning/rules/assets.ts'
import type { PortalPerson } from '#portal/contract.ts'
import { clientOfPortal, portalActor } from '#portal/service/church.ts'
import { asSignedIn, churchSlug } from '#portal/service/pages.ts'
import { me } from '#portal/service/people.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import type { Html } from '#public-page/rules/document.ts'
import { churchOf, type PublicPage, publicError, publicPage } from '#public-page/service.ts'

export interface Visit {
  clientId: string
  /** As it stands in addresses. */
  church: string
  /** Null for visitors. */
  person: (PortalPerson & { signedInId: string }) | null
}

export const LEARN: Pick<PublicPage, 'styles' | 'scripts' | 'layout'> = {
  styles: [LEARN_STYLES],
  scripts: [LEARN_SCRIPT],
  layout: 'plain',
}

/** Who is at a page below /m/{church}; undefined where there is no such church. */
export async function readVisit(c: WebContext): Promise<Visit | undefined> {
  const church = churchSlug(c)
  const clientId = await asPlatform('portal', db => clientOfPortal(db, church))
  if (!clientId) return
  const person = await asSignedIn(c, async ({ ctx }) => ({
    ...(await me(ctx)),
    signedInId: portalActor(ctx).personId,
  }))
  return { clientId, church, person: person ?? null }
}

/** A page of the church at that address, in one transaction; what doesn’t exist is answered kindly. */
export async function answerAtChurch(
  c: WebContext,
  work: (ctx: Ctx, visit: Visit) => Promise<Response>,
): Promise<Response> {
  const visit = await readVisit(c)
  if (!visit) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), visit.clientId, ctx => work(ctx, visit)).catch(error => answerRefusal(c, error))
}

export function answerRefusal(c: WebContext, error: unknown): Promise<Response> | Response {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'NOT_FOUND') return publicError(c, 'notFound')
  if (error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
  throw error
}

export interface Shown
  extends Pick<PublicPage, 'media' | 'inlineStyles' | 'styles' | 'scripts' | 'status' | 'formTargets'> {
  title: string
  body: Html | Promise<Html> | string
  church?: PublicChurch | null
  indexed?: boolean
  description?: string
}

export const answerPage = async (c: WebContext, ctx: Ctx, { body, ...page }: Shown): Promise<Response> =>
  publicPage(c, { ...LEARN, ...page, church: await churchOf(ctx), body: body as Html })
