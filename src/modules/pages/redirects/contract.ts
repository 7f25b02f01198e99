import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { Slug } from '../rules/seo.ts'

export const SiteRedirect = z.object({
  id: Id,
  slug: z.string(),
  /** A page of the site; null: an address elsewhere. */
  pageId: Id.nullable(),
  pageName: z.string().nullable(),
  /** Where visitors arrive; null while that page is not published. */
  leadsTo: z.string().nullable(),
  createdAt: Instant,
})
export type SiteRedirect = z.infer<typeof SiteRedirect>

export const NewSiteRedirect = z
  .object({
    /** What follows the church's address. */
    slug: Slug,
    pageId: Id.nullable(),
    /** Empty where a page is chosen. */
    target: z.union([
      z.literal(''),
      z
        .url({ protocol: /^https?$/, hostname: /\./, error: 'Please enter an address that starts with https://' })
        .max(2_000, 'At most 2,000 characters'),
    ]),
  })
  .refine(({ pageId, target }) => (pageId === null) !== (target === ''), {
    path: ['target'],
    message: 'Choose a page, or enter an address',
  })
export type NewSiteRedirect = z.infer<typeof NewSiteRedirect>

const refusals = { TAKEN: { status: 409, message: 'There is a redirect from this address already.' } } as const

/** Addresses of the site that lead elsewhere: pages that moved, and what was printed once. */
export const siteRedirects = resource(
  '/site-redirects',
  {
    list: member('content.read')
      .input(Page.extend({ search: z.string().trim().max(200).optional() }))
      .output(pageOf(SiteRedirect)),
    create: member('content.publish').input(NewSiteRedirect).output(SiteRedirect).errors(refusals),
    remove: member('content.publish').input(ById).output(Nothing),
  },
  {
    list: 'List redirects of the site',
    create: 'Create a redirect',
    remove: 'Delete a redirect',
  },
)
