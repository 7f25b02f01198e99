import type { Graph } from '../../rules/graph.ts'

export const categories = ['Lead Management', 'Customer Retention', 'Ministry'] as const

export interface Template {
  key: string
  name: string
  description: string
  category: (typeof categories)[number]
  graph: Graph
}
