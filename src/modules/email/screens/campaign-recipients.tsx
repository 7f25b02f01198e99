import { NativeSelect, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AudiencePicker } from '#people/widgets/audience-picker.tsx'
import { Problem } from '#ui/problem.tsx'
import { api } from '#web/api.ts'
import type { CampaignDraft } from './use-campaign.ts'

/** What it is about, and for whom it is meant. */
export function CampaignRecipients({ draft: { content, set, errors, problem } }: { draft: CampaignDraft }) {
  const topics = useQuery(api.topics.list.queryOptions({ input: {} }))
  const items = topics.data?.items ?? []
  return (
    <Paper p="lg" maw="44rem">
      <Stack>
        <Problem error={problem} />
        <NativeSelect
          label="Topic"
          description="Only people who opted in to this topic get it."
          value={content.topic}
          error={errors.topic}
          onChange={event => set({ topic: event.currentTarget.value })}
          data={
            items.length > 0
              ? items.map(({ key, name }) => ({ value: key, label: name }))
              : [{ value: content.topic, label: '…' }]
          }
        />
        <AudiencePicker
          value={content.audience}
          onChange={audience => set({ audience })}
          channel="email"
          topic={content.topic}
          error={errors.audience}
        />
      </Stack>
    </Paper>
  )
}
