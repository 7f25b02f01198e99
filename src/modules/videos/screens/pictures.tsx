import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useAct } from '#ui/use-act.ts'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { PictureFile } from '../widgets/picture-file.tsx'
import type { Video } from './video.tsx'
import classes from './videos.module.css'

/** The thumbnail: one of the pictures from the film, or one that is uploaded. */
export function Pictures({ video: { id, pictures } }: { video: Video }) {
  const act = useAct(api.videos.key())
  const mayWrite = useMay('content.write')
  const choose = (pictureId: string) => act(() => client.videos.chooseThumbnail({ id, pictureId }), 'Thumbnail chosen')
  const bring = (file: File) =>
    act(
      async () => {
        const answer = await fetchFile(`/storage/v1/uploads?purpose=thumbnail&name=${encodeURIComponent(file.name)}`, {
          method: 'POST',
          body: file,
        })
        await client.videos.addPicture({ id, fileId: (await answer.json()).id })
      },
      'Thumbnail uploaded',
      'The picture was not uploaded',
    )
  return (
    <Stack gap="xs">
      <Text fw={600}>Thumbnail</Text>
      {pictures.length === 0 ? (
        <Text size="sm" c="dimmed">
          There is no picture yet. Upload one: JPEG, PNG or WebP, up to 2 MB.
        </Text>
      ) : (
        <div className={classes.pictures}>
          {pictures.map((picture, at) => (
            <UnstyledButton
              key={picture.id}
              className={classes.picture}
              aria-pressed={picture.chosen}
              aria-label={`Picture ${at + 1}`}
              disabled={!mayWrite || picture.chosen}
              onClick={() => void choose(picture.id)}
            >
              <img src={picture.address} alt="" loading="lazy" />
            </UnstyledButton>
          ))}
        </div>
      )}
      {mayWrite ? (
        <Group>
          <PictureFile onChoose={file => void bring(file)} />
        </Group>
      ) : null}
    </Stack>
  )
}
