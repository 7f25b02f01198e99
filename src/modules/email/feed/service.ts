import { createHash } from 'node:crypto'
import { asActor, asPlatform } from '#kernel/run.ts'
import { rssOf } from '../rules/rss.ts'
import { webUrl } from '../service/rendering.ts'
import { clientOfSlug } from '../signup/service.ts'
import { list } from '../web-archive/service.ts'

/** So many of the newest: readers of feeds keep the older ones themselves. */
const NEWEST = 50

/** What a church has put into its public archive, as a feed; undefined where there is no such church. */
export async function feedOf(church: string): Promise<{ xml: string; etag: string } | undefined> {
  const clientId = await asPlatform('email archive', db => clientOfSlug(db, church))
  if (!clientId) return
  const { business, items } = await asActor(clientId, { type: 'system' }, 'email archive', list)
  const xml = rssOf({
    title: `Emails from ${business}`,
    link: webUrl(church, null),
    self: webUrl(church, 'rss.xml'),
    description: `Emails from ${business} to its people.`,
    items: items.slice(0, NEWEST).map(({ slug, subject, preheader, sentAt }) => ({
      title: subject,
      link: webUrl(church, slug),
      summary: preheader,
      at: sentAt,
    })),
  })
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"` }
}
