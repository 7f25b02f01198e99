import { z } from 'zod'
import { slugOf } from '#clients/rules.ts'

/** Words that may become pages of ours. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `admin api app book card cards contact demo edit help home images lampstand login logout my new null pages preview qr settings share
   sign-in sign-up signin signup static support undefined update www`.split(/\s+/),
)

export const CardSlug = z
  .string()
  .trim()
  .toLowerCase()
  .max(60, 'At most 60 letters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters, digits and hyphens, such as ann-reed')
  .refine(slug => !reservedSlugs.has(slug), 'This address is reserved')

/** Addresses to try for a name, best first; a name of another script is called by the church's. */
export function slugsFor(name: string, church: string): string[] {
  const own = slugOf(name)
  const base = own === 'account' ? slugOf(church) : own
  const first = reservedSlugs.has(base) ? `${base}-card` : base
  return [first, `${first}-${slugOf(church)}`.slice(0, 60).replace(/-$/, '')]
}
