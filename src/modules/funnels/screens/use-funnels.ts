import { useQuery } from '@tanstack/react-query'
import { api, type client } from '#web/api.ts'

export type Row = Awaited<ReturnType<typeof client.funnels.list>>['items'][number]
export type Funnel = Awaited<ReturnType<typeof client.funnels.get>>
export type Template = Awaited<ReturnType<typeof client.funnels.templates>>['items'][number]

export const ranges = ['7', '30', '90', '365'] as const
export const rangeNames: Record<string, string> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last year',
}
export const daysOf = (asked: string | null | undefined): number =>
  ranges.some(one => one === asked) ? Number(asked) : 30

export const useTemplates = () => useQuery(api.funnels.templates.queryOptions({ input: {}, staleTime: Infinity }))
