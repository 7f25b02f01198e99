import { z } from 'zod'
import { Id, Instant, member, resource } from '#kernel/contract.ts'
import { runStates } from '../rules/states.ts'
import { messageOrigins } from './rules.ts'

export const RunPosition = z.object({
  runId: Id,
  workflowId: Id,
  workflowName: z.string(),
  state: z.enum(runStates),
  /** The step in words; empty between two steps. */
  step: z.string(),
  since: Instant,
  /** When a wait ends at the latest; null where it has no end. */
  until: Instant.nullable(),
})
export type RunPosition = z.infer<typeof RunPosition>

export const Explanation = z.object({
  messageId: Id,
  at: Instant,
  channel: z.string(),
  /** Its subject, or its first words; empty for anyone who may not read conversations. */
  what: z.string(),
  origin: z.enum(messageOrigins),
  /** Why the person got it, or would have. */
  sentence: z.string(),
  /** A path of the app that shows where it came from. */
  href: z.string().nullable(),
})
export type Explanation = z.infer<typeof Explanation>

const OfPerson = z.object({ personId: Id })

/** Where a person is in workflows, and why they got a message. */
export const workflowExplanations = resource(
  '/workflow-explanations',
  {
    runs: member('automation.read')
      .input(OfPerson)
      .output(z.object({ items: z.array(RunPosition) })),
    messages: member('automation.read')
      .input(OfPerson)
      .output(z.object({ items: z.array(Explanation) })),
    why: member('automation.read')
      .input(z.object({ messageId: Id }))
      .output(Explanation),
  },
  {
    runs: 'List the open workflow runs of a person, in words',
    messages: 'List the latest automatic messages to a person, with their reasons',
    why: 'Explain why a message was sent',
  },
  ['runs', 'messages', 'why'],
)
