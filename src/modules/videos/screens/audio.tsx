import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { bytesText } from '../rules/options.ts'
import { sendAudio } from './uploading/audio.ts'
import type { Video } from './video.tsx'

const keys = [api.videos.key(), api.podcasts.key()]

/** What podcast apps play of the video. */
export function Audio({ video: { id, audio } }: { video: Video }) {
  const mayWrite = useMay('content.write')
  return (
    <Stack gap="xs">
      <Text fw={600}>Audio</Text>
      {audio ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the captions of the film are beside it */}
          <audio controls preload="none" src={audio.address} aria-label={audio.name} style={{ width: '100%' }} />
          <Text size="sm" c="dimmed">
            {audio.name}, {bytesText(audio.size)}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Podcast apps play an MP3 or M4A file. Upload one, and this video becomes an episode of its library’s podcast.
        </Text>
      )}
      {mayWrite ? <AudioFile id={id} isThere={audio !== null} /> : null}
    </Stack>
  )
}

function AudioFile({ id, isThere }: { id: string; isThere: boolean }) {
  const act = useAct(...keys)
  const [percent, setPercent] = useState<number | null>(null)
  const bring = async (file: File) => {
    setPercent(0)
    try {
      const uploadId = await sendAudio(file, setPercent)
      await act(() => client.videos.setAudio({ id, uploadId }), 'Audio uploaded')
    } catch (error) {
      toastError(error, 'The audio was not uploaded')
    }
    setPercent(null)
  }
  const remove = () => act(() => client.videos.removeAudio({ id }), 'Audio removed', 'The audio was not removed')
  return (
    <>
      {percent === null ? null : <Progress value={percent} aria-label="Uploading the audio" />}
      <Group gap="xs">
        <FileButton onChange={file => file && void bring(file)} accept=".mp3,.m4a,audio/mpeg,audio/mp4">
          {props => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={14} stroke={1.75} />}
              loading={percent !== null}
            >
              {isThere ? 'Replace the audio' : 'Upload audio'}
            </Button>
          )}
        </FileButton>
        {isThere ? (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={14} stroke={1.75} />}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        ) : null}
      </Group>
    </>
  )
}
