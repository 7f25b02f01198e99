import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { consentWayNames, shownStateNames } from '../testimonies/rules/states.ts'
import { EditTestimonyForm, type Testimony } from './testimony-form.tsx'

/** One story with its consent, and the next step. */
export function TestimonyDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.testimonies.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['reviews'] } }),
  )
  return (
    <DetailDrawer id={id} onClose={onClose} query={query} noun="Testimony" title={({ person }) => person}>
      {testimony => (
        <Stack>
          <Story testimony={testimony} />
          <Steps testimony={testimony} onClose={onClose} />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function Story({ testimony }: { testimony: Testimony }) {
  const { date } = useFormat()
  const { state, content, shownName, consentWords, consentOn, consentHow, expiresOn, personId, person } = testimony
  return (
    <>
      <Group gap="xs">
        <StatusBadge of="testimony" value={state} label={shownStateNames[state]} />
        <Text size="sm" c="dimmed">
          {state === 'expired' ? 'Expired after' : 'Until'} {date(expiresOn)}
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{content}</Text>
      <Text size="sm">{shownName ? `Signed: ${shownName}` : 'Shown without a name'}</Text>
      <section aria-label="Consent">
        <Text fw={600}>Consent</Text>
        {consentOn && consentHow ? (
          <Text size="sm">
            {consentWayNames[consentHow]}, {date(consentOn)}: “{consentWords}”
          </Text>
        ) : (
          <Text size="sm">Not on file yet. Enter how and when {person} agreed before the testimony is approved.</Text>
        )}
      </section>
      <Anchor component={Link} to={`/people/${personId}`} size="sm">
        Open {person}
      </Anchor>
    </>
  )
}

function Steps({ testimony, onClose }: { testimony: Testimony; onClose: () => void }) {
  const act = useAct(api.testimonies.key())
  const [isEditing, setEditing] = useState(false)
  const { id, version, state, consentOn, consentHow } = testimony
  const hasConsent = Boolean(consentOn && consentHow)
  const withdraw = async () => {
    const sure = await confirm({
      title: 'Withdraw this testimony?',
      text: 'It is removed from every page at once, and can’t be published again without a new consent.',
      confirm: 'Withdraw',
      danger: true,
    })
    if (sure) await act(() => client.testimonies.withdraw({ id }), 'Testimony withdrawn')
  }
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this testimony?',
      text: 'The story and its consent are deleted.',
      confirm: 'Delete testimony',
      danger: true,
    })
    if (sure && (await act(() => client.testimonies.remove({ id }), 'Testimony deleted'))) onClose()
  }
  return (
    <Group gap="xs">
      {state === 'draft' && hasConsent ? (
        <Button onClick={() => void act(() => client.testimonies.approve({ id, version }), 'Approved')}>Approve</Button>
      ) : null}
      {state === 'approved' ? (
        <Button onClick={() => void act(() => client.testimonies.publish({ id, version }), 'Published')}>
          Publish
        </Button>
      ) : null}
      {state === 'withdrawn' ? null : (
        <>
          <Button variant={hasConsent ? 'default' : 'filled'} onClick={() => setEditing(true)}>
            {hasConsent ? 'Edit' : 'Add consent'}
          </Button>
          <Button variant="default" onClick={() => void withdraw()}>
            Withdraw
          </Button>
        </>
      )}
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        Delete
      </Button>
      {isEditing ? <EditTestimonyForm testimony={testimony} onClose={() => setEditing(false)} /> : null}
    </Group>
  )
}
