import { z } from 'zod'
import { member, Nothing, resource } from '#kernel/contract.ts'
import { Workflow } from '../contract.ts'
import { Graph } from '../rules/graph.ts'
import { categories } from './rules/categories.ts'

export const WorkflowTemplate = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(categories),
  /** How many of each. */
  triggers: z.number().int(),
  actions: z.number().int(),
  graph: Graph,
})

export const workflowTemplates = resource(
  '/workflow-templates',
  {
    list: member('automation.read')
      .input(Nothing)
      .output(z.object({ items: z.array(WorkflowTemplate) })),
    use: member('automation.write')
      .input(z.object({ key: z.string().max(80), name: z.string().trim().max(120).optional() }))
      .output(Workflow),
  },
  { list: 'List workflow templates', use: 'Create a workflow from a template' },
)
