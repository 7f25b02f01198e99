import { escapeHtml } from '#messaging/rules/letter.ts'

/** Stands in the address of whatever is counted, until a reader's own mark is put there. */
export const MARK = '%25reader%25'
export interface Counting {
  /** Where clicks pass by; the number of the link follows. */
  clicks: string
  /** The picture that is fetched when a mail is opened. */
  opens: string
}
export type Counted = Counting & { links: readonly string[] }

/** What is looked at through ours: every address of the web, once each, in the order in which they stand. */
export const linksIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="(https?:[^"{}]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))),
]

/** The same, with every link of the campaign's own leading past the counter. */
export function counted(html: string, counting: Counted | undefined): string {
  if (!counting) return html
  const { links, clicks } = counting
  return html.replace(/href="(https?:[^"{}]+)"/g, (whole, href: string) => {
    const at = links.indexOf(href.replaceAll('&amp;', '&'))
    return at < 0 ? whole : `href="${clicks}/${at}"`
  })
}

/** The picture that is fetched when a mail is opened; nothing where nothing is counted. */
export const pixel = (counting: Counted | undefined): string =>
  counting
    ? `<img src="${escapeHtml(counting.opens)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
    : ''

/** A mail with its reader's own mark in everything that is counted. */
export const marked = (html: string, mark: string): string => (mark ? html.replaceAll(MARK, mark) : html)
