import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** The church's own facts about people that the member may see, in their order. */
export function useCustomFields() {
  const list = useQuery(
    api.personFields.list.queryOptions({ input: {}, staleTime: 60_000, meta: { live: ['people'] } }),
  )
  return { ...list, fields: list.data?.items ?? [] }
}
