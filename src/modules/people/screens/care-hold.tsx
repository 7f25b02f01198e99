import { Anchor, Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { heldSourceLabels } from '../care-holds/rules.ts'
import { type CareHolds, useCareHolds, useUntilWords } from '../widgets/care-hold-line.tsx'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'

/** Pauses what nobody waits for, while a family goes through a hard time, and shows what it held. */
export function CareHold({ person, mayWrite }: { person: Person; mayWrite: boolean }) {
  const { data } = useCareHolds(person.id)
  const [opened, { open, close }] = useDisclosure()
  if (!data || data.holds.length === 0) return null
  const own = data.holds.find(hold => hold.personId === person.id)
  return (
    <Panel title="Messages are paused">
      <Stack gap="sm">
        {data.holds.map(hold => (
          <Hold key={hold.personId} hold={hold} personId={person.id} mayWrite={mayWrite} />
        ))}
        {mayWrite && own ? (
          <Button variant="subtle" size="compact-sm" onClick={open} style={{ alignSelf: 'start' }}>
            Change
          </Button>
        ) : null}
        <Held held={data.held} />
      </Stack>
      {opened ? <PauseMessages person={person} hold={own} onClose={close} /> : null}
    </Panel>
  )
}

/** Where nothing is paused: the way to do it, at the end of what is known of someone. */
export function StartCareHold({ person }: { person: Person }) {
  const { data } = useCareHolds(person.id)
  const [opened, { open, close }] = useDisclosure()
  if (!data || data.holds.length > 0 || person.deceased) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={open} style={{ alignSelf: 'start' }}>
        Pause messages for a hard time
      </Button>
      {opened ? <PauseMessages person={person} onClose={close} /> : null}
    </>
  )
}

type HoldRow = CareHolds['holds'][number]

function Hold({ hold, personId, mayWrite }: { hold: HoldRow; personId: string; mayWrite: boolean }) {
  const { date } = useFormat()
  const words = useUntilWords()
  const act = useAct(api.careHolds.key(), api.people.key(), api.timeline.key())
  const lift = async () => {
    const sure = await confirm({
      title: 'Send messages again?',
      text: 'Messages that were held are not sent later. Workflows go on from where they are.',
      confirm: 'Send messages again',
    })
    if (sure) await act(() => client.careHolds.lift({ personId: hold.personId }), 'Messages are sent again')
  }
  const isOwn = hold.personId === personId
  return (
    <Stack gap={4}>
      <Text size="sm">
        {isOwn ? (
          'Campaigns, reminders and workflow messages are paused '
        ) : (
          <>
            Paused with the household of{' '}
            <Anchor component={Link} to={`/people/${hold.personId}`}>
              {hold.personName}
            </Anchor>{' '}
          </>
        )}
        {words(hold)}
        {isOwn && hold.isHousehold ? ', for the whole household' : ''}. Replies and receipts are sent.
      </Text>
      {hold.since ? (
        <Text size="sm" c="dimmed">
          Since {date(hold.since)}
          {hold.startedByName ? `, by ${hold.startedByName}` : ''}
        </Text>
      ) : null}
      {hold.reason ? <Text size="sm">{hold.reason}</Text> : null}
      {mayWrite ? (
        <Button size="compact-sm" variant="default" onClick={() => void lift()} style={{ alignSelf: 'start' }}>
          Send messages again
        </Button>
      ) : null}
    </Stack>
  )
}

/** What was not sent, newest first. */
function Held({ held }: Pick<CareHolds, 'held'>) {
  const { dateTime } = useFormat()
  if (held.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing has been held so far.
      </Text>
    )
  return (
    <div>
      <Text size="sm" fw={600}>
        Not sent
      </Text>
      <ul className={classes.list}>
        {held.map(({ id, at, source, what }) => (
          <li key={id} className={classes.note}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {what}
            </Text>
            <Text size="xs" c="dimmed">
              {heldSourceLabels[source]}, {dateTime(at)}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PauseMessages({ person, hold, onClose }: { person: Person; hold?: HoldRow | undefined; onClose: () => void }) {
  const mayPastoral = useMay('pastoral.write')
  const act = useAct(api.careHolds.key(), api.people.key(), api.timeline.key(), api.notes.key())
  const form = useForm({
    initialValues: {
      until: hold?.until ?? '',
      isHousehold: hold?.isHousehold ?? person.households.length > 0,
      reason: '',
    },
  })
  const save = async ({ until, ...values }: typeof form.values) => {
    await client.careHolds.start({ personId: person.id, until: until || null, ...values })
    await act(async () => {}, 'Messages are paused')
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pause messages for a hard time"
      form={form}
      onSubmit={save}
      submitLabel="Pause messages"
    >
      <Text size="sm">
        Campaigns, reminders and workflow messages stop at once. Receipts and what you write yourself are sent.
      </Text>
      <TextInput
        type="date"
        label="Until"
        description="Leave it empty to pause until someone lifts it."
        data-autofocus
        {...form.getInputProps('until')}
      />
      {person.households.length > 0 ? (
        <Checkbox label="The whole household" {...form.getInputProps('isHousehold', { type: 'checkbox' })} />
      ) : null}
      {mayPastoral ? (
        <Textarea
          label="Reason"
          description="Kept as a pastoral note."
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('reason')}
        />
      ) : null}
    </FormDialog>
  )
}
