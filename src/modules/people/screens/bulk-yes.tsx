import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { people, type Run } from './bulk.tsx'
import { TopicOfYes } from './topic-of-yes.tsx'

interface SayYesProps {
  run: Run
  count: number
}

/** What all of them said on paper or in person, such as a sign-up sheet. */
export function SayYes({ run, count }: SayYesProps) {
  const [opened, { open, close }] = useDisclosure()
  const mayWrite = useMay('messaging.write')
  if (!mayWrite) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Record consent…
      </Button>
      <Modal opened={opened} onClose={close} title={`Record consent for ${people(count)}`}>
        <Saying run={run} count={count} onDone={close} />
      </Modal>
    </>
  )
}

type Written = Awaited<ReturnType<typeof client.yeses.addMany>>

const was = (n: number, words: string) => (n > 0 ? ` ${n.toLocaleString('en-US')} ${words}.` : '')
const told = ({ changed, already, refused, without }: Written) =>
  `Consent recorded for ${changed === 1 ? '1 person' : `${changed.toLocaleString('en-US')} people`}.${was(already, 'had already opted in')}${was(refused, 'have opted out or can’t be reached')}${was(without, 'have no address or number')}`

/** Records it for all of them, once, and says what became of it. */
function useSaying(run: Run, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { channel: 'sms' as 'sms' | 'email', topic: 'newsletter', how: '', sure: false },
    validate: {
      how: value => (value.trim() ? null : 'Please say how they consented'),
      sure: value => (value ? null : 'Please confirm that they consented'),
    },
  })
  const save = form.onSubmit(async ({ sure: _, ...values }) => {
    if (busy) return
    setBusy(true)
    let written: Written | undefined
    const done = await run(
      async selection => {
        written = await client.yeses.addMany({ selection, ...values })
        return written
      },
      () => told(written!),
    )
    setBusy(false)
    if (done) onDone()
  })
  return { form, busy, save }
}

function Saying({ run, count, onDone }: SayYesProps & { onDone: () => void }) {
  const { form, busy, save } = useSaying(run, onDone)
  return (
    <form noValidate onSubmit={save}>
      <Stack>
        <SegmentedControl
          aria-label="Channel"
          data={[
            { value: 'sms', label: 'Texts' },
            { value: 'email', label: 'Mail' },
          ]}
          {...form.getInputProps('channel')}
        />
        <TopicOfYes {...form.getInputProps('topic')} />
        <Textarea
          label="How did they consent?"
          description="Saved as proof for each of them."
          placeholder="Signed the text sign-up sheet at the picnic on May 3"
          autosize
          minRows={3}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('how')}
        />
        <Checkbox
          label={count === 1 ? 'This person consented' : `All ${people(count)} consented`}
          {...form.getInputProps('sure', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          Anyone who opted out stays opted out.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Record consent
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
