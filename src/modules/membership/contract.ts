import { z } from 'zod'
import {
  ById,
  CsvFile,
  exporting,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { siteStates } from './rules/states.ts'

const Count = z.number().int()
const name = line(120).pipe(z.string().min(1, 'Please enter a name'))

export const SiteRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  state: z.enum(siteStates),
  thumbnail: z.string().nullable(),
  pictureId: Id.nullable(),
  /** People whose access to one of its courses is active. */
  members: Count,
  courses: Count,
  /** Minor units: captured payments for its offers, without refunds. */
  revenue: Count,
  currency: z.string(),
  /** Path of the public page. */
  path: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
})
export type SiteRow = z.infer<typeof SiteRow>

export const Site = SiteRow.extend({
  courseList: z.array(z.object({ id: Id, title: z.string(), state: z.string(), lessons: Count })),
  /** What stands in the way of publishing. */
  problems: z.array(z.string()),
  version: Version,
})
export type Site = z.infer<typeof Site>

export const NewSite = z.object({
  name,
  description: prose(2_000).default(''),
  courseIds: z.array(Id).max(100, 'Up to 100 courses').default([]),
})
export type NewSite = z.infer<typeof NewSite>
export const SiteChange = z
  .object({
    name,
    slug: z
      .string()
      .trim()
      .toLowerCase()
      .max(60)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use small letters, digits and hyphens'),
    description: prose(2_000),
    pictureId: Id.nullable(),
    /** In the order in which they are shown. */
    courseIds: z.array(Id).max(100, 'Up to 100 courses'),
  })
  .partial()
  .extend({ id: Id, version: Version })
export type SiteChange = z.infer<typeof SiteChange>

const filters = {
  search: z.string().trim().max(100).optional(),
  state: several(z.enum(siteStates)),
  /** In the trash, for 30 days. */
  deleted: Flag.optional(),
  sort: z.enum(['newest', 'name']).default('newest'),
}
export const SiteFilter = Page.extend(filters)
export type SiteFilter = z.infer<typeof SiteFilter>

export const Summary = z.object({
  sites: Count,
  courses: Count,
  members: Count,
  /** Minor units. */
  revenue: Count,
  currency: z.string(),
})

export const membershipSites = resource(
  '/membership-sites',
  {
    list: member('content.read')
      .input(SiteFilter)
      .output(pageOf(SiteRow).extend({ total: Count })),
    summary: member('content.read').input(Nothing).output(Summary),
    get: member('content.read').input(ById).output(Site),
    create: member('content.write').input(NewSite).output(Site),
    update: member('content.write').input(SiteChange).output(Site),
    /** Opens it to visitors: it needs a published course and an offer. */
    publish: member('content.publish').input(ById).output(Site),
    unpublish: member('content.publish').input(ById).output(Site),
    archive: member('content.publish').input(ById).output(Site),
    duplicate: member('content.write').input(ById).output(Site),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Site),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List membership sites',
    summary: 'Get the figures of membership',
    get: 'Get a membership site',
    create: 'Create a membership site',
    update: 'Update a membership site',
    publish: 'Publish a membership site',
    unpublish: 'Unpublish a membership site',
    archive: 'Archive a membership site',
    duplicate: 'Duplicate a membership site',
    remove: 'Delete a membership site',
    restore: 'Restore a membership site',
    export: 'Export membership sites as CSV',
  },
  ['summary', 'export'],
)
