import { Button, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { oauthScopes } from '../oauth/rules.ts'
import classes from './profile.module.css'
import { useGrants, useRefresh } from './use-security.ts'

type Grant = NonNullable<ReturnType<typeof useGrants>['data']>[number]

/** The programs of others that one signs in to with this account. */
export function Programs() {
  const { data, error, refetch } = useGrants()
  return (
    <Panel title="Apps you sign in to with Lampstand">
      {error ? (
        <ErrorPanel error={error} what="your apps" onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Text size="sm" c="dimmed">
            {data.length > 0
              ? 'They see what is listed here, and nothing of your church.'
              : 'None yet. When you use “Sign in with Lampstand” elsewhere, that app appears here, and you can remove its access.'}
          </Text>
          <ul className={classes.list}>
            {data.map(grant => (
              <GrantRow key={grant.client.id} grant={grant} />
            ))}
          </ul>
        </>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Panel>
  )
}

function GrantRow({ grant: { client, scopes, granted_at } }: { grant: Grant }) {
  const refresh = useRefresh()
  async function revoke() {
    const text = `You are signed out of ${client.name}, and it asks you again next time. What it has saved stays there.`
    if (!(await confirm({ title: `Remove access for ${client.name}?`, text, confirm: 'Remove access', danger: true })))
      return
    const { error } = await withSecondFactor(() => auth().oauth.revokeGrant({ clientId: client.id }))
    if (error) toastError(error, `The access of ${client.name} was not removed`)
    else toast(`${client.name} no longer has access`)
    await refresh()
  }
  return (
    <li className={classes.row}>
      <IconPlugConnected stroke={1.75} />
      <div className={classes.what}>
        <Text fw={550}>{client.name}</Text>
        <Text size="sm" c="dimmed">
          {scopes.map(scope => oauthScopes[scope] ?? scope).join(' · ')}. Allowed <RelativeTime at={granted_at} />
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => void revoke()}
        aria-label={`Remove access for ${client.name}`}
      >
        Remove access
      </Button>
    </li>
  )
}
