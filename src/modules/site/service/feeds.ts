import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { issues as newsletters } from '#email/archive/service.ts'
import { env } from '#kernel/env.ts'
import { escapeHtml } from '#messaging/rules/letter.ts'
import { frontMatter } from '../rules/article.ts'

const folder = (name: string) => path.join(env.root, 'src/modules/site/data', name)
const slugs = (name: string) => readdirSync(folder(name)).map(file => file.replace(/\.md$/, ''))

/** Public paths that a search engine may know. */
export const publicPaths = (): string[] => [
  '/',
  '/about',
  '/team',
  '/features',
  '/pricing',
  '/sales-funnel',
  '/tour',
  '/contact',
  '/blog',
  '/help',
  '/documentation',
  '/documentation/api',
  '/status',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  ...slugs('blog').map(slug => `/blog/${slug}`),
  ...slugs('help').map(slug => `/help/${slug}`),
]

export const robots = (): string =>
  `User-agent: *\nDisallow: /outbox\nDisallow: /rest/\nDisallow: /auth/\nSitemap: ${env.publicUrl}/sitemap.xml\n`

/** https://www.sitemaps.org/protocol.html */
export const sitemap = async (): Promise<string> => {
  const issues = (await newsletters()).map(({ slug }) => `/newsletter/${slug}`)
  const urls = [...publicPaths(), '/newsletter', ...issues].map(
    at => `<url><loc>${escapeHtml(env.publicUrl + at)}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** The blog as RSS 2.0, newest first. */
export function rss(): string {
  const posts = slugs('blog')
    .map(
      slug =>
        ({ slug, ...frontMatter(readFileSync(path.join(folder('blog'), `${slug}.md`), 'utf8')).fields }) as Record<
          string,
          string
        >,
    )
    .sort((a, b) => (a.date! < b.date! ? 1 : -1))
  const items = posts.map(post => {
    const link = `${env.publicUrl}/blog/${post.slug}`
    const day = new Date(`${post.date}T12:00:00Z`).toUTCString()
    return `<item><title>${escapeHtml(post.title!)}</title><link>${link}</link><guid>${link}</guid><pubDate>${day}</pubDate><description>${escapeHtml(post.summary!)}</description></item>`
  })
  const head = `<title>Lampstand</title><link>${env.publicUrl}/blog</link><description>Ideas for welcoming people, and the tools that help.</description>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${head}\n${items.join('\n')}\n</channel></rss>\n`
}
