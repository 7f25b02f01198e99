import { z } from 'zod'
import { CsvFile, Id, Instant, line, Nothing, Page, pageOf, platform, resource } from '#kernel/contract.ts'
import { AccountExport } from '../exports/contract.ts'
import { accesses, billingStates } from '../rules.ts'

/** An account as the operator sees it: how much of everything, and nobody's data. */
export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** Lampstand itself. */
  house: z.boolean(),
  access: z.enum(accesses),
  /** What it is subscribed to. */
  plan: z.string().nullable(),
  billingState: z.enum(billingStates).nullable(),
  billingUntil: Instant.nullable(),
  suspendedReason: z.string().nullable(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  /** Counted up to 100,000; messages of the last 30 days. */
  usage: z.object({ members: z.number(), people: z.number(), leads: z.number(), messages: z.number() }),
  createdAt: Instant,
})
export type ClientRow = z.infer<typeof ClientRow>

const filters = { q: z.string().max(200).optional(), access: z.enum(accesses).optional() }
export const ClientFilter = Page.extend(filters)
export type ClientFilter = z.infer<typeof ClientFilter>

const reason = (question: string) => line(500).pipe(z.string().min(1, question))
const One = z.object({ id: Id })

export const operator = resource(
  '/operator/clients',
  {
    list: platform.input(ClientFilter).output(pageOf(ClientRow).extend({ total: z.number().int() })),
    get: platform.input(One).output(
      ClientRow.extend({
        /** One's own entry as support; `member` needs none. */
        supportUntil: Instant.nullable(),
        member: z.boolean(),
        /** Entries of the last 30 days, newest first. */
        entries: z.array(z.object({ id: Id, who: z.string(), reason: z.string(), at: Instant, endedAt: Instant })),
        exports: z.array(AccountExport),
      }),
    ),
    /** For an hour; the account's audit log says who and why. */
    enter: platform
      .input(z.object({ id: Id, reason: reason('Please enter a reason') }))
      .output(z.object({ until: Instant.nullable() })),
    leave: platform.input(One).output(z.object({})),
    suspend: platform.input(z.object({ id: Id, reason: reason('Please enter a reason') })).output(ClientRow),
    unsuspend: platform.input(One).output(ClientRow),
    /** Everything of the account in one file, without pastoral notes. */
    archive: platform.input(One).output(AccountExport),
    /** Who runs Lampstand. */
    admins: platform.input(Nothing).output(z.object({ items: z.array(z.object({ id: Id, name: z.string() })) })),
    export: platform.input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List all accounts',
    get: 'Get an account',
    enter: 'Enter an account as support',
    leave: 'End an entry as support',
    suspend: 'Suspend an account',
    unsuspend: 'Lift a suspension',
    archive: 'Start an export of an account',
    admins: 'List platform admins',
    export: 'Export accounts as CSV',
  },
  ['admins', 'export'],
)
