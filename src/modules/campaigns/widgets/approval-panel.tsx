import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'

/** A second person's approval, as the API returns it. */
interface Approval {
  askedBy: string
  askedAt: string
  decidedBy: string
  decidedAt: string | null
  note: string
  mayDecide: boolean
}

interface ApprovalPanelProps {
  approval: Approval
  isDeclined: boolean
  /** "text" */
  message: string
  /** "send texts": what those who were notified may do */
  right: string
  /** what speaks against approving it now */
  warning?: ReactNode
  approveLabel: string
  /** @returns once it is stored, or refused and said so */
  onReview: (verb: 'approve' | 'decline', note: string) => Promise<unknown>
}

/** A second person's approval: requested, given or declined. */
export function ApprovalPanel(props: ApprovalPanelProps) {
  const { dateTime } = useFormat()
  const { approval, isDeclined, message, right } = props
  const { askedBy, askedAt, decidedBy, decidedAt, note, mayDecide } = approval
  return (
    <Panel title="Approval">
      <Stack gap="sm">
        {decidedAt ? (
          <Text data-figures>
            {isDeclined ? 'Declined' : 'Approved'} by {decidedBy || 'a colleague'} on {dateTime(decidedAt)}.
          </Text>
        ) : (
          <Text role="status">
            This {message} goes to so many people that a second person must approve it first. Requested by{' '}
            {askedBy || 'a colleague'} on {dateTime(askedAt)}.
            {mayDecide ? '' : ` Everyone else who can ${right} has been notified.`}
          </Text>
        )}
        {note ? <Text c="dimmed">“{note}”</Text> : null}
        {isDeclined ? (
          <Text size="sm" c="dimmed">
            If you edit it, it needs a new approval.
          </Text>
        ) : null}
        {mayDecide ? <Review {...props} /> : null}
      </Stack>
    </Panel>
  )
}

function Review({ warning, approveLabel, onReview }: ApprovalPanelProps) {
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const review = async (verb: 'approve' | 'decline') => {
    setBusy(true)
    await onReview(verb, note)
    setBusy(false)
  }
  return (
    <>
      {warning}
      <Textarea
        label="Note to the requester"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button loading={busy} onClick={() => void review('approve')}>
          {approveLabel}
        </Button>
        <Button variant="default" loading={busy} onClick={() => void review('decline')}>
          Decline
        </Button>
      </Group>
    </>
  )
}
