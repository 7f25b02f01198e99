import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, Flag, Id, Instant, line, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { languages } from '#public-page/rules/languages.ts'
import { Uses } from '#public-page/rules/uses.ts'
import { Tree } from './rules/blocks.ts'
import { Seo, Slug } from './rules/seo.ts'
import { templateKeys } from './rules/templates.ts'

const name = line(120).pipe(z.string().min(1, 'Please enter a name'))
const Count = z.number().int()

export const SitePageRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** Visitors see it. */
  isLive: z.boolean(),
  /** The draft says what visitors see. */
  isFresh: z.boolean(),
  isHome: z.boolean(),
  menuRank: Count.nullable(),
  publishedAt: Instant.nullable(),
  publishAt: Instant.nullable(),
  unpublishAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type SitePageRow = z.infer<typeof SitePageRow>

export const Finding = z.object({ block: z.string().nullable(), isBlocking: z.boolean(), message: z.string() })
export const SitePage = SitePageRow.extend({
  draft: Tree,
  seo: Seo,
  language: z.string(),
  secondLanguage: z.string(),
  /** Where visitors find it. */
  address: z.string(),
  /** What is wrong with the draft, or worth a look. */
  findings: z.array(Finding),
})
export type SitePage = z.infer<typeof SitePage>

export const pageSorts = ['-updatedAt', 'updatedAt', 'name', '-name'] as const
export const PageFilter = Page.extend({
  search: z.string().trim().max(200).optional(),
  state: z.enum(['live', 'draft']).optional(),
  deleted: Flag.optional(),
  sort: z.enum(pageSorts).default('-updatedAt'),
})
export type PageFilter = z.infer<typeof PageFilter>

export const NewSitePage = z.object({ name: name.optional(), template: z.enum(templateKeys).default('blank') })
export type NewSitePage = z.infer<typeof NewSitePage>

const Language = z.enum(languages)
export const SitePageChange = z.object({
  id: Id,
  version: Version,
  name: name.optional(),
  slug: Slug.optional(),
  draft: Tree.optional(),
  seo: Seo.optional(),
  language: Language.optional(),
  secondLanguage: z.union([z.literal(''), Language]).optional(),
  isHome: z.boolean().optional(),
  menuRank: Count.min(0).max(1_000).nullable().optional(),
})
export type SitePageChange = z.infer<typeof SitePageChange>

export const PageVersion = z.object({
  number: Count,
  /** Empty: it was published. */
  name: z.string(),
  isPublished: z.boolean(),
  createdAt: Instant,
  createdByName: z.string().nullable(),
})
export const Schedule = z
  .object({ id: Id, publishAt: moment().nullable(), unpublishAt: moment().nullable() })
  .refine(({ publishAt, unpublishAt }) => !publishAt || !unpublishAt || publishAt < unpublishAt, {
    path: ['unpublishAt'],
    message: 'It must close after it opens',
  })

export const pages = resource(
  '/pages',
  {
    list: member('content.read')
      .input(PageFilter)
      .output(pageOf(SitePageRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(SitePage),
    create: member('content.write').input(NewSitePage).output(SitePage),
    update: member('content.write').input(SitePageChange).output(SitePage),
    duplicate: member('content.write').input(ById).output(SitePage),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(SitePage),
    /** Freezes the draft as a version, and shows it. */
    publish: member('content.publish')
      .input(ById.extend({ version: Version }))
      .output(SitePage),
    unpublish: member('content.publish').input(ById).output(SitePage),
    /** What would break without it, such as a funnel that shows it. */
    uses: member('content.read').input(ById).output(Uses),
    schedule: member('content.publish').input(Schedule).output(SitePage),
    /** The navigation of the site: these pages in this order, and no others. */
    orderMenu: member('content.publish')
      .input(z.object({ ids: z.array(Id).max(12, 'At most 12 pages fit into the navigation') }))
      .output(Nothing),
    versions: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(PageVersion) })),
    saveVersion: member('content.write').input(ById.extend({ name })).output(Nothing),
    /** Puts a version back into the draft; visitors see it once it is published. */
    rollBack: member('content.write')
      .input(ById.extend({ version: Version, number: Count }))
      .output(SitePage),
    /** An address that shows the draft for seven days to anyone who has it. */
    preview: member('content.read')
      .meta({ secret: true })
      .input(ById)
      .output(z.object({ url: z.string(), expiresAt: Instant })),
    /** The church's own data that blocks show, for the editor's canvas. */
    live: member('content.read').input(ById).output(z.record(z.string(), z.unknown())),
  },
  {
    list: 'List pages',
    get: 'Get a page',
    create: 'Create a page',
    update: 'Update the draft of a page',
    duplicate: 'Duplicate a page',
    remove: 'Delete a page',
    restore: 'Restore a page',
    publish: 'Publish the draft of a page',
    unpublish: 'Unpublish a page',
    uses: 'List what uses a page',
    schedule: 'Schedule publishing and closing of a page',
    orderMenu: 'Set the navigation of the site',
    versions: 'List versions of a page',
    saveVersion: 'Save the draft of a page as a named version',
    rollBack: 'Put a version of a page back into its draft',
    preview: 'Create a preview link of a page',
    live: 'Get the data that blocks of a page show',
  },
  ['versions', 'live', 'uses'],
)
