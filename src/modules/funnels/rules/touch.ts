/** Where a visitor came from, as the address and the page before said; empty where nothing was said. */
export interface Touch {
  source: string
  medium: string
  campaign: string
  /** Code of the short link or QR code that led here. */
  link: string
}

const MOST = 80
const word = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, MOST)

/** @param own host of our own pages: a visitor who comes from there has come from nowhere new */
export function touchOf(query: URLSearchParams, referrer: string, own: string): Touch {
  const code = query.get('l') ?? ''
  const link = /^[A-Za-z0-9]{6,16}$/.test(code) ? code : ''
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, '') : ''
  const source = word(query.get('utm_source')) || (link ? 'short link' : host === own ? '' : word(host))
  return { source, medium: word(query.get('utm_medium')), campaign: word(query.get('utm_campaign')), link }
}
