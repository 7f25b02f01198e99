import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { labelOf } from '../rules/keys.ts'
import classes from './api-keys.module.css'
import { NewApiKey } from './new-api-key.tsx'
import { ShownOnce } from './shown-once.tsx'

type Key = Awaited<ReturnType<typeof client.apiKeys.list>>['items'][number]

/** The keys of outside programs: made, rotated and revoked here. */
export function ApiKeys() {
  const keys = useQuery(api.apiKeys.list.queryOptions({ input: {}, meta: { live: ['api'] } }))
  const queries = useQueryClient()
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const made = (key: string) => {
    setSecret(key)
    void queries.invalidateQueries({ queryKey: api.apiKeys.key() })
  }
  return (
    <Panel
      title="API keys"
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking(true)}>
          Create API key
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        A key lets another program work with this account through the{' '}
        <a href="/documentation/api" target="_blank" rel="noreferrer">
          REST API
        </a>
        . It can never do more than the member who created it.
      </Text>
      {keys.error ? (
        <ErrorPanel error={keys.error} what="the API keys" onRetry={() => void keys.refetch()} />
      ) : !keys.data ? (
        <SkeletonRows rows={2} />
      ) : keys.data.items.length === 0 ? (
        <Text size="sm">No API keys yet.</Text>
      ) : (
        <ul className={classes.list}>
          {keys.data.items.map(key => (
            <Row key={key.id} apiKey={key} onSecret={made} />
          ))}
        </ul>
      )}
      {making ? <NewApiKey onClose={() => setMaking(false)} onMade={made} /> : null}
      {secret ? (
        <ShownOnce title="Your new API key" secret={secret} what="API key" onClose={() => setSecret(null)} />
      ) : null}
    </Panel>
  )
}

function Row({ apiKey, onSecret }: { apiKey: Key; onSecret: (secret: string) => void }) {
  const { date, dateTime, relative } = useFormat()
  const { name, hint, state, scopes, createdByName, createdAt, lastUsedAt, expiresAt, previousExpiresAt } = apiKey
  const facts = [
    lastUsedAt ? `Last used ${relative(lastUsedAt)}` : 'Never used',
    `created by ${createdByName} on ${date(createdAt)}`,
    expiresAt && `expires ${date(expiresAt)}`,
    previousExpiresAt && `the old key works until ${dateTime(previousExpiresAt)}`,
  ].filter(Boolean)
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.what}>
        <Text fw={550}>
          {name} <code>{hint}</code>
        </Text>
        <Text size="sm">{scopes.map(labelOf).join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(', ')}
        </Text>
      </Stack>
      <StatusBadge of="apiKey" value={state} label={labels[state]} />
      {state === 'active' ? <Actions apiKey={apiKey} onSecret={onSecret} /> : null}
    </li>
  )
}

const labels: Record<Key['state'], string> = {
  active: 'Active',
  inactive: 'Creator left',
  expired: 'Expired',
  revoked: 'Revoked',
}

function Actions({ apiKey: { id, name }, onSecret }: { apiKey: Key; onSecret: (secret: string) => void }) {
  const act = useAct(api.apiKeys.key())
  async function rotate() {
    const agreed = await confirm({
      title: `Rotate ${name}?`,
      text: 'You get a new key. The old key works for 24 more hours, so that you have time to replace it.',
      confirm: 'Rotate key',
    })
    if (agreed) await act(async () => onSecret((await client.apiKeys.rotate({ id, overlapHours: 24 })).key))
  }
  async function revoke() {
    const agreed = await confirm({
      title: `Revoke ${name}?`,
      text: 'Programs that use it stop working right away. This can’t be undone.',
      confirm: 'Revoke key',
      danger: true,
    })
    if (agreed) await act(() => client.apiKeys.revoke({ id }), 'Key revoked')
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void rotate()}>Rotate</Menu.Item>
        <Menu.Item color="red" onClick={() => void revoke()}>
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
