import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { SpeechPreview } from '../widgets/speech-preview.tsx'
import classes from './robocalls.module.css'
import type { Script } from './script-editor.tsx'

/** Hear a script before anyone else does: in the browser, or on one's own phone. */
export function ScriptTest({ script, onClose }: { script: Script; onClose: () => void }) {
  const maySend = useMay('messaging.send')
  return (
    <Modal opened onClose={onClose} title={`Test ${script.name}`} size="lg">
      <Stack>
        <SpeechPreview
          spoken={script}
          language={script.language}
          hasRecording={script.recordingId !== null}
          recordingUrl={script.recordingUrl}
        />
        <Text size="sm" c="dimmed">
          Play reads it with a voice of your browser, for someone named Ann Miller. The voice on the phone is another
          one.
        </Text>
        {maySend ? <CallMe id={script.id} onClose={onClose} /> : null}
      </Stack>
    </Modal>
  )
}

function CallMe({ id, onClose }: { id: string; onClose: () => void }) {
  const mayCall = useMay('telephony.use')
  const mine = useQuery({ ...api.calls.myPhone.queryOptions({ input: {} }), enabled: mayCall })
  if (mayCall && mine.isPending) return null
  return <CallForm id={id} known={mine.data?.number ?? ''} onClose={onClose} />
}

function CallForm({ id, known, onClose }: { id: string; known: string; onClose: () => void }) {
  const form = useForm({ initialValues: { to: known && phoneText(known) } })
  const { problem, busy, save } = useSaving(form)
  const call = ({ to }: { to: string }) =>
    save(async () => {
      const placed = await client.voiceScripts.test({ id, to })
      toast(`Calling ${phoneText(placed.to)}`)
      onClose()
    })
  return (
    <form noValidate onSubmit={form.onSubmit(values => void call(values))}>
      <Stack gap="xs">
        <Problem error={problem} />
        <div className={classes.bar}>
          <TextInput
            label="Your phone number"
            description="You are called right away. The call begins with “Test”."
            type="tel"
            autoComplete="tel"
            {...form.getInputProps('to')}
          />
          <Button type="submit" loading={busy} className={classes.end}>
            Call me
          </Button>
        </div>
      </Stack>
    </form>
  )
}
