import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import type { Block } from '../blocks/rules/schema.ts'
import classes from './composer.module.css'

interface MailPreviewProps {
  id: string
  mail: { subject: string; preheader: string; blocks: Block[] }
}
type As = 'anybody' | 'nobody' | 'person'
type Width = 'desktop' | 'phone' | 'text'

/** As the server will send it: the same writer makes the preview and the mail. */
export function MailPreview({ id, mail: { subject, preheader, blocks } }: MailPreviewProps) {
  const [width, setWidth] = useState<Width>('desktop')
  const [as, setAs] = useState<As>('anybody')
  const [personId, setPerson] = useState<string | null>(null)
  const [draft] = useDebouncedValue({ subject, preheader, blocks }, 300)
  const who = as === 'nobody' ? { nobody: true } : as === 'person' && personId ? { personId } : {}
  const preview = useQuery(
    api.emailCampaigns.preview.queryOptions({ input: { id, ...draft, ...who }, placeholderData: keepPreviousData }),
  )
  return (
    <Panel title="Preview">
      <Stack gap="sm">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={width}
            onChange={value => setWidth(value as Width)}
            data={[
              { value: 'desktop', label: 'Desktop' },
              { value: 'phone', label: 'Phone' },
              { value: 'text', label: 'Text' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Reader"
            value={as}
            onChange={value => setAs(value as As)}
            data={[
              { value: 'anybody', label: 'Ann Miller' },
              { value: 'nobody', label: 'No name' },
              { value: 'person', label: 'Choose a person…' },
            ]}
          />
        </Group>
        {as === 'person' ? <PersonPicker label="Reader" onPick={setPerson} /> : null}
        {preview.error && !preview.data ? (
          <ErrorPanel error={preview.error} what="the preview" onRetry={() => void preview.refetch()} />
        ) : preview.data ? (
          <Shown shown={preview.data} preheader={preheader} width={width} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </Stack>
    </Panel>
  )
}

interface ShownProps {
  shown: Awaited<ReturnType<typeof client.emailCampaigns.preview>>
  preheader: string
  width: Width
}

function Shown({ shown, preheader, width }: ShownProps) {
  return (
    <>
      <div className={classes.inbox}>
        <Text fw={600}>{shown.subject || 'No subject yet'}</Text>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {preheader || 'No preheader: email programs show the first words instead.'}
        </Text>
      </div>
      {shown.missing.length > 0 ? (
        <Text size="sm" c="red" role="status">
          No value for {shown.missing.map(tag => `{${tag}}`).join(', ')}: this reader would be excluded. Add a fallback,
          such as {'{firstName|friend}'}.
        </Text>
      ) : null}
      {width === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={classes.text} tabIndex={0} aria-label="Plain text">
          {shown.text}
        </section>
      ) : (
        <div className={classes.stage}>
          <iframe
            title="Email preview"
            className={classes.mail}
            data-phone={width === 'phone' || undefined}
            sandbox=""
            srcDoc={shown.html}
          />
        </div>
      )}
    </>
  )
}
