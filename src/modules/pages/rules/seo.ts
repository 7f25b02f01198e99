import { z } from 'zod'
import { Id, line, prose } from '#kernel/contract.ts'

/** What search engines and link previews show. */
export const Seo = z.object({
  /** Empty: the page's name. */
  title: line(120),
  description: prose(300),
  pictureId: Id.nullable(),
  /** Where the same page is at home elsewhere; empty: here. */
  canonical: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }),
  ]),
  isHidden: z.boolean(),
})
export type Seo = z.infer<typeof Seo>
export const noSeo: Seo = { title: '', description: '', pictureId: null, canonical: '', isHidden: false }

/** Addresses that the product or the site itself answers. */
export const reservedSlugs: readonly string[] = [
  'c',
  'book',
  'give',
  'm',
  'card',
  'i',
  'meet',
  'l',
  'f',
  'mail',
  'my',
  'pray',
  'checkin',
  'review',
  'share',
  'study',
  'certificate',
  'storage',
  'rest',
  'auth',
  'realtime',
  'functions',
  'internal',
  'preview',
  'images',
  'sitemap',
  'robots',
  'feed',
  'index',
  'login',
  'dashboard',
  'admin',
  'api',
  'assets',
  'static',
  'home',
  'go',
]
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and hyphens')
  .max(80, 'At most 80 characters')
  .refine(slug => !reservedSlugs.includes(slug), 'This address is reserved. Please choose another one')
