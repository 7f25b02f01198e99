import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'

const Side = z.object({ id: Id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })

export const PossibleDuplicate = z.object({
  id: Id,
  /** Who came later. */
  person: Side,
  other: Side,
  /** 0 to 1. */
  score: z.number(),
  /** Why somebody should look, in a sentence. */
  reason: z.string(),
  createdAt: Instant,
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

/** Pairs of people who may be one. */
export const duplicates = resource('/duplicates', {
  list: member('people.read')
    .input(Page.extend({ importId: Id.optional() }))
    .output(pageOf(PossibleDuplicate)),
  /** They are two. */
  dismiss: member('people.write').input(ById).output(Nothing),
})
