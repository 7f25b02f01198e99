import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Article, type Articles, searchArticles } from '../rules/article.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Help Center', 'Short, searchable articles about everything in Lampstand.', '/help', {
    image: 'help',
  })

/** The shelves, in the order in which one needs them. */
const order = ['Getting started', 'People', 'Leads', 'Outreach', 'Ministry', 'Team and account', 'Data and safety']

type Entry = Pick<Article, 'slug' | 'title' | 'summary'>
const entry = ({ slug, title, summary }: Article): Entry => ({ slug, title, summary })

/** The search is the server's: it works without any script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { default: articles } = (await import('#web/articles.json')) as unknown as { default: Articles }
  const q = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200).trim()
  const shelves = order.map(name => ({
    name,
    articles: articles.help.filter(article => article.category === name).map(entry),
  }))
  return { q, found: q ? searchArticles(articles.help, q).map(entry) : null, shelves }
}

export default function Help() {
  const { q, found, shelves } = useLoaderData<typeof loader>()
  return (
    <SitePage title="Help Center" lead="How can we help?" wide>
      <Form action="/help" method="get" role="search" className={classes.search} reloadDocument>
        <label className={classes.field}>
          Search the help
          <input type="search" name="q" defaultValue={q} maxLength={200} />
        </label>
        <button type="submit" className={classes.button}>
          Search
        </button>
      </Form>
      {found ? <Found q={q} articles={found} /> : <Shelves shelves={shelves} />}
      <h2>Still looking?</h2>
      <p>A person reads every message.</p>
      <p className={classes.actions}>
        <a className={classes.button} href="/contact?subject=Support" data-chat>
          Contact Support
        </a>
        <a className={`${classes.button} ${classes.quiet}`} href="/schedule/call">
          Schedule a Call
        </a>
      </p>
    </SitePage>
  )
}

function Found({ q, articles }: { q: string; articles: Entry[] }) {
  return (
    <section aria-live="polite">
      <h2>
        {articles.length === 0
          ? `No results for “${q}”`
          : `${articles.length === 1 ? '1 article' : `${articles.length} articles`} about “${q}”`}
      </h2>
      {articles.length === 0 ? <p>Try a different or shorter search.</p> : <List articles={articles} />}
      <p>
        <a href="/help">Show everything</a>
      </p>
    </section>
  )
}

function Shelves({ shelves }: { shelves: { name: string; articles: Entry[] }[] }) {
  return shelves.map(shelf => (
    <section key={shelf.name}>
      <h2>{shelf.name}</h2>
      <List articles={shelf.articles} />
    </section>
  ))
}

function List({ articles }: { articles: Entry[] }) {
  return (
    <ul className={classes.cards}>
      {articles.map(({ slug, title, summary }) => (
        <li key={slug} className={classes.card}>
          <h3>
            <a href={`/help/${slug}`}>{title}</a>
          </h3>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  )
}
