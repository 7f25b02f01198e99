import { Button, CopyButton, Group, List, Stack, Text } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { GridItem } from './month-grid.tsx'
import { type Item, useDay } from './use-content-calendar.ts'

interface DayPanelProps {
  date: string | null
  mayWrite: boolean
  onOpen: (item: Item) => void
  onAdd: (date: string) => void
}
/** One day: what it is, what is on it, what could be said, and what was on it a year before. */
export function DayPanel({ date, mayWrite, onOpen, onAdd }: DayPanelProps) {
  const { locale } = useFormat()
  const found = useDay(date)
  if (!date)
    return (
      <Panel title="Selected day">
        <Text size="sm" c="dimmed">
          Choose a day to see its readings, ideas and verses.
        </Text>
      </Panel>
    )
  const title = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  if (found.error) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={6} />
  const { name, week, items, readings, ideas, verses, lastYear } = found.data
  return (
    <Panel title={title.format(new Date(`${date}T00:00:00Z`))}>
      <Stack gap="md">
        <Text size="sm">
          {name}
          {week > 0 ? `, week ${week}` : ''}
        </Text>
        <Part title="On this day" items={items} onOpen={onOpen} none="Nothing yet" />
        {mayWrite && (
          <Group>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => onAdd(date)}>
              Add to this day
            </Button>
          </Group>
        )}
        <Readings readings={readings} />
        <Ideas ideas={ideas} />
        <Verses verses={verses} />
        {lastYear.length > 0 && <Part title="A year before" items={lastYear} onOpen={onOpen} none="" />}
      </Stack>
    </Panel>
  )
}

interface PartProps {
  title: string
  items: readonly Item[]
  onOpen: (item: Item) => void
  none: string
}
const Part = ({ title, items, onOpen, none }: PartProps) => (
  <Stack gap={2}>
    <Text fw={600} size="sm">
      {title}
    </Text>
    {items.length === 0 && (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )}
    {items.map(item => (
      <GridItem key={item.key} item={item} onOpen={onOpen} />
    ))}
  </Stack>
)

const Verses = ({ verses }: { verses: readonly { reference: string; text: string }[] }) => (
  <Stack gap="xs">
    <Text fw={600} size="sm">
      Bible verses
    </Text>
    {verses.map(({ reference, text }) => (
      <Group key={reference} wrap="nowrap" align="flex-start" justify="space-between">
        <Text size="sm">
          {text} <strong>{reference}</strong>
        </Text>
        <CopyButton value={`“${text}” (${reference}, WEB)`}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              mih={24}
              variant="default"
              style={{ flexShrink: 0 }}
              aria-label={`Copy ${reference}`}
              leftSection={<IconCopy size={12} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    ))}
  </Stack>
)

interface Reading {
  name: string
  epistle: string
  gospel: string
}
const Readings = ({ readings }: { readings: readonly Reading[] }) =>
  readings.length > 0 && (
    <Stack gap={2}>
      <Text fw={600} size="sm">
        Readings
      </Text>
      {readings.map(one => (
        <Text key={one.name} size="sm">
          {one.name}: {one.epistle}; {one.gospel}
        </Text>
      ))}
    </Stack>
  )

const Ideas = ({ ideas }: { ideas: readonly string[] }) => (
  <Stack gap={2}>
    <Text fw={600} size="sm">
      Content ideas
    </Text>
    <List size="sm">
      {ideas.map(idea => (
        <List.Item key={idea}>{idea}</List.Item>
      ))}
    </List>
  </Stack>
)
