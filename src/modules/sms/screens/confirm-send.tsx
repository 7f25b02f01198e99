import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { clockWords } from '../rules/words.ts'
import classes from './sms.module.css'
import { useDollars } from './use-dollars.ts'
import type { SendFormState } from './use-send-form.ts'

interface DialogProps {
  form: SendFormState
  onClose: () => void
  /** Plans it for that time instead. */
  onLater: (at: string) => void
}

function useConfirm({ form: { draft, attempt, clear }, onClose }: Omit<DialogProps, 'onLater'>) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { body, audience, topic, split, poll, urgentReason } = draft
  const estimate = useQuery({
    ...api.smsCampaigns.estimate.queryOptions({ input: { body, audience, topic, split, poll, urgentReason } }),
    retry: false,
    gcTime: 0,
  })
  const reached = estimate.data?.reached ?? 0
  const send = async () => {
    setBusy(true)
    const sent = await attempt(() => client.smsCampaigns.send({ ...draft, anyway: true }))
    setBusy(false)
    onClose()
    if (!sent) return
    clear()
    void queries.invalidateQueries({ queryKey: api.smsCampaigns.key() })
    if (sent.state === 'waiting') return toast('Waiting for approval. Your team has been notified.')
    toast(`Sending to ${people(reached)}`, async () => {
      await client.smsCampaigns.cancel({ id: sent.id })
      await queries.invalidateQueries({ queryKey: api.smsCampaigns.key() })
    })
  }
  return { estimate, reached, busy, send }
}

/** The last look: how many, how it reads at its longest, what it costs, who sleeps. */
export function ConfirmSend(props: DialogProps) {
  const { estimate, reached, busy, send } = useConfirm(props)
  const [typed, setTyped] = useState('')
  const needs = estimate.data?.needs
  const needsCount = needs === 'count'
  return (
    <Modal opened onClose={props.onClose} title={estimate.data ? `Text ${people(reached)}?` : 'Send Now'}>
      <Stack>
        {estimate.isPending ? <SkeletonRows rows={3} /> : null}
        {estimate.error ? (
          <ErrorPanel error={estimate.error} what="the recipients" onRetry={() => void estimate.refetch()} />
        ) : null}
        {estimate.data ? <Facts estimate={estimate.data} /> : null}
        {estimate.data?.sunday ? <SundayNote until={estimate.data.sunday} onLater={props.onLater} /> : null}
        {needs === 'person' ? (
          <Alert color="yellow">
            This text goes to so many people that a second person must approve it. Everyone else who can send texts is
            notified, and it is sent when one of them approves.
          </Alert>
        ) : null}
        {needsCount ? (
          <TextInput
            label={`Type ${reached} to send`}
            inputMode="numeric"
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            loading={busy}
            disabled={reached === 0 || (needsCount && typed.replace(/\D/g, '') !== String(reached))}
            onClick={() => void send()}
          >
            {needs === 'person' ? 'Request approval' : reached > 0 ? `Send to ${people(reached)}` : 'Send'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const SundayNote = ({ until, onLater }: { until: string; onLater: (at: string) => void }) => (
  <Alert color="yellow" title="It’s Sunday morning" role="alert">
    <Stack gap="xs" align="flex-start">
      Most of your people are at worship now. If you send it anyway, it is sent now.
      <Button size="compact-sm" variant="default" onClick={() => onLater(until)}>
        Schedule for {clockWords(until)}
      </Button>
    </Stack>
  </Alert>
)

type Estimate = Awaited<ReturnType<typeof client.smsCampaigns.estimate>>

export function Facts({ estimate }: { estimate: Estimate }) {
  const { number, dateTime } = useFormat()
  const dollars = useDollars()
  const { reached, segments, cost, longest, sleeping, left } = estimate
  if (reached === 0)
    return (
      <Alert color="yellow" role="alert">
        Nobody would get this: all recipients are excluded.
      </Alert>
    )
  return (
    <Stack gap="sm">
      {longest ? (
        <>
          <Text size="sm" c="dimmed">
            The longest version, for someone who hears from you for the first time:
          </Text>
          <div className={classes.bubble}>{longest.text}</div>
        </>
      ) : null}
      <Text data-figures>
        {number(segments)} {segments === 1 ? 'segment' : 'segments'}, about {dollars(cost)} at list prices.
        {left === null ? '' : ` ${dollars(left)} left of the monthly cap.`}
      </Text>
      {sleeping ? (
        <Text data-figures>
          {number(sleeping.count)} are in quiet hours. The last text is sent at {dateTime(sleeping.until)}.
        </Text>
      ) : null}
      {left !== null && cost > left ? (
        <Alert color="red" role="alert">
          This would exceed your monthly cap.
        </Alert>
      ) : null}
    </Stack>
  )
}
