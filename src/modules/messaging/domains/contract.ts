import { z } from 'zod'
import { ById, external, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'
import { recordKinds } from './rules/records.ts'

export const SendingDomain = z.object({
  id: Id,
  domain: z.string(),
  records: z.array(
    z.object({
      kind: z.enum(recordKinds),
      name: z.string(),
      value: z.string(),
      /** null: not looked for yet. */
      found: z.boolean().nullable(),
      problem: z.string().nullable(),
    }),
  ),
  checkedAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  /** Mails a day at present; null: no limit. */
  cap: z.number().int().nullable(),
  /** Of them, what may still leave today. */
  room: z.number().int().nullable(),
})
export type SendingDomain = z.infer<typeof SendingDomain>

const Domain = z
  .string({ error: 'Please enter a domain, such as yourchurch.org' })
  .trim()
  .toLowerCase()
  .max(200, 'Please enter a domain, such as yourchurch.org')
  .transform(typed =>
    typed
      .replace(/^https?:\/\//, '')
      .replace(/^www\.|\/.*$/g, '')
      .replace(/^.*@/, ''),
  )
  .pipe(
    z.string().regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'Please enter a domain, such as yourchurch.org'),
  )

const refusals = {
  TAKEN: { status: 409, message: 'This domain is already set up.' },
  CLAIMED: { status: 409, message: 'Another account uses this domain.' },
  NOT_SANDBOX: { status: 409, message: 'Publish the records where the domain is registered.' },
} as const

/** In whose name a church sends. */
export const sendingDomains = resource(
  '/sending-domains',
  {
    list: member('messaging.write')
      .input(Nothing)
      .output(
        z.object({
          items: z.array(SendingDomain),
          /** Records can be published here: nothing of the world is asked. */
          sandbox: z.boolean(),
          /** What leaves without a domain of one's own. */
          shared: z.object({ address: z.string(), cap: z.number().int(), room: z.number().int() }),
        }),
      ),
    create: external
      .member('settings.write')
      .input(z.object({ domain: Domain }))
      .output(SendingDomain)
      .errors(refusals),
    /** Looks into the DNS now. */
    check: external.member('settings.write').input(ById).output(SendingDomain),
    /** Publishes its records in the sandbox. */
    publish: external.member('settings.write').input(ById).output(SendingDomain).errors(refusals),
    remove: member('settings.write').input(ById).output(Nothing),
    restore: member('settings.write').input(ById).output(Nothing).errors(refusals),
  },
  {
    list: 'List sending domains',
    create: 'Add a sending domain',
    check: 'Check the DNS records of a sending domain',
    publish: 'Publish the records of a sandbox domain',
    remove: 'Remove a sending domain',
    restore: 'Restore a sending domain',
  },
)
