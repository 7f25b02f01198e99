import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Articles } from '../rules/article.ts'
import { longDate } from '../rules/dates.ts'
import { HERE } from '../rules/head.ts'
import type { Shot as Picture } from '../rules/shots.ts'
import classes from './page.module.css'
import { Shot } from './shot.tsx'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = ({ params, loaderData }: { params: { slug?: string }; loaderData?: Post }) => {
  if (!loaderData) return [{ title: 'Blog · Lampstand' }, { name: 'robots', content: 'noindex' }]
  const { title, summary, date, author } = loaderData
  const path = `/blog/${params.slug}`
  const posting = {
    '@type': 'BlogPosting',
    headline: title,
    description: summary,
    datePublished: date,
    dateModified: date,
    image: `${HERE}/og/blog.png`,
    mainEntityOfPage: `${HERE}${path}`,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: 'Lampstand', url: `${HERE}/` },
  }
  return described(title, summary, path, { image: 'blog', type: 'article', things: [posting] })
}

type Post = Awaited<ReturnType<typeof loader>>

export async function loader({ params }: LoaderFunctionArgs) {
  const { default: articles } = (await import('#web/articles.json')) as unknown as { default: Articles }
  const post = articles.blog.find(each => each.slug === params.slug)
  if (!post) throw data('Post not found.', { status: 404 })
  const { title, summary, html, date = '', author = '', picture } = post
  return { title, summary, html, date, author, picture: picture as Picture | undefined }
}

export default function BlogPost() {
  const { title, html, date, author, picture } = useLoaderData<typeof loader>()
  return (
    <SitePage title={title}>
      <p className={classes.meta}>
        <time dateTime={date}>{longDate(date)}</time>, {author}
      </p>
      {picture ? <Shot of={picture} first /> : null}
      <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
      <p>
        <a href="/blog">All posts</a>
      </p>
    </SitePage>
  )
}
