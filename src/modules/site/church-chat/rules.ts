import type { Sign as PageSign } from '#public-page/rules/guard.ts'

export const WELCOME = 'Hello! How can we help you?'
export const PRIVACY = 'We keep what you write here so that we can answer you, and show it to nobody outside our team.'

/** What is asked before the first message; it is never required. */
export const asking = ['nothing', 'name', 'both'] as const
export type Asking = (typeof asking)[number]
export const askingWords: Record<Asking, string> = {
  nothing: 'Nothing: they write at once',
  name: 'Their name',
  both: 'Their name and e-mail',
}
export const MOST_DOMAINS = 20

/** So many links in the first words, and somebody looks before it is shown. */
const MOST_LINKS = 3
/** Nobody reads the welcome and answers it within this. */
export const LEAST_MS = 1_500
/** Conversations that all visitors of a church may begin in an hour before the next ones are looked at first. */
export const MOST_BEGUN_BY_ALL = 100

interface Evidence {
  text: string
  /** What the guard of public pages found. */
  seen: readonly PageSign[]
}

export const signWords = {
  trap: 'filled in the field that people don’t see',
  fast: 'wrote faster than anybody types',
  forged: 'did not come from the chat’s window',
  links: 'sent several links at once',
  many: 'came with very many others',
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

/** What is said at once to somebody who writes. @param there null: nobody has said when somebody is */
export function churchAcknowledgement(church: string, there: boolean | null, hours: string, email: string | null) {
  const away = there === false ? `Nobody is here right now. ${hours}` : hours || 'A person reads every message.'
  const here = there ? 'Somebody of us is here and answers soon.' : away.trim()
  const stop = /[.!?]$/.test(here) ? '' : '.'
  const mail = email
    ? `If you have gone by then, the answer comes by mail to ${email}.`
    : 'Leave your e-mail below, and the answer finds you when you have gone.'
  return `Thank you, your message has reached ${church}. ${here}${stop} ${mail}`
}

interface Place {
  /** Where Lampstand answers. */
  origin: string
  slug: string
}
export const chatAddress = ({ origin, slug }: Place) => `${origin}/chat/${slug}`
export const chatTag = ({ origin, slug }: Place) => `<script async src="${origin}/embed/chat/${slug}.js"></script>`
