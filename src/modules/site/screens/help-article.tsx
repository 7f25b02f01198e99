import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Articles } from '../rules/article.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = ({ params, loaderData }: { params: { slug?: string }; loaderData?: Text }) =>
  loaderData
    ? described(loaderData.title, loaderData.summary, `/help/${params.slug}`, { image: 'help', type: 'article' })
    : [{ title: 'Help Center · Lampstand' }, { name: 'robots', content: 'noindex' }]

interface Text {
  title: string
  summary: string
}

export async function loader({ params }: LoaderFunctionArgs) {
  const { default: articles } = (await import('#web/articles.json')) as unknown as { default: Articles }
  const article = articles.help.find(each => each.slug === params.slug)
  if (!article) throw data('Article not found.', { status: 404 })
  const near = articles.help
    .filter(each => each.category === article.category && each.slug !== article.slug)
    .slice(0, 4)
  const { title, summary, html } = article
  return { title, summary, html, near: near.map(each => ({ slug: each.slug, title: each.title })) }
}

export default function HelpArticle() {
  const { title, summary, html, near } = useLoaderData<typeof loader>()
  return (
    <SitePage title={title} lead={summary}>
      <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
      <h2>Related articles</h2>
      <ul>
        {near.map(each => (
          <li key={each.slug}>
            <a href={`/help/${each.slug}`}>{each.title}</a>
          </li>
        ))}
        <li>
          <a href="/help">All articles</a>
        </li>
      </ul>
    </SitePage>
  )
}
