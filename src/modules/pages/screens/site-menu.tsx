import { ActionIcon, Button, Group, NativeSelect, Stack, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { PageState, type Row } from './pages.tsx'

const byRank = (a: Row, b: Row) => (a.menuRank ?? 0) - (b.menuRank ?? 0) || (a.id < b.id ? -1 : 1)
/** An entry that goes up or down by one. */
function moved(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const at = ids.indexOf(id)
  const next = [...ids]
  next.splice(at, 1)
  next.splice(at + by, 0, id)
  return next
}

/** The pages in the site's navigation, in their order. */
export function SiteMenu() {
  const { data, error, refetch } = useQuery(
    api.pages.list.queryOptions({ input: { limit: 200, sort: 'name' }, meta: { live: ['pages'] } }),
  )
  const act = useAct(api.pages.key())
  const mayPublish = useMay('content.publish')
  const shown = (data?.items ?? []).filter(page => page.menuRank !== null).sort(byRank)
  const ids = shown.map(page => page.id)
  const order = (next: string[]) =>
    void act(() => client.pages.orderMenu({ ids: next }), undefined, 'The navigation was not changed')
  return (
    <Panel title="Navigation" minHeight={160}>
      {error && !data ? <ErrorPanel error={error} what="the navigation" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data && shown.length === 0 ? (
        <Text c="dimmed" size="sm">
          No pages are in the navigation yet. The links appear at the top of every page, once their pages are published.
        </Text>
      ) : null}
      <Stack gap={4} component="ol" p={0} m={0} aria-label="Navigation">
        {shown.map((page, at) => (
          <Entry
            key={page.id}
            page={page}
            isFirst={at === 0}
            isLast={at === shown.length - 1}
            {...(mayPublish && {
              onMove: by => order(moved(ids, page.id, by)),
              onRemove: () => order(ids.filter(id => id !== page.id)),
            })}
          />
        ))}
      </Stack>
      {mayPublish && data ? <AddToMenu pages={data.items} onAdd={id => order([...ids, id])} /> : null}
    </Panel>
  )
}

interface EntryProps {
  page: Row
  isFirst: boolean
  isLast: boolean
  /** Absent for anyone who may not change it. */
  onMove?: (by: 1 | -1) => void
  onRemove?: () => void
}
const Entry = ({ page, isFirst, isLast, onMove, onRemove }: EntryProps) => (
  <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Text truncate>{page.name}</Text>
      {page.isLive ? null : <PageState page={page} />}
    </Group>
    {onMove && onRemove ? (
      <Group gap={4} wrap="nowrap">
        <Tool label={`Move ${page.name} up`} isOff={isFirst} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} stroke={1.75} />
        </Tool>
        <Tool label={`Move ${page.name} down`} isOff={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={16} stroke={1.75} />
        </Tool>
        <Tool label={`Take ${page.name} out of the navigation`} onClick={onRemove}>
          <IconX size={16} stroke={1.75} />
        </Tool>
      </Group>
    ) : null}
  </Group>
)

interface ToolProps {
  label: string
  isOff?: boolean
  onClick: () => void
  children: React.ReactNode
}
const Tool = ({ label, isOff = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

function AddToMenu({ pages, onAdd }: { pages: Row[]; onAdd: (id: string) => void }) {
  const [chosen, choose] = useState('')
  const open = pages.filter(page => page.menuRank === null)
  if (open.length === 0) return null
  const add = () => {
    if (chosen) onAdd(chosen)
    choose('')
  }
  return (
    <Group mt="sm" align="end">
      <NativeSelect
        label="Add a page"
        value={chosen}
        onChange={event => choose(event.currentTarget.value)}
        data={[{ value: '', label: 'Choose a page' }, ...open.map(page => ({ value: page.id, label: page.name }))]}
      />
      <Button variant="default" disabled={!chosen} onClick={add}>
        Add to the navigation
      </Button>
    </Group>
  )
}
