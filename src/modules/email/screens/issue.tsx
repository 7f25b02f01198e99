import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import { longDay } from './archive.tsx'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true }
export const meta = ({ loaderData }: { loaderData?: { subject: string; preheader: string } }) =>
  titled(loaderData?.subject ?? 'Newsletter', loaderData?.preheader)

export async function loader({ context, params }: LoaderFunctionArgs) {
  const issue = await serverApi(context)
    .newsletterArchive.read({ of: 'site', slug: params.slug ?? '' })
    .catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' ? data('There is no such issue.', { status: 404 }) : error
    })
  return { ...issue, sentAt: new Date(issue.sentAt).toISOString() }
}

/** One issue; the server made its HTML of Markdown, with whatever looked like HTML escaped. */
export default function Issue() {
  const { subject, html, sentAt } = useLoaderData<typeof loader>()
  return (
    <PublicFrame>
      <article>
        <h1>{subject}</h1>
        <p className={classes.meta}>
          <time dateTime={sentAt}>{longDay(sentAt)}</time>
        </p>
        <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <p>
        <a href="/newsletter">All issues</a>
      </p>
    </PublicFrame>
  )
}
