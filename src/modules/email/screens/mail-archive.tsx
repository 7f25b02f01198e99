import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true, church: true }
export const meta = ({ params }: { params: { church?: string } }) => [
  ...titled('Mails'),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'Mails', href: feedOf(params.church) },
]
const feedOf = (church = '') => `/mail/${encodeURIComponent(church)}/rss.xml`

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { business, items } = await serverApi(context)
    .mailArchive.list({ church: params.church ?? '' })
    .catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST'
        ? data('There is no such page.', { status: 404 })
        : error
    })
  return { business, items: items.map(item => ({ ...item, sentAt: new Date(item.sentAt).toISOString().slice(0, 10) })) }
}

/** What a church has put into its public archive, newest first. */
export default function MailArchive() {
  const { business, items } = useLoaderData<typeof loader>()
  const { church } = useParams()
  return (
    <PublicFrame church={business}>
      <h1>Mails from {business}</h1>
      <p className={classes.meta}>
        <a href={`/subscribe/${church}`}>Get them by mail</a> · <a href={feedOf(church)}>Read them as a feed (RSS)</a>
      </p>
      {items.length === 0 ? <p>Nothing has been put here yet.</p> : null}
      <ul className={classes.issues}>
        {items.map(({ slug, subject, preheader, sentAt }) => (
          <li key={slug}>
            <a href={`/mail/${church}/${slug}`}>{subject}</a>
            <time dateTime={sentAt}>{sentAt}</time>
            <p>{preheader}</p>
          </li>
        ))}
      </ul>
    </PublicFrame>
  )
}
