import { ActionIcon, Alert, Button, CopyButton, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { BackToCampaigns } from './back-to-campaigns.tsx'
import classes from './composer.module.css'

export const meta = () => titled('Sending domains')

type Listed = Awaited<ReturnType<typeof client.sendingDomains.list>>
type Domain = Listed['items'][number]

/** In whose name campaigns leave, and what others have to find in the DNS to believe it. */
export default function DomainsScreen() {
  const domains = useQuery(api.sendingDomains.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }))
  const mayWrite = useMay('settings.write')
  const [adding, setAdding] = useState(false)
  const add = (label: string) =>
    mayWrite ? (
      <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
        {label}
      </Button>
    ) : undefined
  return (
    <>
      <BackToCampaigns />
      <PageHeader
        title="Sending domains"
        purpose="Email from your own domain is trusted more, and you can send more a day."
        action={add('Add domain')}
      />
      <Stack>
        {domains.error ? (
          <ErrorPanel error={domains.error} what="the domains" onRetry={() => void domains.refetch()} />
        ) : domains.data ? (
          <>
            <Shared shared={domains.data.shared} />
            {domains.data.items.map(domain => (
              <DomainPanel key={domain.id} domain={domain} sandbox={domains.data.sandbox} mayWrite={mayWrite} />
            ))}
            {domains.data.items.length === 0 ? (
              <Panel>
                <EmptyState
                  title="No domains yet"
                  text="Add the domain of your website. You get three DNS records to copy to your domain’s settings. Once we find them, you can send campaigns from it."
                  action={add('Add your domain')}
                />
              </Panel>
            ) : null}
          </>
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Stack>
      {adding ? <AddDomain onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function Shared({ shared: { address, cap, room } }: { shared: Listed['shared'] }) {
  const { number } = useFormat()
  const bare = /<([^>]+)>/.exec(address)?.[1] ?? address
  return (
    <Panel title="Shared address">
      <Text size="sm" data-figures>
        Without your own domain, campaigns are sent from {bare}, with your church’s name:{' '}
        {counted(cap, 'emails', number)} a day, {number(room)} left today. The rest is sent the next day.
      </Text>
    </Panel>
  )
}

const names = {
  spf: 'SPF: who can send',
  dkim: 'DKIM: our signature',
  dmarc: 'DMARC: what other servers do with unsigned email',
}

interface DomainPanelProps {
  domain: Domain
  sandbox: boolean
  mayWrite: boolean
}

function DomainPanel({ domain, sandbox, mayWrite }: DomainPanelProps) {
  const { dateTime, number } = useFormat()
  const share =
    domain.cap === null
      ? 'No daily limit: this domain is established.'
      : `Limit today: ${counted(domain.cap, 'emails', number)}, ${number(domain.room ?? 0)} left. The limit doubles with each day you send.`
  return (
    <Panel title={domain.domain} actions={mayWrite ? <DomainActions domain={domain} sandbox={sandbox} /> : undefined}>
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge of="domain" value={domain.verifiedAt ? 'verified' : 'waiting'} />
          <Text size="sm" c="dimmed" data-figures>
            {domain.checkedAt ? `Checked ${dateTime(domain.checkedAt)}` : 'Not checked yet'}
          </Text>
        </Group>
        {domain.verifiedAt ? (
          <Text size="sm" data-figures>
            {share}
          </Text>
        ) : null}
        <div>
          {domain.records.map(record => (
            <Record key={record.kind} record={record} />
          ))}
        </div>
      </Stack>
    </Panel>
  )
}

function Record({ record: { kind, name, value, found, problem } }: { record: Domain['records'][number] }) {
  return (
    <div className={classes.record}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {names[kind]}
        </Text>
        <StatusBadge
          of="check"
          value={found === null ? 'unknown' : found ? 'well' : 'failed'}
          label={found === null ? 'Not checked' : found ? 'Found' : 'Missing'}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`Copy the value of ${names[kind]}`}>
              {copied ? 'Copied' : 'Copy value'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        TXT record for {name}
      </Text>
      <code>{value}</code>
      {problem ? (
        <Text size="sm" c="red">
          {problem}
        </Text>
      ) : null}
    </div>
  )
}

function DomainActions({ domain: { id, domain }, sandbox }: { domain: Domain; sandbox: boolean }) {
  const act = useAct(api.sendingDomains.key())
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<Domain>) => {
    setBusy(true)
    await act(async () => {
      const { verifiedAt } = await work()
      toast(verifiedAt ? `${domain} is verified` : 'Something is still missing')
    })
    setBusy(false)
  }
  const remove = async () => {
    const gone = await act(() => client.sendingDomains.remove({ id }))
    if (gone)
      toast(`${domain} removed`, async () => {
        await act(() => client.sendingDomains.restore({ id }))
      })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={busy}
        onClick={() => void run(() => client.sendingDomains.check({ id }))}
      >
        Check records
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${domain}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {sandbox ? (
            <Menu.Item onClick={() => void run(() => client.sendingDomains.publish({ id }))}>
              Publish in the sandbox
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" onClick={() => void remove()}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const act = useAct(api.sendingDomains.key())
  const form = useForm({ initialValues: { domain: '' } })
  const save = async ({ domain }: typeof form.values) => {
    await client.sendingDomains.create({ domain })
    await act(async () => {})
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="Add domain"
      form={form}
      onSubmit={save}
      submitLabel="Add domain"
      fields={{ TAKEN: { field: 'domain' } }}
    >
      <TextInput
        label="Domain"
        description="The part after the @ in your church’s email addresses."
        placeholder="yourchurch.org"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('domain')}
      />
      <Alert color="blue">Public email domains such as gmail.com can’t be used for campaigns.</Alert>
    </FormDrawer>
  )
}
