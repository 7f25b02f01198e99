import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** The team of this account, and how to call somebody by their user id. */
export function useMembers() {
  const { data } = useQuery(api.members.list.queryOptions({ input: {}, staleTime: 300_000 }))
  const members = data?.items ?? []
  const nameOf = (userId: string | null) =>
    userId ? (members.find(one => one.userId === userId)?.name ?? 'A former member') : null
  return { members, nameOf }
}
