import { type RawRoute, raw } from '#kernel/http.ts'
import { rss } from './archive/service.ts'
import { feedRoutes } from './feed/http.ts'
import { newsletterRoutes } from './newsletters/http.ts'
import { preferencesRoutes } from './preferences/http.ts'
import { signupRoutes } from './signup/http.ts'
import { trackingRoutes } from './tracking/http.ts'
import { unsubscribeRoutes } from './unsubscribe/http.ts'
import { webArchiveRoutes } from './web-archive/http.ts'

const feed = raw('GET', '/newsletter/rss.xml', 'anonymous', async c =>
  c.body(await rss(), 200, {
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  }),
)

export const emailRoutes: RawRoute[] = [
  ...newsletterRoutes,
  ...unsubscribeRoutes,
  ...trackingRoutes,
  ...preferencesRoutes,
  ...signupRoutes,
  ...feedRoutes,
  ...webArchiveRoutes,
  feed,
]
