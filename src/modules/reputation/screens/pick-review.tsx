import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { platformNames } from '../rules/platforms.ts'

interface PickReviewProps {
  requestId: string
  who: string
  onClose: () => void
}

/** No platform tells whose a review is: a member who knows says so, with the review or without. */
export function PickReview({ requestId, who, onClose }: PickReviewProps) {
  const { date } = useFormat()
  const act = useAct(api.reviewRequests.key())
  const [reviewId, setReviewId] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(api.reviews.list.queryOptions({ input: { limit: 100 } }))
  const mark = async () => {
    if (await act(() => client.reviewRequests.confirm({ id: requestId, reviewId }), 'Marked as reviewed')) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Did ${who} write a review?`}>
      <Stack>
        {error ? <ErrorPanel error={error} what="the reviews" onRetry={() => void refetch()} /> : null}
        <Text size="sm" c="dimmed">
          Only mark it if you know. You can leave the review empty.
        </Text>
        <Select
          label="Their review"
          placeholder="Not chosen"
          clearable
          searchable
          value={reviewId}
          data={(data?.items ?? []).map(({ id, author, platform, date: at }) => ({
            value: id,
            label: `${author ?? 'Anonymous'}, ${platformNames[platform]}, ${date(at)}`,
          }))}
          onChange={setReviewId}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void mark()}>Mark as reviewed</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
