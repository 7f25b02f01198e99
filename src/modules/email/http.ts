import { type RawRoute, raw } from '#kernel/http.ts'
import { rss } from './archive/service.ts'
import { feedRoutes } from './feed/http.ts'
import { campaignRoutes } from './newsletters/http.ts'
import { preferencesRoutes } from './preferences/http.ts'
import { joiningRoutes } from './signup/http.ts'
import { trackingRoutes } from './tracking/http.ts'
import { unsubscribingRoutes } from './unsubscribe/http.ts'
import { webRoutes } from './web-archive/http.ts'

const feed = raw('GET', '/newsletter/rss.xml', 'anonymous', async c =>
  c.body(await rss(), 200, {
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  }),
)

export const emailRoutes: RawRoute[] = [
  ...campaignRoutes,
  ...unsubscribingRoutes,
  ...trackingRoutes,
  ...preferencesRoutes,
  ...joiningRoutes,
  ...feedRoutes,
  ...webRoutes,
  feed,
]
