import { Badge, Button, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { auth } from '#web/session.ts'
import { deviceOf } from '../rules.ts'
import classes from './profile.module.css'
import { identityCall, type SessionOfUser, useRefresh, useSessions } from './use-security.ts'

export function Sessions() {
  const { data, error, refetch } = useSessions()
  const refresh = useRefresh()
  async function endOthers() {
    const { error: refused } = await auth().signOut({ scope: 'others' })
    if (refused) toastError(refused, 'The other devices were not signed out')
    else toast('All other devices are signed out')
    await refresh()
  }
  return (
    <Panel
      title="Where you are signed in"
      actions={
        data && data.length > 1 ? (
          <Button variant="default" size="compact-sm" onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        ) : null
      }
    >
      {error ? (
        <ErrorPanel error={error} what="your sessions" onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.list}>
          {data.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Panel>
  )
}

function SessionRow({ session }: { session: SessionOfUser }) {
  const refresh = useRefresh()
  const device = deviceOf(session.user_agent)
  async function end() {
    await identityCall('DELETE', `/sessions/${session.id}`).then(
      () => toast(`${device} signed out`),
      error => toastError(error, `${device} was not signed out`),
    )
    await refresh()
  }
  return (
    <li className={classes.row}>
      {/iPhone|Android/.test(device) ? <IconDeviceMobile stroke={1.75} /> : <IconDeviceDesktop stroke={1.75} />}
      <div className={classes.what}>
        <Text fw={550}>{device}</Text>
        <Text size="sm" c="dimmed">
          Last used <RelativeTime at={session.refreshed_at} />
          {session.ip ? `, from ${session.ip}` : ''}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light" color="green" tt="none">
          This device
        </Badge>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() => void end()}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
