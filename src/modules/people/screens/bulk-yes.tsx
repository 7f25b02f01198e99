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
        Said yes …
      </Button>
      <Modal opened={opened} onClose={close} title={`${people(count)} said yes`}>
        <Saying run={run} count={count} onDone={close} />
      </Modal>
    </>
  )
}

type Written = Awaited<ReturnType<typeof client.yeses.addMany>>

const was = (n: number, words: string) => (n > 0 ? ` ${n.toLocaleString('en-US')} ${words}.` : '')
const told = ({ changed, already, refused, without }: Written) =>
  `${changed === 1 ? '1 yes' : `${changed.toLocaleString('en-US')} yeses`} written down.${was(already, 'had said so before')}${was(refused, 'have said no or can’t be reached')}${was(without, 'have nothing to write to')}`

/** Writes it down for all of them, once, and says what became of it. */
function useSaying(run: Run, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { channel: 'sms' as 'sms' | 'email', topic: 'newsletter', how: '', sure: false },
    validate: {
      how: value => (value.trim() ? null : 'Please say how they said yes'),
      sure: value => (value ? null : 'Please confirm it: without a yes nobody may be written to'),
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
          aria-label="What they said yes to"
          data={[
            { value: 'sms', label: 'Texts' },
            { value: 'email', label: 'Mail' },
          ]}
          {...form.getInputProps('channel')}
        />
        <TopicOfYes {...form.getInputProps('topic')} />
        <Textarea
          label="How they said it"
          description="Kept with each of them as the proof."
          placeholder="Signed the sheet for texts at the picnic on 3 May"
          autosize
          minRows={3}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('how')}
        />
        <Checkbox
          label={count === 1 ? 'This person said yes to this' : `All ${people(count)} said yes to this`}
          {...form.getInputProps('sure', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          Who has said no themselves is left as they are.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Write it down
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
