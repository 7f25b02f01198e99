import { ActionIcon, Button, Group, Popover, ScrollArea, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, type client } from './api.ts'
import classes from './bell.module.css'

type Notice = Awaited<ReturnType<typeof client.notifications.list>>['items'][number]

export function Bell() {
  const [opened, { toggle, close }] = useDisclosure(false)
  const list = useQuery(api.notifications.list.queryOptions({ input: { limit: 20 } }))
  const unread = list.data?.unread ?? 0
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon size={36} onClick={toggle} className={classes.bell}>
          <IconBell size={20} stroke={1.75} aria-hidden />
          <VisuallyHidden>{unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}</VisuallyHidden>
          {unread > 0 ? (
            <span className={classes.count} aria-hidden data-figures>
              {unread > 99 ? '99+' : unread}
            </span>
          ) : null}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown}>
        <Notices list={list} onOpen={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface NoticesProps {
  list: { data?: { items: Notice[]; unread: number }; error: unknown; refetch: () => unknown }
  onOpen: () => void
}

function Notices({ list, onOpen }: NoticesProps) {
  const { read, readAll } = useReading()
  return (
    <>
      <Group justify="space-between" className={classes.head}>
        <Title order={2}>Notifications</Title>
        {list.data && list.data.unread > 0 ? (
          <Button size="compact-sm" variant="subtle" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all read
          </Button>
        ) : null}
      </Group>
      <ScrollArea.Autosize mah="60vh">
        {list.data ? (
          <Rows
            items={list.data.items}
            onOpen={notice => {
              if (!notice.readAt) read.mutate({ id: notice.id })
              onOpen()
            }}
          />
        ) : (
          <div className={classes.state}>
            {list.error ? (
              <ErrorPanel error={list.error} what="your notifications" onRetry={() => void list.refetch()} />
            ) : (
              <SkeletonRows rows={4} height={44} />
            )}
          </div>
        )}
      </ScrollArea.Autosize>
    </>
  )
}

function useReading() {
  const queries = useQueryClient()
  const after = {
    onSuccess: () => queries.invalidateQueries({ queryKey: api.notifications.key() }),
    onError: (error: unknown) => toastError(error),
  }
  return {
    read: useMutation(api.notifications.read.mutationOptions(after)),
    readAll: useMutation(api.notifications.readAll.mutationOptions(after)),
  }
}

function Rows({ items, onOpen }: { items: Notice[]; onOpen: (notice: Notice) => void }) {
  if (items.length === 0)
    return <EmptyState title="No new notifications" text="When something needs you, it appears here." />
  return (
    <ul className={classes.list}>
      {items.map(notice => (
        <li key={notice.id}>
          <Link
            to={notice.href}
            className={classes.notice}
            data-unread={!notice.readAt || undefined}
            onClick={() => onOpen(notice)}
          >
            <span className={classes.title}>{notice.title}</span>
            {notice.body ? <span className={classes.body}>{notice.body}</span> : null}
            <Text component="span" size="xs" c="dimmed">
              <RelativeTime at={notice.createdAt} />
              {notice.readAt ? '' : ' · unread'}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  )
}
