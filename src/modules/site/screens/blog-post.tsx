import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Articles } from '../rules/article.ts'
import { longDate } from '../rules/dates.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = ({ loaderData }: { loaderData?: { title: string; summary: string } }) =>
  described(loaderData?.title ?? 'Blog', loaderData?.summary ?? '')

export async function loader({ params }: LoaderFunctionArgs) {
  const { default: articles } = (await import('#web/articles.json')) as unknown as { default: Articles }
  const post = articles.blog.find(each => each.slug === params.slug)
  if (!post) throw data('There is no such post.', { status: 404 })
  const { title, summary, html, date = '', author = '' } = post
  return { title, summary, html, date, author }
}

export default function BlogPost() {
  const { title, html, date, author } = useLoaderData<typeof loader>()
  return (
    <SitePage title={title}>
      <p className={classes.meta}>
        <time dateTime={date}>{longDate(date)}</time>, {author}
      </p>
      <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
      <p>
        <a href="/blog">All posts</a>
      </p>
    </SitePage>
  )
}
