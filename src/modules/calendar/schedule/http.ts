import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform } from '#kernel/run.ts'
import { operatorPage, type SiteType } from './service.ts'

const subjects: Record<SiteType, string> = { demo: 'Schedule a demo', call: 'Schedule a call' }

/** To the operator's booking page; to the contact form where nothing can be booked. */
const leadTo = (type: SiteType) => async (c: WebContext) => {
  const page = await asPlatform('schedule', db => operatorPage(db, type))
  return c.redirect(page ?? `/contact?subject=${encodeURIComponent(subjects[type])}`, 303)
}

export const scheduleRoutes: RawRoute[] = [
  raw('GET', '/schedule/demo', 'anonymous', leadTo('demo')),
  raw('GET', '/schedule/call', 'anonymous', leadTo('call')),
]
