import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { minutesOf } from '../rules/states.ts'
import classes from './play-recording.module.css'
import { Transcript } from './transcript.tsx'

type Sound = Awaited<ReturnType<typeof client.calls.play>>

interface Recorded {
  id: string
  /** with whom, for the eye */
  who: string
  createdAt: string | Date
}

/** Asks for the recording, which is recorded, and plays it. */
export function PlayRecording({ call }: { call: Recorded }) {
  const [sound, setSound] = useState<Sound | null>(null)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    await client.calls.play({ id: call.id }).then(setSound, toastError)
    setBusy(false)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
        onClick={() => void open()}
      >
        Play Recording
      </Button>
      {sound ? <Player call={call} sound={sound} onClose={() => setSound(null)} /> : null}
    </>
  )
}

function Player({ call, sound, onClose }: { call: Recorded; sound: Sound; onClose: () => void }) {
  const { dateTime } = useFormat()
  const maySet = useMay('telephony.settings')
  const act = useAct(api.calls.key())
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this recording?',
      text: 'It will be deleted here and at the carrier. This can’t be undone.',
      confirm: 'Delete the recording',
      danger: true,
    })
    if (sure && (await act(() => client.calls.removeRecording({ id: call.id }), 'Recording deleted'))) onClose()
  }
  const { who } = call
  return (
    <Modal opened onClose={onClose} title={sound.kind === 'voicemail' ? `Message from ${who}` : `Call with ${who}`}>
      <Stack>
        <Text size="sm" c="dimmed" data-figures>
          {dateTime(call.createdAt)}, {minutesOf(sound.duration)}
        </Text>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody has transcribed it */}
        <audio
          className={classes.player}
          src={sound.url}
          controls
          autoPlay
          preload="metadata"
          aria-label={`Recording with ${who}`}
        />
        {sound.transcript ? <Transcript text={sound.transcript} /> : null}
        <Group>
          <Button component="a" variant="default" href={`${sound.url}?download`} download>
            Download
          </Button>
          {maySet ? (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              Delete
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  )
}
