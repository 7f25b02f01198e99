import { Alert, Button, CloseButton, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useId, useRef, useState } from 'react'
import { api } from '#web/api.ts'
import { bytesText, FORMATS } from '../rules/options.ts'
import type { Queued } from './uploading/queue.ts'
import type { useChosen } from './use-chosen.ts'
import classes from './videos.module.css'

interface FilePickerProps {
  files: ReturnType<typeof useChosen>
  disabled: boolean
  sending: Queued | undefined
  problem: string | undefined
}

/** Video files, chosen or dropped; what browsers won't play is said before a byte is sent. */
export function FilePicker({ files, disabled, sending, problem }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) files.add([...event.dataTransfer.files])
  }
  return (
    <Input.Wrapper id={id} label="Video File" required error={problem}>
      <section
        className={classes.drop}
        aria-label="Video File"
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept="video/*,.mov,.avi"
          multiple
          hidden
          disabled={disabled}
          onChange={event => {
            files.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        {sending ? <Sending item={sending} /> : null}
        <IconUpload size={28} stroke={1.5} />
        <Text>Drag videos here, or select them on this device.</Text>
        <Button variant="default" disabled={disabled} onClick={() => input.current?.click()}>
          Select Video
        </Button>
        <Text size="sm" c="dimmed">
          {FORMATS}
        </Text>
      </section>
      <ChosenFiles files={files} />
    </Input.Wrapper>
  )
}

function Sending({ item: { sent, size } }: { item: Queued }) {
  const percent = Math.floor((sent / size) * 100)
  return (
    <Stack gap={4} w="100%">
      <Text size="sm">Uploading... {percent}%</Text>
      <Progress value={percent} aria-label="Upload" />
    </Stack>
  )
}

function ChosenFiles({ files: { chosen, refused, drop } }: { files: ReturnType<typeof useChosen> }) {
  return (
    <Stack gap="xs" mt="xs">
      {refused.map(({ name, why }) => (
        <Alert key={name} color="red" variant="light" title={`${name} can’t be uploaded`}>
          {why}
        </Alert>
      ))}
      {chosen.map(({ file, isPlayable }, at) => (
        <Stack key={at} gap={4}>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" truncate>
              {file.name}, {bytesText(file.size)}
            </Text>
            <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={() => drop(at)} />
          </Group>
          {isPlayable === false ? <NotPlayable /> : null}
        </Stack>
      ))}
    </Stack>
  )
}

function NotPlayable() {
  const { data } = useQuery(api.videos.summary.queryOptions({ input: {} }))
  return (
    <Alert color="yellow" variant="light" title="Browsers can’t play this file">
      {data?.converts
        ? 'You can upload it. It is converted here afterwards, which takes about as long as the video itself.'
        : 'You can upload it, and it is kept, but nobody can watch it here. Export it as MP4 (H.264) to let people watch.'}
    </Alert>
  )
}
