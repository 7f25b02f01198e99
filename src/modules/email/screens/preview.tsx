import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import type { Block } from '../blocks/rules/schema.ts'
import classes from './composer.module.css'

interface PreviewProps {
  words: { subject: string; preheader: string; body: string; blocks: Block[] }
}

/** As the server will send it: the same writer makes the preview and the mail. */
export function Preview({ words: { subject, preheader, body, blocks } }: PreviewProps) {
  const [part, setPart] = useState('mail')
  const [as, setAs] = useState<'anybody' | 'nobody'>('anybody')
  const [draft] = useDebouncedValue({ subject, preheader, body, blocks }, 400)
  const preview = useQuery(
    api.newsletters.preview.queryOptions({ input: { ...draft, as }, placeholderData: keepPreviousData }),
  )
  const shown = preview.data
  return (
    <Panel title="Preview">
      <Stack gap="sm">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={part}
            onChange={setPart}
            data={[
              { value: 'mail', label: 'Preview' },
              { value: 'text', label: 'Text' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Reader"
            value={as}
            onChange={value => setAs(value as typeof as)}
            data={[
              { value: 'anybody', label: 'Ann Miller' },
              { value: 'nobody', label: 'No name' },
            ]}
          />
        </Group>
        {preview.error && !shown ? (
          <ErrorPanel error={preview.error} what="the preview" onRetry={() => void preview.refetch()} />
        ) : !shown ? (
          <SkeletonRows rows={6} />
        ) : (
          <Shown shown={shown} preheader={preheader} part={part} />
        )}
      </Stack>
    </Panel>
  )
}

interface ShownProps {
  shown: Awaited<ReturnType<typeof client.newsletters.preview>>
  preheader: string
  part: string
}

function Shown({ shown, preheader, part }: ShownProps) {
  // The address is asked for elsewhere; here it is about the reader.
  const missing = shown.missing.filter(tag => !tag.startsWith('business'))
  return (
    <>
      <div className={classes.inbox}>
        <Text fw={600}>{shown.subject || 'No subject yet'}</Text>
        <Text size="sm" c="dimmed">
          {preheader || 'No preheader: email programs show the first words instead.'}
        </Text>
      </div>
      {missing.length > 0 ? (
        <Text size="sm" c="red" role="status">
          No value for {missing.map(tag => `{${tag}}`).join(', ')}: this reader would be excluded. Add a fallback, such
          as {'{firstName|friend}'}.
        </Text>
      ) : null}
      {part === 'mail' ? (
        <iframe title="Newsletter preview" className={classes.frame} sandbox="" srcDoc={shown.html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={classes.text} tabIndex={0} aria-label="Plain text">
          {shown.text}
        </section>
      )}
    </>
  )
}
