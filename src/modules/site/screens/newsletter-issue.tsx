import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { longDayOf } from '../rules/dates.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

interface Head {
  subject: string
  preheader: string
}

export const handle = { static: true }
export const meta = ({ params, loaderData }: { params: { slug?: string }; loaderData?: Head }) =>
  loaderData
    ? described(
        loaderData.subject,
        loaderData.preheader || `“${loaderData.subject}”, an issue of the Lampstand newsletter.`,
        `/newsletter/${params.slug}`,
        { image: 'blog', type: 'article' },
      )
    : [{ title: 'Newsletter · Lampstand' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const issue = await serverApi(context)
    .newsletterArchive.read({ of: 'site', slug: params.slug ?? '' })
    .catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' ? data('Issue not found.', { status: 404 }) : error
    })
  return { ...issue, sentAt: new Date(issue.sentAt).toISOString() }
}

/** One issue; the server made its HTML of Markdown, with whatever looked like HTML escaped. */
export default function NewsletterIssue() {
  const { subject, html, sentAt } = useLoaderData<typeof loader>()
  return (
    <SitePage title={subject}>
      <p className={classes.meta}>
        <time dateTime={sentAt}>{longDayOf(sentAt)}</time>
      </p>
      <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
      <p>
        <a href="/newsletter">All issues</a>
      </p>
    </SitePage>
  )
}
