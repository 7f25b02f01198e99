import { useQuery } from '@tanstack/react-query'
import { api, type client } from '#web/api.ts'

export type Workflow = Awaited<ReturnType<typeof client.workflows.get>>
export type Template = Awaited<ReturnType<typeof client.workflowTemplates.list>>['items'][number]
export type Run = Awaited<ReturnType<typeof client.workflowRuns.list>>['items'][number]

const live = { meta: { live: ['automation'] } }
/** Templates are part of the product: they change with it alone. */
export const useTemplates = () =>
  useQuery(api.workflowTemplates.list.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }))
export const useStats = () => useQuery(api.workflows.stats.queryOptions({ input: {}, ...live }))
export const useVersions = (workflowId: string, enabled = true) =>
  useQuery(api.workflowVersions.list.queryOptions({ input: { workflowId }, enabled, ...live }))
