import { z } from 'zod'
import { ById, Flag, Id, Instant, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { plainLine } from '../rules/shapes.ts'

export const Fund = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  deductible: z.boolean(),
  isDefault: z.boolean(),
  archivedAt: Instant.nullable(),
  version: Version,
})
export type Fund = z.infer<typeof Fund>

const details = {
  name: plainLine(80).pipe(z.string().min(1, 'Please enter a name')),
  code: plainLine(30)
    .transform(text => text.toLowerCase())
    .pipe(z.string().regex(/^[\p{L}][\p{L}\p{N}-]*$/u, 'Please use one word of letters and numbers')),
  deductible: z.boolean(),
}
export const NewFund = z.object({ ...details, deductible: details.deductible.default(true) })
export type NewFund = z.infer<typeof NewFund>
export const ChangedFund = z
  .object({ id: Id, version: Version, ...details, isDefault: z.boolean() })
  .partial()
  .required({
    id: true,
    version: true,
  })
export type ChangedFund = z.infer<typeof ChangedFund>

export const funds = resource(
  '/funds',
  {
    list: member('giving.summary')
      .input(z.object({ archived: Flag.optional() }))
      .output(z.object({ items: z.array(Fund) })),
    create: member('giving.write').input(NewFund).output(Fund),
    update: member('giving.write').input(ChangedFund).output(Fund),
    archive: member('giving.write').input(ById).output(Fund),
    restore: member('giving.write').input(ById).output(Fund),
    remove: member('giving.write').input(ById).output(Nothing),
  },
  {
    list: 'List funds',
    create: 'Create a fund',
    update: 'Update a fund',
    archive: 'Archive a fund',
    restore: 'Restore an archived fund',
    remove: 'Delete a fund that was never used',
  },
)
