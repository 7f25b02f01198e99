import { z } from 'zod'
import { member, Nothing, resource } from '#kernel/contract.ts'
import { steps } from './rules.ts'

export const GettingStarted = z.object({
  /** In their order; each is done once it has really happened in the account. */
  steps: z.array(z.object({ key: z.enum(steps), done: z.boolean() })),
  dismissed: z.boolean(),
})
export type GettingStarted = z.infer<typeof GettingStarted>

export const gettingStarted = resource('/getting-started', {
  read: member('people.write').input(Nothing).output(GettingStarted),
  dismiss: member('settings.write').input(Nothing).output(GettingStarted),
})
