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
  /** Addresses and numbers, normalised, with how they are shown. */
  points: { value: string; shown: string; kind: 'email' | 'phone' }[]
}
type Yes = Awaited<ReturnType<typeof client.yeses.of>>['items'][number]

const sources: Record<string, string> = {
  form: 'By a form',
  keyword: 'By a keyword',
  import: 'By an import',
  link: 'By a link in a mail',
  staff: 'Written down by staff',
}

/** What this person said yes to, with the proof, and the place to write it down when they say it on paper or in person. */
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
      Write it down
    </Button>
  )
  return (
    <Panel title="Said yes" actions={mayWrite ? add : undefined}>
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
            Campaigns go to people who said yes: by a form, a keyword or your sign-up page. What they said on paper or
            in person is written down here.
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
      title: 'Take this yes back?',
      text: `${what} no longer go to ${shown}. The yes and its proof stay in the records.`,
      confirm: 'Take it back',
    })
    if (sure) await act(() => client.yeses.withdraw({ personId, value, channel, topic }), 'Taken back')
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
          Nothing is sent all the same: they are among those {skipWords[yes.against]}.
        </Text>
      ) : null}
      {mayWrite ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void withdraw()}>
          Take it back
        </Button>
      ) : null}
    </div>
  )
}

function AddYes({ personId, points, onClose }: SaidYesProps & { onClose: () => void }) {
  const act = useAct(api.yeses.key())
  const form = useForm({
    initialValues: { value: points[0]!.value, topic: 'newsletter', how: '' },
    validate: { how: value => (value.trim() ? null : 'Please say how they said yes') },
  })
  const save = async (values: typeof form.values) => {
    const kind = points.find(one => one.value === values.value)!.kind
    await client.yeses.add({ personId, ...values, channel: kind === 'email' ? 'email' : 'sms' })
    await act(async () => {}, 'Written down. It counts from now on.')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Said yes" form={form} onSubmit={save} submitLabel="Write it down">
      <NativeSelect
        label="Address or number"
        data={points.map(({ value, shown, kind }) => ({
          value,
          label: kind === 'email' ? `Mail to ${shown}` : `Texts to ${shown}`,
        }))}
        {...form.getInputProps('value')}
      />
      <TopicOfYes {...form.getInputProps('topic')} />
      <Textarea
        label="How they said it"
        description="Kept as the proof: who asked whom, when, in which words."
        placeholder="Ticked “text me” on the card of 3 May"
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('how')}
      />
    </FormDrawer>
  )
}
