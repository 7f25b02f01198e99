import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { skipWords } from '#messaging/gate/rules/reasons.ts'
import { confirm } from '#ui/confirm.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { TopicOfYes } from './topic-of-yes.tsx'

interface SaidYesProps {
  personId: string
  /** Addresses and numbers, normalized, with how they are shown. */
  points: { value: string; shown: string; kind: 'email' | 'phone' }[]
}
type Yes = Awaited<ReturnType<typeof client.yeses.of>>['items'][number]

const sources: Record<string, string> = {
  form: 'By a form',
  keyword: 'By a keyword',
  import: 'By an import',
  link: 'By a link in an email',
  staff: 'Recorded by staff',
}

/** What this person opted in to, with the proof, and the place to record it when they say it on paper or in person. */
export function SaidYes({ personId, points }: SaidYesProps) {
  const yeses = useQuery(api.yeses.of.queryOptions({ input: { personId }, meta: { live: ['people'] } }))
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('messaging.write')
  if (points.length === 0) return null
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCheck size={14} stroke={1.75} />}
      onClick={() => setAdding(true)}
    >
      Record consent
    </Button>
  )
  return (
    <Panel title="Opted in" actions={mayWrite ? add : undefined}>
      <Stack gap="sm">
        {yeses.data?.items.map(yes => (
          <Entry
            key={`${yes.value} ${yes.channel} ${yes.topic}`}
            yes={yes}
            personId={personId}
            shown={points.find(one => one.value === yes.value)?.shown ?? yes.value}
          />
        ))}
        {yeses.data?.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            Campaigns go only to people who opted in: on a form, with a keyword or on your sign-up page. Record consent
            on paper or in person here.
          </Text>
        ) : null}
      </Stack>
      {adding ? <AddYes personId={personId} points={points} onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

function Entry({ yes, shown, personId }: { yes: Yes; shown: string; personId: string }) {
  const mayWrite = useMay('messaging.write')
  const { dateTime } = useFormat()
  const act = useAct(api.yeses.key())
  const { value, channel, topic } = yes
  const sent = channel === 'email' ? 'Emails' : 'Texts'
  const what = topic ? `${sent} about “${yes.topicName}”` : `All ${sent.toLowerCase()}`
  const withdraw = async () => {
    const sure = await confirm({
      title: 'Undo this consent?',
      text: `${what} are no longer sent to ${shown}. The consent and its proof stay in the records.`,
      confirm: 'Undo',
    })
    if (sure) await act(() => client.yeses.withdraw({ personId, value, channel, topic }), 'Consent undone')
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {what} to {shown}
      </Text>
      <Text size="sm" c="dimmed">
        {sources[yes.source] ?? 'Noted'}, {dateTime(yes.at)}
        {yes.wording ? `: ${yes.wording}` : ''}
      </Text>
      {yes.against ? (
        <Text size="sm" c="red">
          Nothing is sent: {skipWords[yes.against]}.
        </Text>
      ) : null}
      {mayWrite ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void withdraw()}>
          Undo
        </Button>
      ) : null}
    </div>
  )
}

function AddYes({ personId, points, onClose }: SaidYesProps & { onClose: () => void }) {
  const act = useAct(api.yeses.key())
  const form = useForm({
    initialValues: { value: points[0]!.value, topic: 'newsletter', how: '' },
    validate: { how: value => (value.trim() ? null : 'Please say how they consented') },
  })
  const save = async (values: typeof form.values) => {
    const kind = points.find(one => one.value === values.value)!.kind
    await client.yeses.add({ personId, ...values, channel: kind === 'email' ? 'email' : 'sms' })
    await act(async () => {}, 'Consent recorded.')
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
      <NativeSelect
        label="Address or number"
        data={points.map(({ value, shown, kind }) => ({
          value,
          label: kind === 'email' ? `Email to ${shown}` : `Texts to ${shown}`,
        }))}
        {...form.getInputProps('value')}
      />
      <TopicOfYes {...form.getInputProps('topic')} />
      <Textarea
        label="How did they consent?"
        description="Saved as proof: who asked, when, and the wording."
        placeholder="Selected “Text me” on the connect card of May 3"
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('how')}
      />
    </FormDrawer>
  )
}
