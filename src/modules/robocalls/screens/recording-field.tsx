import { Button, FileButton, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { IconMicrophone, IconPlayerStop, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { fetchFile } from '#web/api.ts'
import { MOST_BYTES, MOST_SECONDS } from '../rules/audio.ts'
import { useLengthWords } from '../widgets/use-length-words.ts'
import type { ScriptForm } from './script-editor.tsx'
import { useRecorder } from './use-recorder.ts'

interface RecordingFieldProps {
  form: ScriptForm
  /** Where the stored recording is heard. */
  known: string | null
}

/** A recording that is played instead of words: made here, or brought as a file. */
export function RecordingField({ form, known }: RecordingFieldProps) {
  const { url, busy, refused, bring, remove } = useRecording(form, known)
  const recorder = useRecorder()
  const { recorded } = recorder
  const hasRecording = form.values.recordingId !== null
  const use = async () => {
    if (recorded && (await bring(recorded.blob, recorded.url))) recorder.discard()
  }
  return (
    <Input.Wrapper
      label="Recording (optional)"
      description="Your own voice instead of words that are read aloud. Say who calls in the first sentence."
      error={refused ?? recorder.problem}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs" align="flex-start">
        {hasRecording && url ? <Listen url={url} label="The recording" /> : null}
        {recorder.isRecording ? (
          <Meter seconds={recorder.seconds} level={recorder.level} onStop={recorder.stop} />
        ) : recorded ? (
          <>
            <Listen url={recorded.url} label="Your new recording" />
            <Group gap="xs">
              <Button size="compact-sm" loading={busy} onClick={() => void use()}>
                Use this recording
              </Button>
              <Button size="compact-sm" variant="default" onClick={recorder.discard}>
                Discard
              </Button>
            </Group>
          </>
        ) : (
          <Choices
            hasRecording={hasRecording}
            busy={busy}
            onRecord={() => void recorder.start()}
            onFile={file => void bring(file)}
            onRemove={remove}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

interface ChoicesProps {
  hasRecording: boolean
  busy: boolean
  onRecord: () => void
  onFile: (file: File) => void
  onRemove: () => void
}

const Choices = ({ hasRecording, busy, onRecord, onFile, onRemove }: ChoicesProps) => (
  <Group gap="xs">
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconMicrophone size={14} stroke={1.75} />}
      onClick={onRecord}
    >
      {hasRecording ? 'Record again' : 'Record'}
    </Button>
    <FileButton accept=".wav,.mp3,audio/wav,audio/mpeg" onChange={file => file && onFile(file)}>
      {props => (
        <Button
          {...props}
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconUpload size={14} stroke={1.75} />}
        >
          Upload WAV or MP3
        </Button>
      )}
    </FileButton>
    {hasRecording ? (
      <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
        Remove the recording
      </Button>
    ) : null}
  </Group>
)

function useRecording(form: ScriptForm, known: string | null) {
  const [url, setUrl] = useState(known)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  /** @returns whether it is stored */
  const bring = async (file: Blob, heardAt?: string): Promise<boolean> => {
    setRefused(undefined)
    if (file.size > MOST_BYTES) {
      setRefused('This recording is too large. The limit is 10 MB.')
      return false
    }
    setBusy(true)
    try {
      const response = await fetchFile('/storage/v1/announcements', { method: 'POST', body: file })
      const { id, seconds } = (await response.json()) as { id: string; seconds: number }
      form.setValues({ recordingId: id, recorded: seconds })
      setUrl(heardAt ?? URL.createObjectURL(file))
      return true
    } catch (error) {
      setRefused(messageOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const remove = () => {
    form.setValues({ recordingId: null, recorded: 0 })
    setUrl(null)
  }
  return { url, busy, refused, bring, remove }
}

/** The church's own words: what is said stands in no file that could be shown beside it. */
const Listen = ({ url, label }: { url: string; label: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: a recording that a member has just made has no captions
  <audio controls src={url} aria-label={label} style={{ maxWidth: '100%' }} />
)

interface MeterProps {
  seconds: number
  /** From 0 to 1. */
  level: number
  onStop: () => void
}

function Meter({ seconds, level, onStop }: MeterProps) {
  const lengthWords = useLengthWords()
  return (
    <Stack gap="xs" w="100%">
      <Group gap="xs">
        <Button
          size="compact-sm"
          color="red"
          leftSection={<IconPlayerStop size={14} stroke={1.75} />}
          onClick={onStop}
          data-autofocus
        >
          Stop recording
        </Button>
        <Text size="sm" data-figures>
          {lengthWords(seconds)} of {lengthWords(MOST_SECONDS)}
        </Text>
      </Group>
      <Progress value={level * 100} color={level > 0.95 ? 'red' : 'green'} transitionDuration={0} aria-label="Volume" />
    </Stack>
  )
}
