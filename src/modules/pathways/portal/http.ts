import { Failure } from '#kernel/failure.ts'
import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { portalPath } from '#portal/rules/pages.ts'
import { portalActor } from '#portal/service/church.ts'
import { accountOf, asSignedIn, churchSlug, portalPage, toPortal } from '#portal/service/pages.ts'
import { publicError } from '#public-page/service.ts'
import { ownPathways } from '../rules/pages.ts'
import { askForSignOff, ownPathwaysOf } from './service.ts'

const PATH = 'pathways'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whom the page is about, and at which church; undefined: nobody is signed in. */
async function whoIs(c: WebContext) {
  const personId = await asSignedIn(c, async ({ ctx }) => portalActor(ctx).forId)
  const clientId = personId && (await accountOf(c))
  return personId && clientId ? { personId, clientId } : undefined
}

async function show(c: WebContext): Promise<Response> {
  const who = await whoIs(c)
  if (!who) return toPortal(c)
  const list = await asVisitor(c.get('caller'), who.clientId, ctx => ownPathwaysOf(ctx, churchSlug(c), who.personId))
  const action = portalPath(churchSlug(c), PATH)
  return portalPage(c, 'Pathways', async () => ownPathways(list, action) as never)
}

/** A step that is gone by now changes nothing: the page that follows says how it is. */
async function ask(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const who = await whoIs(c)
  if (!who) return toPortal(c)
  const [id, stepId] = [String(form.pathway), String(form.step)]
  if (UUID.test(id) && UUID.test(stepId))
    await asVisitor(c.get('caller'), who.clientId, ctx =>
      askForSignOff(ctx, { personId: who.personId, id, stepId }),
    ).catch(error => {
      if (!(error instanceof Failure) || !['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) throw error
    })
  return toPortal(c, PATH)
}

export const portalRoutes: RawRoute[] = [
  raw('GET', '/my/:church/pathways', 'person', show),
  raw('POST', '/my/:church/pathways', 'person', ask),
]
