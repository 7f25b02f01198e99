import { z } from 'zod'
import { ById, CsvFile, exporting, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { duplicateReasons } from '../rules/match.ts'

const Side = z.object({ id: Id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })

export const PossibleDuplicate = z.object({
  id: Id,
  /** Who came later. */
  person: Side,
  other: Side,
  /** 0 to 1. */
  score: z.number(),
  /** Why someone should look, in a sentence. */
  reason: z.string(),
  createdAt: Instant,
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

const filters = {
  importId: Id.optional(),
  /** Of one person. */
  personId: Id.optional(),
  /** A fragment of a name, an address or a number of one of the two. */
  search: z.string().trim().max(200).optional(),
  reason: z.enum(duplicateReasons).optional(),
}
const Filters = z.object(filters)
export type DuplicateFilter = z.infer<typeof Filters>

/** Pairs of people who may be one. */
export const duplicates = resource(
  '/duplicates',
  {
    list: member('people.read')
      .input(
        Page.extend({ ...filters, sort: z.enum(['-score', 'score', '-createdAt', 'createdAt']).default('-score') }),
      )
      .output(pageOf(PossibleDuplicate)),
    count: member('people.read')
      .input(Filters)
      .output(z.object({ count: z.number().int() })),
    /** They are two. */
    dismiss: member('people.write').input(ById).output(Nothing),
    /** Perhaps they are one after all. */
    restore: member('people.write').input(ById).output(Nothing),
    export: exporting().input(Filters).output(CsvFile),
  },
  {
    list: 'List possible duplicates',
    count: 'Count possible duplicates',
    dismiss: 'Dismiss a possible duplicate',
    restore: 'Restore a dismissed duplicate',
    export: 'Export possible duplicates as CSV',
  },
  ['count', 'export'],
)
