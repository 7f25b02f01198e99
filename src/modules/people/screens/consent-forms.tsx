import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { type ConsentLine, channelTitle, type Point } from '../consents/rules.ts'
import { ConsentTopic } from '../widgets/consent-topic.tsx'

type Stop = Awaited<ReturnType<typeof client.suppressions.of>>['items'][number]
type Place = Pick<ConsentLine<never, never>, 'point' | 'channel'>

interface FormProps {
  personId: string
  line: Place
  onClose: () => void
}

const For = ({ channel, point }: Place) => (
  <Text size="sm" fw={600}>
    {channelTitle(channel, point.shown)}
  </Text>
)

/** What they said or signed, with the proof. */
export function RecordPersonConsent({ personId, line, onClose }: FormProps) {
  const act = useAct(api.consents.key())
  const form = useForm({
    initialValues: { topic: 'newsletter', how: '' },
    validate: { how: value => (value.trim() ? null : 'Please say how they consented') },
  })
  const channel = line.channel === 'email' ? 'email' : 'sms'
  const save = async (values: typeof form.values) => {
    await client.consents.add({ personId, value: line.point.value, channel, ...values })
    await act(async () => {}, 'Consent recorded')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="Record consent"
      form={form}
      onSubmit={save}
      submitLabel="Record consent"
    >
      <For {...line} />
      <ConsentTopic {...form.getInputProps('topic')} />
      <Textarea
        label="How did they consent?"
        description="Saved as proof: who asked whom, when, in which words."
        placeholder="Checked “text me” on the card of May 3"
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('how')}
      />
    </FormDrawer>
  )
}

const byPhone = [
  { value: 'sms', label: 'Texts' },
  { value: 'voice', label: 'Calls' },
  { value: 'all', label: 'Texts and calls' },
]

/** What someone asked for in person, by phone or by letter. It applies right away. */
export function RecordOptOut({ personId, line, onClose }: FormProps & { points: Point[] }) {
  const act = useAct(api.suppressions.key(), api.consents.key())
  const form = useForm({
    initialValues: { channel: line.channel as Stop['channel'], how: '' },
    validate: { how: value => (value.trim() ? null : 'Please say how they asked') },
  })
  const save = async (values: typeof form.values) => {
    await client.suppressions.add({ personId, value: line.point.value, ...values })
    await act(async () => {}, 'Opt-out recorded')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="Record opt-out"
      form={form}
      onSubmit={save}
      submitLabel="Record opt-out"
    >
      <For {...line} />
      {line.point.kind === 'phone' ? (
        <NativeSelect label="What do they opt out of?" data={byPhone} {...form.getInputProps('channel')} />
      ) : null}
      <Textarea
        label="How did they opt out?"
        description="Saved as proof: who asked whom, when, in which words."
        placeholder="On the phone with Ruth on Sunday: “please no more texts”"
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('how')}
      />
    </FormDrawer>
  )
}

export function UndoOptOut({ personId, stop, onClose }: { personId: string; stop: Stop; onClose: () => void }) {
  const act = useAct(api.suppressions.key(), api.consents.key())
  const form = useForm({
    initialValues: { why: '' },
    validate: { why: value => (value.trim() ? null : 'Please say why') },
  })
  const save = async ({ why }: { why: string }) => {
    await client.suppressions.lift({ personId, value: stop.value, channel: stop.channel, why })
    await act(async () => {}, 'Opt-out undone')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Undo opt-out" form={form} onSubmit={save} submitLabel="Undo opt-out">
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
