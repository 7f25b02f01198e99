import { Button, Drawer, type DrawerProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

export interface DetailDrawerProps<Row extends { id: string }> {
  /** from `useDetail`, or of any other place */
  id: string | null
  onClose: () => void
  /** A query of what is open: `useQuery(api.leads.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))` */
  query: { data: Row | undefined; error: unknown; refetch: () => unknown }
  title: (row: Row) => string
  /** what it is called while it isn't there yet: "Submission" */
  noun: string
  actions?: (row: Row) => ReactNode
  size?: DrawerProps['size']
  children: (row: Row) => ReactNode
}

/**
 * One row beside its list. The list stays in view, Esc closes it, the Tab key stays inside. What is gone or was never
 * there is said so; anything else that fails can be tried again.
 */
export function DetailDrawer<Row extends { id: string }>(props: DetailDrawerProps<Row>) {
  const { id, onClose, query, title, noun, size = 'lg' } = props
  const { data } = query
  const shown = data && data.id === id ? title(data) : ''
  return (
    <Drawer opened={id !== null} onClose={onClose} title={shown || noun} size={size}>
      <Body {...props} />
    </Drawer>
  )
}

function Body<Row extends { id: string }>({ id, query, noun, actions, onClose, children }: DetailDrawerProps<Row>) {
  const { data, error, refetch } = query
  const what = noun.toLowerCase()
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title={`${noun} not found`}
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        }
      />
    )
  if (error) return <ErrorPanel error={error} what={`this ${what}`} onRetry={() => void refetch()} />
  if (!data || data.id !== id) return <SkeletonRows rows={5} height={56} />
  return (
    <div key={id}>
      {actions ? (
        <Group gap="xs" mb="md">
          {actions(data)}
        </Group>
      ) : null}
      {children(data)}
    </div>
  )
}
