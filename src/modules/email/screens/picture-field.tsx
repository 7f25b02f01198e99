import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { fetchFile } from '#web/api.ts'
import classes from './block-list.module.css'
import { useBlockHome } from './use-block-home.ts'

interface Picture {
  fileId: string | null
  alt: string
}
const MOST = 4 * 1024 * 1024

/** Brings a picture to the store. */
function useBringing(done: (fileId: string) => void) {
  const of = useBlockHome()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function bring(file: File | null) {
    if (!file) return
    if (file.size > MOST) return setProblem('That picture is too large. The limit is 4 MB.')
    setBusy(true)
    setProblem(null)
    try {
      const path = `/storage/v1/uploads?purpose=picture&of=${of}&name=${encodeURIComponent(file.name)}`
      done((await (await fetchFile(path, { method: 'POST', body: file })).json()).id)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, bring }
}

/** A picture for a mail, and what it says to anyone who can't see it. */
export function PictureField({ value, onChange }: { value: Picture; onChange: (picture: Picture) => void }) {
  const set = (changes: Partial<Picture>) => onChange({ fileId: value.fileId, alt: value.alt, ...changes })
  const { busy, problem, bring } = useBringing(fileId => set({ fileId }))
  return (
    <>
      {value.fileId ? (
        <img src={`/storage/v1/pictures/${value.fileId}`} alt={value.alt} className={classes.picture} />
      ) : null}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={file => void bring(file)}>
          {props => (
            <Button {...props} variant="default" size="xs" loading={busy}>
              {value.fileId ? 'Replace picture' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {value.fileId ? (
          <Button variant="subtle" color="red" size="xs" onClick={() => set({ fileId: null })}>
            Remove picture
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            PNG, JPEG or WebP, up to 4 MB
          </Text>
        )}
      </Group>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
      {value.fileId ? (
        <TextInput
          label="Description"
          description="Read aloud to people who can’t see the picture, and shown when pictures are off."
          required
          maxLength={300}
          value={value.alt}
          onChange={event => set({ alt: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
