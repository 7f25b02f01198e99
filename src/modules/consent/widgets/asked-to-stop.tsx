import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { suppressionText } from '../rules/suppression-words.ts'

interface AskedToStopProps {
  personId: string
  /** Addresses and numbers, normalized, with how they are shown. */
  points: { value: string; shown: string; kind: 'email' | 'phone' }[]
}
type Stop = Awaited<ReturnType<typeof client.stops.of>>['items'][number]

const byPhone = [
  { value: 'sms', label: 'Texts' },
  { value: 'voice', label: 'Calls' },
  { value: 'all', label: 'Everything' },
]

/** What this person asked us not to use any more, and the place to record it when they say it. */
export function AskedToStop({ personId, points }: AskedToStopProps) {
  const stops = useQuery(
    api.stops.of.queryOptions({ input: { personId }, meta: { live: ['people', 'conversations'] } }),
  )
  const [adding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Stop | null>(null)
  const mayWrite = useMay('people.write')
  if (points.length === 0) return null
  return (
    <Panel
      title="Opted out"
      actions={
        mayWrite ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconHandStop size={14} stroke={1.75} />}
            onClick={() => setAdding(true)}
          >
            Record an opt-out
          </Button>
        ) : undefined
      }
    >
      <Stack gap="sm">
        {stops.data?.items.map(stop => (
          <Entry
            key={`${stop.value} ${stop.channel} ${stop.reason}`}
            stop={stop}
            shown={points.find(one => one.value === stop.value)?.shown ?? stop.value}
            onLift={() => setLifting(stop)}
          />
        ))}
        {stops.data?.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            When someone asks you in person, by phone or by letter to stop emails or texts, record it here. It applies
            right away.
          </Text>
        ) : null}
      </Stack>
      {adding ? <AddStop personId={personId} points={points} onClose={() => setAdding(false)} /> : null}
      {lifting ? <LiftStop personId={personId} stop={lifting} onClose={() => setLifting(null)} /> : null}
    </Panel>
  )
}

function Entry({ stop, shown, onLift }: { stop: Stop; shown: string; onLift: () => void }) {
  const mayLift = useMay('settings.write')
  const { date } = useFormat()
  return (
    <div>
      <Text size="sm" fw={600}>
        {suppressionText(stop, date(stop.at))}
      </Text>
      <Text size="sm" c="dimmed">
        {shown}
        {stop.canLift && stop.how ? `: “${stop.how}”` : ''}
      </Text>
      {mayLift && stop.canLift ? (
        <Button size="compact-xs" variant="subtle" onClick={onLift}>
          Undo
        </Button>
      ) : null}
    </div>
  )
}

function AddStop({ personId, points, onClose }: AskedToStopProps & { onClose: () => void }) {
  const act = useAct(api.stops.key())
  const first = points[0]!
  const form = useForm({
    initialValues: {
      value: first.value,
      channel: (first.kind === 'email' ? 'email' : 'sms') as Stop['channel'],
      how: '',
    },
    validate: { how: value => (value.trim() ? null : 'Please say how they asked') },
  })
  const kind = points.find(one => one.value === form.values.value)?.kind
  const save = async (values: typeof form.values) => {
    await client.stops.add({ personId, ...values })
    await act(async () => {}, 'Opt-out recorded. It counts from now on.')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="Record an opt-out"
      form={form}
      onSubmit={save}
      submitLabel="Record opt-out"
    >
      <NativeSelect
        label="Address or number"
        data={points.map(({ value, shown }) => ({ value, label: shown }))}
        value={form.values.value}
        onChange={event => {
          const value = event.currentTarget.value
          const email = points.find(one => one.value === value)?.kind === 'email'
          form.setValues({ value, channel: email ? 'email' : 'sms' })
        }}
      />
      {kind === 'phone' ? <NativeSelect label="What" data={byPhone} {...form.getInputProps('channel')} /> : null}
      <Textarea
        label="How did they opt out?"
        description="Saved as proof: who asked whom, when, in which words."
        placeholder="On the phone with Ruth on Sunday: “please no more texts”"
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('how')}
      />
    </FormDrawer>
  )
}

function LiftStop({ personId, stop, onClose }: { personId: string; stop: Stop; onClose: () => void }) {
  const act = useAct(api.stops.key())
  const form = useForm({
    initialValues: { why: '' },
    validate: { why: value => (value.trim() ? null : 'Please say why') },
  })
  const save = async ({ why }: { why: string }) => {
    await client.stops.lift({ personId, value: stop.value, channel: stop.channel, why })
    await act(async () => {}, 'Opt-out undone')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Undo the opt-out" form={form} onSubmit={save} submitLabel="Undo">
      <Textarea
        label="Why"
        description="Saved in the activity log. Campaigns still need their consent."
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('why')}
      />
    </FormDrawer>
  )
}
