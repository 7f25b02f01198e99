/** Stands for this server's own address in pages that are made before it is known; the server puts the real one in. */
export const HERE = 'https://here.lampstand.invalid'

type Thing = Record<string, unknown>

interface Head {
  /** as a browser's tab shows it */
  title: string
  description: string
  /** where the page lives, /about */
  path: string
  /** name of a picture in public/og, without its ending */
  image?: string
  type?: 'website' | 'article'
  /** https://schema.org, each without its context */
  things?: Thing[]
}

/** Everything that a page says of itself to search engines and to those who share it. */
export function headOf({ title, description, path, image = 'default', type = 'website', things = [] }: Head) {
  const url = `${HERE}${path}`
  const picture = `${HERE}/og/${image}.png`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'Lampstand' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture },
    ...[...things, ...breadcrumbs(path, title)].map(thing => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ]
}

const shelves: Record<string, string> = {
  blog: 'Blog',
  help: 'Help Center',
  documentation: 'Documentation',
  newsletter: 'Newsletter',
}

/** Home, the shelf a page stands on, and the page. */
function breadcrumbs(path: string, title: string): Thing[] {
  const [first, second] = path.split('/').filter(Boolean)
  if (!first) return []
  const name = title.replace(/ · Lampstand$/, '')
  const steps = second ? [[shelves[first] ?? first, `/${first}`] as const] : []
  const all = [['Lampstand', '/'] as const, ...steps, [name, path] as const]
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: all.map(([step, at], i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: step,
        item: `${HERE}${at}`,
      })),
    },
  ]
}

export const organization = {
  '@type': 'Organization',
  '@id': `${HERE}/#organization`,
  name: 'Lampstand',
  url: `${HERE}/`,
  logo: `${HERE}/icon-512.png`,
  contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: `${HERE}/contact` },
}

export const webSite = {
  '@type': 'WebSite',
  name: 'Lampstand',
  url: `${HERE}/`,
  publisher: { '@id': `${HERE}/#organization` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${HERE}/help?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
}

/** Questions with their answers, as the page shows them. */
export const faqPage = (questions: readonly (readonly [string, string])[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})
