import { z } from 'zod'
import { anonymous, Instant, Nothing, resource } from '#kernel/contract.ts'

export const Status = z.object({
  /** Explore the demo is offered. */
  demo: z.boolean(),
  version: z.string(),
  /** Which outside services are real, which the sandbox stands in for. */
  providers: z.array(z.object({ name: z.string(), state: z.enum(['live', 'sandbox', 'missing']) })),
})
export type Status = z.infer<typeof Status>

/** How the four services are, as of `checkedAt`. */
export const Health = z.object({
  services: z.array(z.object({ name: z.string(), state: z.enum(['operational', 'degraded', 'down']) })),
  checkedAt: Instant,
})
export type Health = z.infer<typeof Health>

export const status = resource(
  '/status',
  { list: anonymous.input(Nothing).output(Status), health: anonymous.input(Nothing).output(Health) },
  { list: 'List incidents', health: 'Get the system status' },
  ['health'],
)
