import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true }
export const meta = () => [
  ...titled('Newsletter', 'Every issue of the Lampstand newsletter, to read on the web.'),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/newsletter/rss.xml' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { items } = await serverApi(context).newsletterArchive.list({ of: 'site' })
  return items.map(item => ({ ...item, sentAt: new Date(item.sentAt).toISOString() }))
}

export const longDay = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** Every issue that was sent, newest first. */
export default function Archive() {
  const issues = useLoaderData<typeof loader>()
  return (
    <PublicFrame>
      <h1>Newsletter</h1>
      <p className={classes.lead}>
        What is new at Lampstand, every issue. <a href="/contact">Subscribe</a> with the box under our contact form, or{' '}
        <a href="/newsletter/rss.xml">by RSS</a>.
      </p>
      {issues.length === 0 ? <p>The first issue is still to come.</p> : null}
      <ul className={classes.issues}>
        {issues.map(({ slug, subject, preheader, sentAt }) => (
          <li key={slug}>
            <h2>
              <a href={`/newsletter/${slug}`}>{subject}</a>
            </h2>
            <p className={classes.meta}>
              <time dateTime={sentAt}>{longDay(sentAt)}</time>
            </p>
            {preheader ? <p>{preheader}</p> : null}
          </li>
        ))}
      </ul>
    </PublicFrame>
  )
}
