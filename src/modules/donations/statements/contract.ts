import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'
import { runStates, scopes } from '../receipts/rules/states.ts'
import { plainLine } from '../rules/shapes.ts'

const Period = z.object({ from: day(), to: day(), scope: z.enum(scopes).default('person') })
const checks = [
  ...(['charity', 'open', 'address', 'email', 'unreceipted', 'reversed', 'unassigned'] as const),
  ...(['currencies', 'outdated'] as const),
] as const
export type Check = (typeof checks)[number]
export const Preflight = z.object({
  donors: z.number(),
  gifts: z.number(),
  /** Donors who have no statement of this period, or one with other figures, is known once it is made. */
  issued: z.number(),
  currencies: z.array(z.string()),
  /** Nothing can be made meanwhile. */
  blocked: z.boolean(),
  items: z.array(
    z.object({
      check: z.enum(checks),
      count: z.number(),
      blocks: z.boolean(),
      /** Something would be missing for good: `create` wants it confirmed. */
      asks: z.boolean(),
      href: z.string(),
      /** A few of them, with where to fix them. */
      examples: z.array(z.object({ label: z.string(), href: z.string() })),
    }),
  ),
})
export type Preflight = z.infer<typeof Preflight>

export const Run = z.object({
  id: Id,
  periodFrom: z.string(),
  periodTo: z.string(),
  scope: z.enum(scopes),
  state: z.enum(runStates),
  total: z.number(),
  done: z.number(),
  issued: z.number(),
  replaced: z.number(),
  voided: z.number(),
  /** Of what it issued and is still valid: how many can be emailed, were emailed, and are left to be printed. */
  toEmail: z.number(),
  emailed: z.number(),
  toPrint: z.number(),
  mailAt: Instant.nullable(),
  mailDone: Instant.nullable(),
  createdAt: Instant,
})
export type Run = z.infer<typeof Run>

const askedFirst = {
  CONFIRM_FIRST: {
    status: 409,
    message: 'Something would be missing on these statements. Check it first, or send "confirmed": true.',
  },
}

export const givingStatements = resource(
  '/giving-statements',
  {
    preflight: member('giving.read').input(Period).output(Preflight),
    list: member('giving.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Run) })),
    get: member('giving.read').input(ById).output(Run),
    create: member('giving.write')
      .input(
        Period.extend({
          reason: plainLine(300).default(''),
          /** Made although the check lists something that asks: what has a number can’t be undone. */
          confirmed: z.boolean().default(false),
        }),
      )
      .output(Run)
      .errors(askedFirst),
    email: member('giving.write').input(ById).output(Run),
  },
  {
    preflight: 'Check a period before its statements are made',
    list: 'List runs of giving statements',
    get: 'Get a run of giving statements',
    create: 'Make the giving statements of a period',
    email: 'Email the giving statements of a run',
  },
  ['preflight'],
)
