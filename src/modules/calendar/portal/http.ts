import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { accountOf, asSignedIn, churchSlug, portalPage } from '#portal/service/pages.ts'
import { guestPath } from '../rules/links.ts'
import { guestToken } from '../service/token.ts'
import { ownAppointments } from './rules.ts'
import { ownPlaces, type Upcoming, upcomingOf } from './service.ts'

/** Whose they are is asked as the person; the appointments themselves are read as a guest reads them by their link. */
async function appointments(c: WebContext): Promise<Response> {
  const [slug, clientId] = [churchSlug(c), await accountOf(c)]
  const places = (await asSignedIn(c, ({ ctx }) => ownPlaces(ctx))) ?? []
  const list: Upcoming[] =
    clientId && places.length > 0 ? await asVisitor(c.get('caller'), clientId, ctx => upcomingOf(ctx, places)) : []
  const shown = list.map(({ attendeeId, state, status, ...one }) => ({
    ...one,
    href: guestPath(slug, guestToken(attendeeId)),
    state: state === 'waitlisted' ? state : status,
  }))
  const draw = ({ timeZone, locale }: { timeZone: string; locale: string }) =>
    ownAppointments(shown, { timeZone, locale, bookHref: `/book/${slug}` })
  return portalPage(c, 'Appointments', async ({ ctx }) => draw(ctx.client), { styles: ['/booking.css'] })
}

export const portalRoutes: RawRoute[] = [raw('GET', '/my/:church/appointments', 'person', appointments)]
