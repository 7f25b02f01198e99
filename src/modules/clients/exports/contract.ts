import { z } from 'zod'
import { Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'
import { exportStates } from './rules.ts'

export const AccountExport = z.object({
  id: Id,
  state: z.enum(exportStates),
  /** Rows and files written, of so many. */
  done: z.number().int(),
  total: z.number().int(),
  /** Bytes, once it is ready. */
  size: z.number().nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  /** Can be downloaded until then. */
  expiresAt: Instant.nullable(),
})
export type AccountExport = z.infer<typeof AccountExport>

const ownerOnly = {
  OWNER_ONLY: { status: 403, message: 'Only the owner can export the whole account.' },
} as const

/** The whole account in one file, for its owner. */
export const exports = resource(
  '/account-exports',
  {
    list: member('people.export')
      .meta({ inPerson: true })
      .input(Nothing)
      .output(z.object({ items: z.array(AccountExport) }))
      .errors(ownerOnly),
    create: member('people.export').meta({ inPerson: true }).input(Nothing).output(AccountExport).errors(ownerOnly),
  },
  { list: 'List exports of the whole account', create: 'Start an export of the whole account' },
)
