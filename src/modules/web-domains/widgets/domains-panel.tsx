import { ActionIcon, Alert, Anchor, Badge, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type WebDomain = Awaited<ReturnType<typeof client.webDomains.list>>['items'][number]

/** Domains at which the church's site is reached. */
export function DomainsPanel() {
  const { data, error, refetch } = useQuery(
    api.webDomains.list.queryOptions({ input: {}, meta: { live: ['webDomains'] } }),
  )
  const mayWrite = useMay('settings.write')
  const [adding, setAdding] = useState(false)
  const add = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} stroke={1.75} />}
      onClick={() => setAdding(true)}
    >
      Add domain
    </Button>
  )
  return (
    <Panel title="Domains" minHeight={160} actions={mayWrite ? add : undefined}>
      {error && !data ? <ErrorPanel error={error} what="the domains" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Your site can be reached at an address of your own, such as www.yourchurch.org. Add it here, and copy one
          record to the settings of your domain.
        </Text>
      ) : null}
      <Stack gap="lg">
        {data?.items.map(domain => (
          <Domain key={domain.id} domain={domain} {...data} mayWrite={mayWrite} />
        ))}
      </Stack>
      {adding ? <AddDomain onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

interface DomainProps {
  domain: WebDomain
  pointTo: string
  sandbox: boolean
  mayWrite: boolean
}
const labels = { waiting: 'Not verified', verified: 'Verified', missing: 'Record missing' }

function Domain({ domain, pointTo, sandbox, mayWrite }: DomainProps) {
  const { dateTime } = useFormat()
  const { host, name, state, record, problem, checkedAt, isPrimary } = domain
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={600}>{host}</Text>
          {name === host ? null : (
            <Text size="sm" c="dimmed">
              {name}
            </Text>
          )}
          <StatusBadge of="webDomain" value={state} label={labels[state]} />
          {isPrimary ? <Badge variant="light">Main address</Badge> : null}
        </Group>
        {mayWrite ? <DomainActions domain={domain} sandbox={sandbox} /> : null}
      </Group>
      {state === 'verified' ? null : (
        <>
          <Text size="sm">1. Where your domain is registered, add this TXT record:</Text>
          <CopiedText what="the name" text={record.name} />
          <CopiedText what="the value" text={record.value} />
          <Text size="sm">2. Point {host} to this server with a CNAME record:</Text>
          <CopiedText what="the target" text={pointTo} />
        </>
      )}
      {problem ? <Alert color="yellow">{problem}</Alert> : null}
      <Text size="xs" c="dimmed" data-figures>
        {checkedAt ? `Checked ${dateTime(checkedAt)}` : 'Not checked yet'}
      </Text>
    </Stack>
  )
}

function DomainActions({ domain: { id, host, state, isPrimary }, sandbox }: Pick<DomainProps, 'domain' | 'sandbox'>) {
  const act = useAct(api.webDomains.key())
  const check = () => act(() => client.webDomains.check({ id }), undefined, 'The domain was not checked')
  const publish = () => act(() => client.webDomains.publish({ id }), undefined, 'The record was not published')
  const makePrimary = () => act(() => client.webDomains.makePrimary({ id }), `${host} is the main address`)
  async function remove() {
    const text = 'Visitors no longer reach your site there. Links and QR codes with this address stop working.'
    if (await confirm({ title: `Remove ${host}?`, text, confirm: 'Remove this domain', danger: true }))
      await act(() => client.webDomains.remove({ id }), `${host} removed`)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {sandbox && state !== 'verified' ? (
        <Button size="compact-sm" onClick={() => void publish()}>
          Publish in the sandbox
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => void check()}>
          Check now
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${host}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {state !== 'waiting' && !isPrimary ? (
            <Menu.Item onClick={() => void makePrimary()}>Make it the main address</Menu.Item>
          ) : null}
          {state === 'waiting' ? null : (
            <Menu.Item component="a" href={`//${host}`} target="_blank">
              Open
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => void remove()}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { host: '' } })
  const save = async ({ host }: { host: string }) => {
    await client.webDomains.create({ host })
    await queries.invalidateQueries({ queryKey: api.webDomains.key() })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add domain"
      form={form}
      onSubmit={save}
      submitLabel="Add domain"
      fields={{ TAKEN: { field: 'host' } }}
    >
      <TextInput
        label="Domain"
        placeholder="www.yourchurch.org"
        description="The whole name, with www if you use it"
        data-autofocus
        {...form.getInputProps('host')}
      />
      <Text size="sm" c="dimmed">
        You need access to the DNS settings of this domain. <Anchor href="/help/own-domain">How it works</Anchor>
      </Text>
    </FormDialog>
  )
}
