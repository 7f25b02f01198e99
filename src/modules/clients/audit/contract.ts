import { z } from 'zod'
import {
  CsvFile,
  exporting,
  Id,
  Instant,
  member,
  Page,
  pageOf,
  platform,
  resource,
  signedIn,
} from '#kernel/contract.ts'
import { moment } from '../rules/dates.ts'

export const AuditLine = z.object({
  id: Id,
  at: Instant,
  /** A name, "Lampstand support", "A job" … */
  who: z.string(),
  /** `changed a lead: Pat Miller` */
  what: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type AuditLine = z.infer<typeof AuditLine>

const filters = {
  table: z.string().max(60).optional(),
  userId: Id.optional(),
  from: moment().optional(),
  /** Up to and without this instant. */
  until: moment().optional(),
}
const Filter = z.object(filters)
export type AuditFilter = z.infer<typeof Filter>

/** Who changed what in one's own account, newest first. */
export const audit = resource(
  '/audit',
  {
    list: member('audit.read').input(Page.extend(filters)).output(pageOf(AuditLine)),
    export: exporting('audit.read').input(Filter).output(CsvFile),
    /** What the log can be narrowed to, by table. */
    kinds: signedIn.output(z.object({ items: z.array(z.object({ value: z.string(), label: z.string() })) })),
  },
  {
    list: 'List entries of the audit log',
    export: 'Export the audit log as CSV',
    kinds: 'List the kinds of audited records',
  },
  ['export', 'kinds'],
)

const Everywhere = Filter.extend({ clientId: Id.optional() })
/** The same across accounts, without what stands in their rows. */
export const trail = resource(
  '/operator/audit',
  {
    list: platform
      .input(Page.extend(Everywhere.shape))
      .output(pageOf(AuditLine.extend({ clientId: Id, clientName: z.string() }))),
    export: platform.input(Everywhere).output(CsvFile),
  },
  { list: 'List audit entries of all accounts', export: 'Export audit entries of all accounts as CSV' },
  ['export'],
)
