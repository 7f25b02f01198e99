import { Button, FileButton, Group, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { fetchFile } from '#web/api.ts'
import type { Values } from './block-inputs.tsx'
import classes from './pages.module.css'

const MOST = 4 * 1024 * 1024

/** Brings a picture to the store. */
function useUpload(done: (fileId: string) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function bring(file: File | null) {
    if (!file) return
    if (file.size > MOST) return setProblem('That picture is too large. The limit is 4 MB.')
    setBusy(true)
    setProblem('')
    try {
      const path = `/storage/v1/uploads?purpose=picture&name=${encodeURIComponent(file.name)}`
      done((await (await fetchFile(path, { method: 'POST', body: file })).json()).id)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, bring }
}

interface PictureInputProps {
  values: Values
  onChange: (changes: Values) => void
  /** Shown beside a link elsewhere, where nobody describes it. */
  isForPreviews?: boolean
}
/** A picture, and what it says to people who can't see it. */
export function PictureInput({ values, onChange, isForPreviews = false }: PictureInputProps) {
  const fileId = values.fileId as string | null
  const { busy, problem, bring } = useUpload(id => onChange({ fileId: id }))
  return (
    <>
      {fileId ? <img src={`/storage/v1/pictures/${fileId}`} alt="" className={classes.small} /> : null}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={file => void bring(file)}>
          {props => (
            <Button {...props} variant="default" size="xs" loading={busy}>
              {fileId ? 'Replace picture' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {fileId ? (
          <Button variant="subtle" color="red" size="xs" onClick={() => onChange({ fileId: null })}>
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
      {fileId && !isForPreviews ? <Description values={values} onChange={onChange} /> : null}
    </>
  )
}

const Description = ({ values, onChange }: Pick<PictureInputProps, 'values' | 'onChange'>) => (
  <>
    <Switch
      label="Decorative: says nothing that the words don’t"
      checked={values.isDecorative === true}
      onChange={event => onChange({ isDecorative: event.currentTarget.checked })}
    />
    {values.isDecorative ? null : (
      <TextInput
        label="Description"
        description="Read aloud to people who can’t see the picture."
        required
        maxLength={300}
        value={(values.alt as string | undefined) ?? ''}
        onChange={event => onChange({ alt: event.currentTarget.value })}
      />
    )}
  </>
)
