import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { clockWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

/** A second person's yes: asked for, given or refused. */
export function Approval({ campaign }: { campaign: Campaign }) {
  const { dateTime } = useFormat()
  const { approval, state } = campaign
  if (!approval) return null
  const { askedBy, askedAt, decidedBy, decidedAt, note, mayDecide } = approval
  const asked = `${askedBy || 'A colleague'} asked for it on ${dateTime(askedAt)}.`
  return (
    <Panel title="A second person’s yes">
      <Stack gap="sm">
        {decidedAt ? (
          <Text data-figures>
            {state === 'declined' ? 'Declined' : 'Approved'} by {decidedBy || 'a colleague'} on {dateTime(decidedAt)}.
          </Text>
        ) : (
          <Text role="status">
            So many people get this text that a second person has to read it first. {asked}
            {mayDecide ? '' : ' Everybody else who may send texts has been told.'}
          </Text>
        )}
        {note ? <Text c="dimmed">“{note}”</Text> : null}
        {state === 'declined' ? (
          <Text size="sm" c="dimmed">
            Change it and it is asked for again.
          </Text>
        ) : null}
        {mayDecide ? <Decide campaign={campaign} /> : null}
      </Stack>
    </Panel>
  )
}

function Decide({ campaign: { id, version, mode, approval } }: { campaign: Campaign }) {
  const sunday = approval?.sunday

  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const act = useAct(api.smsCampaigns.key())
  const decide = async (verb: 'approve' | 'decline') => {
    setBusy(true)
    await act(
      // Whoever has read the warning says so.
      () => client.smsCampaigns[verb]({ id, version, note, anyway: Boolean(sunday) }),
      verb === 'approve' ? (mode === 'now' ? 'It is on its way' : 'Approved: it goes out at its time') : 'Declined',
    )
    setBusy(false)
  }
  return (
    <>
      {sunday ? (
        <Alert color="yellow" title="It is Sunday morning" role="alert">
          Most of your people are at worship now. It leaves now if you approve it all the same; from{' '}
          {clockWords(sunday)} on nobody is disturbed.
        </Alert>
      ) : null}
      <Textarea
        label="A note for whoever asked"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button loading={busy} onClick={() => void decide('approve')}>
          {mode !== 'now' ? 'Approve' : sunday ? 'Approve and send all the same' : 'Approve and send'}
        </Button>
        <Button variant="default" loading={busy} onClick={() => void decide('decline')}>
          Decline
        </Button>
      </Group>
    </>
  )
}
