import { Button, FileButton, Group, Input, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { uploadLimits } from '#files/rules.ts'
import { toastError } from '#ui/toast.tsx'
import { fetchFile } from '#web/api.ts'
import type { ReplyFile } from '../rules/definition.ts'
import type { PartProps } from './handling.tsx'

const MOST = uploadLimits.giveaway!

async function bring(file: File): Promise<ReplyFile> {
  if (file.size > MOST) throw new Error(`${file.name} is larger than ${MOST / 1_048_576} MB.`)
  const path = `/storage/v1/uploads?purpose=giveaway&name=${encodeURIComponent(file.name)}`
  const answer = await fetchFile(path, { method: 'POST', body: file })
  const { id, name } = (await answer.json()) as ReplyFile
  return { id, name }
}

/** A guide or a form to print that everyone gets who fills the form in. */
export function ReplyFileField({ handling: { replyFile }, errors, change }: PartProps) {
  const [busy, setBusy] = useState(false)
  async function choose(file: File | null) {
    if (!file) return
    setBusy(true)
    await bring(file).then(
      replyFile => change({ replyFile }),
      error => toastError(error, `${file.name} was not uploaded`),
    )
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Switch
        label="Send a file with it"
        description="The email has a button that downloads it."
        checked={replyFile !== undefined}
        onChange={event => change({ replyFile: event.currentTarget.checked ? null : undefined })}
      />
      {replyFile === undefined ? null : (
        <Group gap="xs">
          {replyFile ? <Text size="sm">{replyFile.name}</Text> : null}
          <FileButton onChange={file => void choose(file)}>
            {props => (
              <Button size="xs" variant="default" loading={busy} {...props}>
                {replyFile ? 'Choose another file' : 'Choose the file'}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {errors['handling.replyFile'] ? <Input.Error>{errors['handling.replyFile']}</Input.Error> : null}
    </Stack>
  )
}
