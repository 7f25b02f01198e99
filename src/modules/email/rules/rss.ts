import { escapeHtml } from '#messaging/rules/letter.ts'

export interface FeedItem {
  title: string
  link: string
  summary: string
  at: Date
}
export interface Feed {
  title: string
  /** The page that it stands for. */
  link: string
  /** Its own address. */
  self: string
  description: string
  items: readonly FeedItem[]
}

/** XML 1.0 knows no such characters, not even escaped (2.2). */
const unknown = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const safe = (text: string) => escapeHtml(text.replace(unknown, ''))

const item = ({ title, link, summary, at }: FeedItem) =>
  `<item><title>${safe(title)}</title><link>${safe(link)}</link><guid>${safe(link)}</guid><pubDate>${at.toUTCString()}</pubDate><description>${safe(summary)}</description></item>`

/** RSS 2.0, in the order that is given. */
export function rssOf({ title, link, self, description, items }: Feed): string {
  const head = `<title>${safe(title)}</title><link>${safe(link)}</link><description>${safe(description)}</description><atom:link href="${safe(self)}" rel="self" type="application/rss+xml"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head}\n${items.map(item).join('\n')}\n</channel></rss>\n`
}
