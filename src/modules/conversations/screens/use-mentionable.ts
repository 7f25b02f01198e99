import { useMembers } from '#clients/widgets/use-members.ts'
import { may } from '#kernel/permissions.ts'
import { useMe } from '#web/me.tsx'

/** Colleagues who may read conversations. */
export function useMentionable() {
  const { user } = useMe()
  const { members } = useMembers()
  return members.filter(one => one.name && one.userId !== user.id && may(one.role, 'conversations.read'))
}

/** Whose name stands in a note behind an at-sign; of two names that begin alike the longer one is meant. */
export function mentioned(text: string, members: { userId: string; name: string }[]): string[] {
  let rest = text
  const found: string[] = []
  for (const { userId, name } of members.toSorted((a, b) => b.name.length - a.name.length)) {
    if (!rest.includes(`@${name}`)) continue
    found.push(userId)
    rest = rest.replaceAll(`@${name}`, '')
  }
  return found
}
