import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Audience } from '../audience/contract.ts'
import { addRecorded, recordedText } from '../consents/rules.ts'

interface RecordConsentProps {
  audience: Audience
  channel: 'sms' | 'email' | 'voice'
  topic: string
  /** Whom it is for, of the audience's people. */
  reason: 'chosen' | 'no_consent'
  count: number
}

/** Where people are left out for want of consent that they gave on paper or in person. */
export function RecordConsent(props: RecordConsentProps) {
  const [opened, { open, close }] = useDisclosure()
  const mayWrite = useMay('messaging.write')
  if (!mayWrite) return null
  return (
    <>
      <Button size="compact-sm" variant="default" mt="xs" onClick={open}>
        Record consent
      </Button>
      <Modal opened={opened} onClose={close} title={`Record consent for ${peopleText(props.count)}`}>
        <ConsentForm {...props} onDone={close} />
      </Modal>
    </>
  )
}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

async function idsOf({ audience, channel, topic, reason }: Omit<RecordConsentProps, 'count'>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.audience.people({ audience, channel, topic, reason, limit: 200, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids
}

/** A selection names so many at most. */
const AT_ONCE = 500

function useRecording(props: RecordConsentProps, onDone: () => void) {
  const { run, busy } = useMutate({ keys: [api.audience.key(), api.consents.key()] })
  const form = useForm({
    initialValues: { how: '', sure: false },
    validate: {
      how: value => (value.trim() ? null : 'Please say how they consented'),
      sure: value => (value ? null : 'Please confirm that they consented'),
    },
  })
  const { channel, topic } = props
  const record = async (how: string) => {
    const ids = await idsOf(props)
    let recorded = { changed: 0, already: 0, refused: 0, without: 0 }
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const selection = { ids: ids.slice(i, i + AT_ONCE) }
      recorded = addRecorded(recorded, await client.consents.addMany({ selection, channel, topic, how }))
    }
    toast(recordedText(recorded, channel))
    onDone()
  }
  const save = form.onSubmit(
    ({ how }) => void run(() => record(how), { failed: 'Consent was not recorded for everyone' }),
  )
  return { form, busy, save }
}

function ConsentForm(props: RecordConsentProps & { onDone: () => void }) {
  const { form, busy, save } = useRecording(props, props.onDone)
  return (
    <form noValidate onSubmit={save}>
      <Stack>
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
          label={props.count === 1 ? 'This person consented' : `All ${peopleText(props.count)} consented`}
          {...form.getInputProps('sure', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          Anyone who opted out stays opted out.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onDone}>
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
