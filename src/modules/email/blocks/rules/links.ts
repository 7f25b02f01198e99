import { bareTags, type TagName } from '#messaging/rules/merge-tags.ts'

const tags: readonly TagName[] = ['archiveLink', 'unsubscribeLink', 'preferencesLink', 'bookingLink']
const isTag = (href: string) =>
  tags.some(tag => href === `{${tag}}`) || /^\{bookingLink\}\/[a-z0-9][a-z0-9-]{0,79}$/.test(href)

/** The page on which a type is booked, as a link with its merge tag. */
export const bookingHref = (slug: string): string => (slug ? `{bookingLink}/${slug}` : '{bookingLink}')

/** A whole address of what someone typed: `grace.org/give` is meant as https. Undefined where it leads nowhere. */
export function wholeHref(typed: string): string | undefined {
  const href = typed.trim()
  if (isTag(href)) return href
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(href) || /^tel:\+?[\d\s().-]{3,}$/i.test(href)) return href
  const whole = /^[a-z][a-z\d+.-]*:/i.test(href) && !/^[\w.-]+:\d+/.test(href) ? href : `https://${href}`
  if (!URL.canParse(whole) || bareTags(href).length > 0) return
  const { protocol, hostname } = new URL(whole)
  return /^https?:$/.test(protocol) && /\.[a-z]{2,}$|^localhost$|^127\./i.test(hostname) ? whole : undefined
}
