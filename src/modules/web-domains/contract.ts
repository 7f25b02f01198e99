import { z } from 'zod'
import { ById, external, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'

export const WebDomain = z.object({
  id: Id,
  /** As the DNS writes it. */
  host: z.string(),
  /** As people read it. */
  name: z.string(),
  state: z.enum(['waiting', 'verified', 'missing']),
  isPrimary: z.boolean(),
  /** The TXT record that proves whose domain it is. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** What is wrong with it; empty: nothing. */
  problem: z.string(),
  checkedAt: Instant.nullable(),
})
export type WebDomain = z.infer<typeof WebDomain>

const refusals = {
  TAKEN: { status: 409, message: 'This domain is already in your list.' },
  CLAIMED: {
    status: 409,
    message: 'Another account uses this domain. Remove its record from the DNS, then check again.',
  },
  NOT_VERIFIED: { status: 409, message: 'This domain is not verified yet.' },
  NOT_SANDBOX: { status: 409, message: 'Publish the record where the domain is registered.' },
} as const

/** Domains at which a church's site is reached. */
export const webDomains = resource(
  '/web-domains',
  {
    list: member('content.read')
      .input(Nothing)
      .output(
        z.object({
          items: z.array(WebDomain),
          /** Where the domain's address record points: this server's own name. */
          pointTo: z.string(),
          /** Records can be published here: this server is not reached from the world. */
          sandbox: z.boolean(),
        }),
      ),
    create: member('settings.write')
      .input(z.object({ host: z.string().trim().max(300) }))
      .output(WebDomain)
      .errors(refusals),
    /** Looks into the DNS now. */
    check: external.member('settings.write').input(ById).output(WebDomain).errors(refusals),
    /** Publishes its record in the sandbox. */
    publish: external.member('settings.write').input(ById).output(WebDomain).errors(refusals),
    makePrimary: member('settings.write').input(ById).output(WebDomain).errors(refusals),
    remove: member('settings.write').input(ById).output(Nothing),
  },
  {
    list: 'List the domains of the site',
    create: 'Add a domain to the site',
    check: 'Check the DNS record of a domain',
    publish: 'Publish the record of a sandbox domain',
    makePrimary: 'Make a domain the main address of the site',
    remove: 'Remove a domain from the site',
  },
)
