/** Where a visitor may be sent: an absolute address of the web, as a header can carry it. undefined for anything else. */
export function redirectTarget(text: string): string | undefined {
  if (!URL.canParse(text)) return
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

/** A redirect that no cache keeps, so that every click is counted, and no search engine lists. */
export const redirect = (href: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: href, 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
  })
