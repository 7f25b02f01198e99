import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, Id, Instant, member, resource } from '#kernel/contract.ts'

const answers = ['event', 'timeout', 'yes', 'no'] as const
export const SimulationAsked = ById.extend({
  personId: Id,
  startAt: moment().optional(),
  /** By step: how a wait for an event or a task ends (else by its time), what is answered to an approval (else no). */
  answers: z.record(z.string().max(20), z.enum(answers)).optional(),
})
export type SimulationAsked = z.infer<typeof SimulationAsked>

export const SimulatedStep = z.object({
  step: z.string(),
  kind: z.string(),
  at: Instant,
  sentence: z.string(),
  branch: z.enum(['yes', 'no']).nullable(),
  /** Why its message would not be sent, or not yet. */
  held: z.string().nullable(),
})
export type SimulatedStep = z.infer<typeof SimulatedStep>
export const Simulation = z.object({
  steps: z.array(SimulatedStep),
  endsAt: Instant,
  end: z.enum(['completed', 'exited', 'failed']),
  problem: z.string().nullable(),
})
export type Simulation = z.infer<typeof Simulation>

export const workflowSimulations = resource(
  '/workflow-simulations',
  {
    /** The draft of workflow `id` for one person, over virtual time. Nothing is sent or written. */
    run: member('automation.write').input(SimulationAsked).output(Simulation),
  },
  { run: 'Simulate a workflow for a person' },
)
