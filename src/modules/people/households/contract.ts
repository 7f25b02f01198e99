import { z } from 'zod'
import { Id, line, member, Nothing, resource } from '#kernel/contract.ts'
import { Household } from '../contract.ts'
import { householdRoles } from '../rules/fields.ts'

const name = line(120).pipe(z.string().min(1, 'Name is required'))
const role = z.enum(householdRoles).default('adult')

export const households = resource(
  '/households',
  {
    get: member('people.read')
      .input(z.object({ id: Id }))
      .output(Household),
    create: member('people.write')
      .input(
        z.object({
          name,
          members: z
            .array(z.object({ personId: Id, role, isPrimary: z.boolean().default(false) }))
            .min(1)
            .max(30),
        }),
      )
      .output(Household),
    update: member('people.write')
      .input(z.object({ id: Id, name }))
      .output(Household),
    /** Adds someone, or changes their role; one primary at most. */
    join: member('people.write')
      .input(z.object({ id: Id, personId: Id, role, isPrimary: z.boolean().default(false) }))
      .output(Household),
    /** Takes someone out; the last one takes the household along. */
    leave: member('people.write')
      .input(z.object({ id: Id, personId: Id }))
      .output(Nothing),
  },
  {
    get: 'Get a household',
    create: 'Create a household',
    update: 'Update a household',
    join: 'Add a person to a household',
    leave: 'Remove a person from a household',
  },
)
