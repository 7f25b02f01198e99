import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { longDayOf } from '../rules/dates.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () => [
  ...described('Newsletter', 'Every issue of the Lampstand newsletter, to read on the web.', '/newsletter', {
    image: 'blog',
  }),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/newsletter/rss.xml' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { items } = await serverApi(context).newsletterArchive.list({ of: 'site' })
  return items.map(item => ({ ...item, sentAt: new Date(item.sentAt).toISOString() }))
}

/** Every issue that was sent, newest first. */
export default function Newsletter() {
  const issues = useLoaderData<typeof loader>()
  return (
    <SitePage title="Newsletter" lead="What’s new at Lampstand.">
      <p>
        <a href="/contact">Subscribe</a> with the checkbox on our contact form, or{' '}
        <a href="/newsletter/rss.xml">by RSS</a>.
      </p>
      {issues.length === 0 ? <p>No issues yet.</p> : null}
      <ul className={classes.cards}>
        {issues.map(({ slug, subject, preheader, sentAt }) => (
          <li key={slug} className={classes.card}>
            <h2>
              <a href={`/newsletter/${slug}`}>{subject}</a>
            </h2>
            <p className={classes.meta}>
              <time dateTime={sentAt}>{longDayOf(sentAt)}</time>
            </p>
            {preheader ? <p>{preheader}</p> : null}
          </li>
        ))}
      </ul>
    </SitePage>
  )
}
