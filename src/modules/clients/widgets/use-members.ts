import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** The team of this account, and the name and picture of someone by their user id. */
export function useMembers() {
  const { data } = useQuery(api.members.list.queryOptions({ input: {}, staleTime: 300_000 }))
  const members = data?.items ?? []
  const nameOf = (userId: string | null) =>
    userId ? (members.find(one => one.userId === userId)?.name ?? 'A former member') : null
  const avatarOf = (userId: string | null) => members.find(one => one.userId === userId)?.avatarUrl ?? null
  return { members, nameOf, avatarOf }
}
