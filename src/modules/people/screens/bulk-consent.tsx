import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { recordedText } from '../consents/rules.ts'
import { ConsentTopic } from '../widgets/consent-topic.tsx'
import { people, type Run } from './use-bulk.ts'

interface BulkConsentProps {
  run: Run
  count: number
}

/** What all of them said on paper or in person, such as a sign-up sheet. */
export function BulkConsent({ run, count }: BulkConsentProps) {
  const [opened, { open, close }] = useDisclosure()
  const mayWrite = useMay('messaging.write')
  if (!mayWrite) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Record consent
      </Button>
      <Modal opened={opened} onClose={close} title={`Record consent for ${people(count)}`}>
        <ConsentForm run={run} count={count} onDone={close} />
      </Modal>
    </>
  )
}

type Written = Awaited<ReturnType<typeof client.consents.addMany>>

/** Records it for all of them, once, and says for how many. */
function useRecording(run: Run, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { channel: 'sms' as 'sms' | 'email' | 'voice', topic: 'newsletter', how: '', sure: false },
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
        written = await client.consents.addMany({ selection, ...values })
        return written
      },
      () => recordedText(written!, values.channel),
    )
    setBusy(false)
    if (done) onDone()
  })
  return { form, busy, save }
}

function ConsentForm({ run, count, onDone }: BulkConsentProps & { onDone: () => void }) {
  const { form, busy, save } = useRecording(run, onDone)
  return (
    <form noValidate onSubmit={save}>
      <Stack>
        <SegmentedControl
          aria-label="What they consented to"
          data={[
            { value: 'sms', label: 'Texts' },
            { value: 'email', label: 'Emails' },
            { value: 'voice', label: 'Recorded calls' },
          ]}
          {...form.getInputProps('channel')}
        />
        <ConsentTopic {...form.getInputProps('topic')} />
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
