import { z } from 'zod'
import { ById, member, resource } from '#kernel/contract.ts'
import { Workflow } from '../contract.ts'
import { Graph } from '../rules/graph.ts'

export const WorkflowFile = z.object({
  format: z.literal('lampstand.workflow', 'This is not an exported workflow'),
  /** Where its ids mean something. */
  account: z.uuid(),
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2_000),
  category: z.string().max(80),
  graph: Graph,
})
export type WorkflowFile = z.infer<typeof WorkflowFile>

export const workflowExchange = resource(
  '/workflow-exchange',
  {
    asJson: member('automation.read').input(ById).output(WorkflowFile),
    fromJson: member('automation.write')
      .input(z.object({ file: WorkflowFile }))
      .output(Workflow),
  },
  { asJson: 'Export a workflow as JSON', fromJson: 'Import a workflow from JSON' },
)
