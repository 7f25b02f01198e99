import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ShownOnce } from '#api-access/widgets/shown-once.tsx'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookForm } from './webhook-form.tsx'
import classes from './webhooks.module.css'

type Endpoint = Awaited<ReturnType<typeof client.webhookEndpoints.list>>['items'][number]

/** Where events of this account are sent. */
export function Webhooks() {
  const endpoints = useQuery(api.webhookEndpoints.list.queryOptions({ input: {}, meta: { live: ['api'] } }))
  const queries = useQueryClient()
  const [editing, setEditing] = useState<Endpoint | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [log, setLog] = useState<Endpoint | null>(null)
  const saved = (made: string | null) => {
    setSecret(made)
    void queries.invalidateQueries({ queryKey: api.webhookEndpoints.key() })
  }
  return (
    <Panel
      title="Webhooks"
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEditing('new')}>
          Add endpoint
        </Button>
      }
    >
      <About />
      {endpoints.error ? (
        <ErrorPanel error={endpoints.error} what="the webhooks" onRetry={() => void endpoints.refetch()} />
      ) : !endpoints.data ? (
        <SkeletonRows rows={2} />
      ) : endpoints.data.items.length === 0 ? (
        <Text size="sm">No webhook endpoints yet.</Text>
      ) : (
        <ul className={classes.list}>
          {endpoints.data.items.map(endpoint => (
            <Row
              key={endpoint.id}
              endpoint={endpoint}
              onEdit={() => setEditing(endpoint)}
              onLog={() => setLog(endpoint)}
              onSecret={saved}
            />
          ))}
        </ul>
      )}
      {editing ? (
        <WebhookForm endpoint={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onSaved={saved} />
      ) : null}
      {secret ? (
        <ShownOnce title="Signing secret" secret={secret} what="signing secret" onClose={() => setSecret(null)} />
      ) : null}
      {log ? <DeliveryLog endpointId={log.id} url={log.url} onClose={() => setLog(null)} /> : null}
    </Panel>
  )
}

const About = () => (
  <Text size="sm" c="dimmed" mb="sm">
    When something happens, we send an event to your program. Each request is signed, and failed requests are retried.
  </Text>
)

interface RowProps {
  endpoint: Endpoint
  onEdit: () => void
  onLog: () => void
  onSecret: (secret: string) => void
}

function Row(props: RowProps) {
  const { url, description, events, state, disabledReason, failingSince, lastDeliveredAt } = props.endpoint
  const { relative } = useFormat()
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.what}>
        <Text fw={550}>{url}</Text>
        {description ? <Text size="sm">{description}</Text> : null}
        <Text size="sm">{events.join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {disabledReason ||
            (failingSince
              ? `Failing since ${relative(failingSince)}`
              : lastDeliveredAt
                ? `Last delivery ${relative(lastDeliveredAt)}`
                : 'Nothing delivered yet')}
        </Text>
      </Stack>
      <StatusBadge of="webhookEndpoint" value={state} />
      <Actions {...props} />
    </li>
  )
}

function Actions({ endpoint: { id, url, state, version }, onEdit, onLog, onSecret }: RowProps) {
  const act = useAct(api.webhookEndpoints.key())
  async function rotate() {
    const agreed = await confirm({
      title: 'Rotate the signing secret?',
      text: 'You get a new secret. For 24 hours each request carries a signature of both.',
      confirm: 'Rotate secret',
    })
    if (agreed) await act(async () => onSecret((await client.webhookEndpoints.rotateSecret({ id })).secret))
  }
  async function remove() {
    const agreed = await confirm({
      title: 'Delete this webhook endpoint?',
      text: `Nothing more is sent to ${url}, and its log is deleted.`,
      confirm: 'Delete endpoint',
      danger: true,
    })
    if (agreed) await act(() => client.webhookEndpoints.remove({ id }), 'Endpoint deleted')
  }
  const isEnabled = state === 'enabled'
  const turn = () =>
    act(
      () => client.webhookEndpoints.update({ id, version, enabled: !isEnabled }),
      isEnabled ? 'Endpoint turned off' : 'Endpoint turned on',
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${url}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onLog}>Delivery log</Menu.Item>
        <Menu.Item onClick={() => void act(() => client.webhookEndpoints.test({ id }), 'Test event sent')}>
          Send a test event
        </Menu.Item>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        <Menu.Item onClick={() => void turn()}>{isEnabled ? 'Turn off' : 'Turn on'}</Menu.Item>
        <Menu.Item onClick={() => void rotate()}>Rotate signing secret</Menu.Item>
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
