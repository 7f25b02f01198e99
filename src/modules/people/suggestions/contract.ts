import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'

const Side = z.object({ id: Id, name: z.string() })

export const HouseholdSuggestion = z.object({
  id: Id,
  /** Who came later. */
  person: Side,
  other: Side,
  shares: z.enum(['email', 'phone', 'both']),
  createdAt: Instant,
})
export type HouseholdSuggestion = z.infer<typeof HouseholdSuggestion>

/** People who share an address or number, and may live together. */
export const householdSuggestions = resource(
  '/household-suggestions',
  {
    /** All that are open, or those of one person. */
    list: member('people.read')
      .input(z.object({ personId: Id.optional() }))
      .output(z.object({ items: z.array(HouseholdSuggestion) })),
    /** They do: into the household of one of them, or a new one. */
    accept: member('people.write').input(ById).output(Nothing),
    dismiss: member('people.write').input(ById).output(Nothing),
  },
  {
    list: 'List suggested households',
    accept: 'Accept a suggested household',
    dismiss: 'Dismiss a suggested household',
  },
)
