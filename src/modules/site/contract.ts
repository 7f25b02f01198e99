import { z } from 'zod'
import { anonymous, Nothing, resource } from '#kernel/contract.ts'

export const Status = z.object({
  /** Explore the demo is offered. */
  demo: z.boolean(),
  version: z.string(),
  /** Which outside services are real, which the sandbox stands in for. */
  providers: z.array(z.object({ name: z.string(), state: z.enum(['live', 'sandbox', 'missing']) })),
})
export type Status = z.infer<typeof Status>

export const status = resource('/status', { list: anonymous.input(Nothing).output(Status) })
