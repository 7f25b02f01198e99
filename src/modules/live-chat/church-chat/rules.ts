import type { Sign as PageSign } from '#public-page/rules/guard.ts'

export const WELCOME = 'Hello! How can we help you?'
export const PRIVACY = 'We keep what you write here so that we can answer you. Only our team can see it.'

/** What is asked before the first message; it is never required. */
export const asking = ['nothing', 'name', 'both'] as const
export type Asking = (typeof asking)[number]
export const askingWords: Record<Asking, string> = {
  nothing: 'Nothing: they can write right away',
  name: 'Their name',
  both: 'Their name and email',
}
export const MOST_DOMAINS = 20

/** So many links in the first words, and someone looks before it is shown. */
const MOST_LINKS = 3
/** Nobody reads the welcome and answers it within this. */
export const LEAST_MS = 1_500
/** Conversations that may begin in an hour, from one device and network and for all, before the next ones are looked at first. */
export const MOST_BEGUN = { device: 30, mine: 60, all: 100 }

interface Evidence {
  text: string
  /** What the guard of public pages found. */
  seen: readonly PageSign[]
}

export const signWords = {
  trap: 'filled in a hidden field',
  fast: 'typed faster than a person can',
  forged: 'did not come from the chat window',
  links: 'sent several links at once',
  many: 'was one of very many at once',
} as const
export type Sign = keyof typeof signWords

/** As signs are stored; the guard of public pages calls the first one otherwise. */
const stored: Record<PageSign, Sign> = { honeypot: 'trap', forged: 'forged', fast: 'fast', many: 'many' }

/** Why a first message may be a machine's; none for most. */
export function signsOf({ text, seen }: Evidence): Sign[] {
  const links = text.match(/https?:\/\/|www\./gi)?.length ?? 0
  return [...seen.map(sign => stored[sign]), ...(links >= MOST_LINKS ? (['links'] as const) : [])]
}

/** `https://www.Grace.org/about` as `www.grace.org`; undefined where it is no address of a site. */
export function hostOf(text: string): string | undefined {
  const [, host] = /^(?:https?:\/\/)?((?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?)(?:[/?#].*)?$/i.exec(text.trim()) ?? []
  if (!host || host.length > 253) return
  const name = host.toLowerCase()
  const labels = name.replace(/^\*\./, '').replace(/:\d+$/, '').split('.')
  const fits = labels.every(label => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return fits && (labels.length > 1 || labels[0] === 'localhost') ? name : undefined
}

/** Pages with and without www. are one site. */
export const framers = (domains: readonly string[]): string =>
  domains.length === 0
    ? "'none'"
    : [...new Set(domains.flatMap(host => (/^\*\.|^\d|^localhost/.test(host) ? [host] : [host, sister(host)])))].join(
        ' ',
      )
const sister = (host: string) => (host.startsWith('www.') ? host.slice(4) : `www.${host}`)

/** What is said at once to someone who writes. @param there null: nobody has said when someone is */
export function churchAcknowledgement(church: string, there: boolean | null, hours: string, email: string | null) {
  const away = there === false ? `We are offline right now. ${hours}` : hours || 'A person reads every message.'
  const here = there ? 'We are online and will answer soon.' : away.trim()
  const stop = /[.!?]$/.test(here) ? '' : '.'
  const mail = email
    ? `If you have left by then, we’ll email the answer to ${email}.`
    : 'Leave your email below, and we’ll email the answer if you have left.'
  return `Thank you, ${church} got your message. ${here}${stop} ${mail}`
}

interface Place {
  /** Where Lampstand answers. */
  origin: string
  slug: string
}
export const chatAddress = ({ origin, slug }: Place) => `${origin}/chat/${slug}`
export const chatTag = ({ origin, slug }: Place) => `<script async src="${origin}/embed/chat/${slug}.js"></script>`
