import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { CsvFile, Id, member, Nothing, resource } from '#kernel/contract.ts'
import { plainLine, plainProse } from '../rules/shapes.ts'
import { declarationScopes, declarationSources } from './rules.ts'

const named = (label: string, max = 100) => plainLine(max).pipe(z.string().min(1, `Please enter the ${label}`))
export const Declaration = z.object({
  id: Id,
  personId: Id,
  name: z.string(),
  address: z.string(),
  postcode: z.string(),
  coversFrom: z.string(),
  coversTo: z.string().nullable(),
  source: z.enum(declarationSources),
  wording: z.string(),
  madeOn: z.string(),
  recordSentOn: z.string().nullable(),
  /** Of an oral one: until then it can be canceled as if never made. */
  cancelableUntil: z.string().nullable(),
  canceledOn: z.string().nullable(),
})
export type Declaration = z.infer<typeof Declaration>
export const NewDeclaration = z.object({
  personId: Id,
  title: plainLine(20).default(''),
  firstName: named('first name'),
  lastName: named('last name'),
  address: plainProse(300).pipe(z.string().min(1, 'Please enter the home address')),
  postcode: named('postcode', 10),
  scope: z.enum(declarationScopes),
  source: z.enum(declarationSources).default('written'),
})
export type NewDeclaration = z.infer<typeof NewDeclaration>
const Period = z.object({ from: day(), to: day() })
const Sums = z.object({ gifts: z.number(), amount: z.number() })
export const Claim = z.object({
  id: Id,
  periodFrom: z.string(),
  periodTo: z.string(),
  total: z.number(),
  createdAt: z.date(),
})

export const giftAid = resource(
  '/gift-aid',
  {
    list: member('giving.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(Declaration), wording: z.string() })),
    create: member('giving.write').input(NewDeclaration).output(Declaration),
    cancel: member('giving.write')
      .input(z.object({ id: Id }))
      .output(Declaration),
    /** The written record of an oral declaration was sent. */
    recordSent: member('giving.write')
      .input(z.object({ id: Id }))
      .output(Declaration),
    claims: member('giving.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Claim) })),
    claimable: member('giving.read')
      .input(Period)
      .output(z.object({ declared: Sums, smallCash: Sums })),
    claim: member('giving.write').input(Period).output(Claim),
    schedule: member('giving.write')
      .input(z.object({ id: Id }))
      .output(CsvFile),
  },
  {
    list: 'List the Gift Aid declarations of a person',
    create: 'Record a Gift Aid declaration',
    cancel: 'Cancel a Gift Aid declaration',
    recordSent: 'Record that the written record of an oral declaration was sent',
    claims: 'List Gift Aid claims',
    claimable: 'Count the gifts that Gift Aid can be claimed for',
    claim: 'Claim Gift Aid for the gifts of a period',
    schedule: 'Get the schedule of a Gift Aid claim as CSV',
  },
  ['claims', 'claimable', 'schedule'],
)
