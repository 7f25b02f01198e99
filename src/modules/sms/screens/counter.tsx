import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { counted } from '../rules/counting.ts'
import { withPoll } from '../rules/poll.ts'
import type { Audience, Draft } from './use-send-form.ts'

const isNobody = ({ everybody, segments, tags, groups, people }: Audience) =>
  !everybody && segments.length + tags.length + groups.length + people.length === 0

/** The longest that anyone of those chosen gets, once nobody types any more; before that, what is known of everyone's. */
function useLongest(draft: Draft) {
  const { name: businessName } = useMe().account
  const mine = counted(withPoll(draft.body, draft.poll), { businessName, origin: window.location.origin })
  const { body, audience, topic, split, poll, urgentReason } = draft
  const [asked] = useDebouncedValue({ body, audience, topic, split, poll, urgentReason }, 800)
  const { data } = useQuery({
    ...api.smsCampaigns.estimate.queryOptions({ input: asked }),
    enabled: asked.body.trim() !== '' && asked.body === body && !isNobody(asked.audience),
    retry: false,
    gcTime: 0,
  })
  return { units: mine.units, longest: (asked.body === body && data?.longest) || mine.longest }
}

/** What counts against the limit, and how the longest message travels: names and the way out are part of it. */
export function Counter({ draft, limit }: { draft: Draft; limit: number }) {
  const { units, longest } = useLongest(draft)
  const { encoding, segments } = longest
  return (
    <Text size="sm" c={units > limit ? 'red' : 'dimmed'} data-figures role="status">
      {units}/{limit} · {encoding} · {segments === 1 ? '1 segment' : `${segments} segments`}
    </Text>
  )
}
