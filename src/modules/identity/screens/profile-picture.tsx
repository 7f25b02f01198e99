import { Alert, Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Initials } from '#ui/initials.tsx'
import { messageOf } from '#ui/message.ts'
import { api, fetchFile } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { AVATAR_BYTES } from '../rules.ts'

/** Pixels of its side: twice the largest that a screen shows. */
const SIDE = 512

/**
 * The middle of a picture as a small square. Drawn anew, it brings along nothing of where and with what it was taken.
 * What this browser can't draw is sent as it is, for the server to judge.
 */
async function squareOf(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  const canvas = document.createElement('canvas')
  const context = picture && canvas.getContext('2d')
  if (!context) return file
  canvas.width = canvas.height = SIDE
  const side = Math.min(picture.width, picture.height)
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  const drawn = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/webp', 0.9))
  return drawn ?? file
}

function usePicture() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function change(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      const changed = [api.clients.mine.key(), api.members.key()]
      await Promise.all(changed.map(queryKey => queries.invalidateQueries({ queryKey })))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    upload: (file: File | null) => {
      if (!file) return
      if (file.size > AVATAR_BYTES) return setProblem('That picture is too large. The limit is 2 MB.')
      void change(async () => fetchFile('/storage/v1/avatar', { method: 'POST', body: await squareOf(file) }))
    },
    remove: () => void change(() => fetchFile('/storage/v1/avatar', { method: 'DELETE' })),
  }
}

/** The picture that colleagues see beside one's name; their initials until there is one. */
export function ProfilePicture() {
  const { user } = useMe()
  const { busy, problem, upload, remove } = usePicture()
  return (
    <Stack gap="xs" mb="md">
      <Input.Wrapper
        label="Picture"
        labelElement="div"
        description="PNG, JPEG or WebP, up to 2 MB. Your team sees it beside your name."
      >
        <Group gap="md" mt={4}>
          <Initials name={user.name || user.email} src={user.avatarUrl} size={64} radius={32} />
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={upload}>
            {props => (
              <Button {...props} variant="default" size="xs" loading={busy}>
                {user.avatarUrl ? 'Change picture' : 'Upload picture'}
              </Button>
            )}
          </FileButton>
          {user.avatarUrl ? (
            <Button variant="subtle" color="red" size="xs" disabled={busy} onClick={remove}>
              Remove picture
            </Button>
          ) : null}
        </Group>
      </Input.Wrapper>
      {problem ? <Alert color="red">{problem}</Alert> : null}
    </Stack>
  )
}
