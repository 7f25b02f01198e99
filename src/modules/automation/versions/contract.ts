import { z } from 'zod'
import { Id, Instant, member, resource, Version } from '#kernel/contract.ts'
import { Workflow } from '../contract.ts'
import { Graph } from '../rules/graph.ts'

const Of = z.object({ workflowId: Id })

export const WorkflowVersion = z.object({
  number: z.number().int(),
  publishedAt: Instant,
  publishedByName: z.string().nullable(),
  /** Who are on their way through it. */
  people: z.number().int(),
  graph: Graph,
})
export type WorkflowVersion = z.infer<typeof WorkflowVersion>

export const workflowVersions = resource(
  '/workflow-versions',
  {
    list: member('automation.read')
      .input(Of)
      .output(z.object({ items: z.array(WorkflowVersion) })),
    restore: member('automation.write')
      .input(Of.extend({ number: z.number().int().positive(), version: Version }))
      .output(Workflow),
    discard: member('automation.write')
      .input(Of.extend({ version: Version }))
      .output(Workflow),
    unarchive: member('automation.write').input(Of).output(Workflow),
    waiting: member('automation.read')
      .input(Of)
      .output(z.object({ items: z.array(z.object({ step: z.string(), people: z.number().int() })) })),
    lastChange: member('automation.read')
      .input(Of)
      .output(z.object({ name: z.string().nullable(), at: Instant.nullable() })),
  },
  {
    list: 'List published versions of a workflow',
    restore: 'Put a published version into the draft',
    discard: 'Discard the changes of the draft',
    unarchive: 'Take a workflow out of the archive',
    waiting: 'Count people at each step',
    lastChange: 'Who changed a workflow last',
  },
  ['waiting', 'lastChange'],
)
