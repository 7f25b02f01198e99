import { z } from 'zod'
import { external, Instant, Nothing, platform, resource } from '#kernel/contract.ts'
import { providers } from './rules.ts'

export const ProviderHealth = z.object({
  name: z.enum(providers),
  label: z.string(),
  /** smtp, sandbox, s3 … */
  adapter: z.string(),
  live: z.boolean(),
  lastSuccess: Instant.nullable(),
  lastError: z.object({ at: Instant, problem: z.string() }).nullable(),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

export const Check = z.object({ ok: z.boolean(), problem: z.string().nullable(), milliseconds: z.number().int() })
export type Check = z.infer<typeof Check>

/** The outside services of this server: which adapter is at work, how it went lately, and a try. */
export const providerHealth = resource(
  '/operator/providers',
  {
    list: platform.input(Nothing).output(z.object({ items: z.array(ProviderHealth) })),
    test: external.house
      .input(
        z.object({
          name: z.enum(providers),
          /** Where a trial text goes; mail goes to one's own address. */
          to: z
            .string()
            .regex(/^\+[1-9]\d{6,14}$/, 'Please enter a number with its country code, such as +15125550100')
            .optional(),
        }),
      )
      .output(Check),
  },
  { list: 'List the health of outside services', test: 'Test an outside service' },
)
