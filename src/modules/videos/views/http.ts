import { z } from 'zod'
import { clock, minutes } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { asVisitor } from '#kernel/run.ts'
import { machineClick } from '#links/rules/machines.ts'
import { visitorAt } from '#links/service/visitors.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { accountOf } from '../delivery/service/account.ts'
import { sourceOf } from './rules.ts'
import { recordWatch } from './service.ts'

/** What a player says every ten seconds, when it is paused, and when its page goes. */
const Watched = z.object({
  /** Seconds played since the last time it said so; what was skipped doesn't count. */
  seconds: z.number().min(0).max(120),
  /** Where it is. */
  positionMs: z.number().int().min(0).max(86_400_000),
  /** Where it is embedded, in the words of the page: `watch`, `course`, `email`. */
  source: z.string().max(100).optional(),
  /** The page before. */
  referrer: z.string().max(2_000).optional(),
})

/** Reports of one network; more are a program's. */
const mayReport = throttle({ most: 600, ms: minutes(1) })

/** Always 204: a player has nothing to do about it. `navigator.sendBeacon` sends it as text. */
async function watched(c: WebContext): Promise<Response> {
  const publicId = c.req.param('video') ?? ''
  const clientId = await accountOf(publicId)
  const report = Watched.safeParse(await c.req.json().catch(() => undefined))
  if (!report.success) throw new Failure('BAD_REQUEST', 'A report has seconds and positionMs.')
  const { ip, userAgent, claims } = c.get('caller')
  const isPerson = machineClick({ method: 'POST', userAgent, since: null }) === undefined
  if (claims || !isPerson || !mayReport(`${networkOf(ip)} ${publicId}`, clock.ms())) return c.body(null, 204)
  const { source, referrer, ...rest } = report.data
  await asVisitor(c.get('caller'), clientId, ctx =>
    recordWatch(ctx, {
      ...rest,
      publicId,
      grant: c.req.query('t'),
      visitor: visitorAt(clientId, { ip, userAgent }).id,
      source: sourceOf(source, referrer, new URL(c.req.url).hostname),
    }),
  )
  return c.body(null, 204)
}

export const viewRoutes: RawRoute[] = [
  raw('POST', '/media/:video/views', 'anonymous', c => watched(c).catch(error => problem(error, c))),
]
