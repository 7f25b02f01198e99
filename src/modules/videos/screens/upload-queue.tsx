import { Button, Group, Progress, Text } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { toastError } from '#ui/toast.tsx'
import { bytesText, timeLeftText } from '../rules/options.ts'
import { sameFile } from '../rules/uploading.ts'
import { type Queued, queue } from './uploading/queue.ts'
import classes from './videos.module.css'

/** What is being sent from this device, what waits, and what was broken off. */
export function UploadQueue({ items }: { items: readonly Queued[] }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.queue} aria-label="Uploads">
      {items.map(item => (
        <li key={item.key} className={classes.queued}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={550} truncate>
              {item.details.title}
            </Text>
            <Actions item={item} />
          </Group>
          <Progress
            value={(item.sent / item.size) * 100}
            aria-label={`Upload of ${item.details.title}`}
            color={item.state === 'failed' ? 'red' : undefined}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {sentenceOf(item)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ state, sent, size, secondsLeft, problem, name }: Queued): string {
  const far = `${bytesText(sent)} of ${bytesText(size)}`
  const sentences: Record<Queued['state'], string> = {
    waiting: 'Waiting for its turn',
    sending: [far, timeLeftText(secondsLeft)].filter(Boolean).join(', '),
    paused: problem || `Paused at ${far}`,
    finishing: 'Uploaded. Drawing thumbnails …',
    done: 'Video uploaded successfully!',
    failed: problem,
    away: `This upload was interrupted. Choose ${name} again, and it goes on where it stopped.`,
  }
  return sentences[state]
}

function Actions({ item }: { item: Queued }) {
  const { key, state, videoId, details } = item
  const { title } = details
  const cancel = async () => {
    const isSure = await confirm({
      title: `Cancel the upload of ${title}?`,
      text: 'What was sent so far is deleted.',
      confirm: 'Cancel upload',
      cancel: 'Keep uploading',
      danger: true,
    })
    if (isSure) await queue.cancel(key)
  }
  return (
    <Group gap={4} wrap="nowrap">
      {state === 'done' ? (
        <Button size="xs" variant="light" component={Link} to={`/videos/${videoId}`}>
          View
        </Button>
      ) : null}
      {state === 'sending' || state === 'waiting' ? (
        <Button size="xs" variant="default" aria-label={`Pause ${title}`} onClick={() => queue.pause(key)}>
          Pause
        </Button>
      ) : null}
      {state === 'paused' || state === 'failed' ? (
        <Button size="xs" variant="default" aria-label={`Resume ${title}`} onClick={() => queue.resume(key)}>
          {state === 'failed' ? 'Try again' : 'Resume'}
        </Button>
      ) : null}
      {state === 'away' ? <ChooseAgain item={item} /> : null}
      {state === 'done' ? (
        <Button size="xs" variant="subtle" aria-label={`Dismiss ${title}`} onClick={() => queue.dismiss(key)}>
          Dismiss
        </Button>
      ) : state === 'finishing' ? null : (
        <Button size="xs" variant="subtle" color="red" aria-label={`Cancel ${title}`} onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </Group>
  )
}

/** A page may not open a file again by itself after a reload. */
function ChooseAgain({ item }: { item: Queued }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    if (sameFile(file, item)) queue.add(file, item.details)
    else
      toastError(new Error(`Choose ${item.name} again: this is another file.`), 'The upload can’t go on with this file')
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="video/*,.mov,.avi"
        hidden
        aria-label={`Choose ${item.name} again`}
        onChange={event => choose(event.currentTarget.files?.[0])}
      />
      <Button size="xs" onClick={() => input.current?.click()} aria-label={`Continue ${item.details.title}`}>
        Choose file
      </Button>
    </>
  )
}
