import { useLoaderData } from 'react-router'
import type { Articles } from '../rules/article.ts'
import { longDate } from '../rules/dates.ts'
import type { Shot as Picture } from '../rules/shots.ts'
import classes from './page.module.css'
import { Shot } from './shot.tsx'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () => [
  ...described('Blog', 'Ideas for welcoming people, and the tools that help.', '/blog', { image: 'blog' }),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/rss.xml' },
]

export async function loader() {
  const { default: articles } = (await import('#web/articles.json')) as unknown as { default: Articles }
  return articles.blog.map(({ slug, title, summary, date = '', author = '', picture }) => ({
    slug,
    title,
    summary,
    date,
    author,
    picture: picture as Picture | undefined,
  }))
}

export default function Blog() {
  const posts = useLoaderData<typeof loader>()
  return (
    <SitePage title="Blog" lead="Ideas for welcoming people, and the tools that help." wide>
      <ul className={classes.cards}>
        {posts.map(({ slug, title, summary, date, author, picture }) => (
          <li key={slug} className={classes.card}>
            {picture ? <Shot of={picture} decorative /> : null}
            <h2>
              <a href={`/blog/${slug}`}>{title}</a>
            </h2>
            <p className={classes.meta}>
              {longDate(date)}, {author}
            </p>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </SitePage>
  )
}
