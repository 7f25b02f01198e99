import { ActionIcon, Button, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import classes from './newsletter.module.css'

type Sender = Awaited<ReturnType<typeof client.newsletters.sender>>
const none = { street: '', street2: '', city: '', region: '', postalCode: '' }

/** From whom it comes: the postal address that the law wants, and the record that other mail servers want. */
export function SenderPanel() {
  const { data, error, refetch } = useQuery(api.newsletters.sender.queryOptions({ input: {} }))
  return (
    <Panel>
      <Group justify="space-between" mb="sm">
        <Title order={3}>Sender</Title>
        {data ? <StatusBadge of="provider" value={stateOf(data)} /> : null}
      </Group>
      {error ? (
        <ErrorPanel error={error} what="the sender" onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="lg">
          <Address key={data.version} sender={data} />
          <Signature sender={data} />
        </Stack>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  )
}

const stateOf = ({ provider }: Sender) => (provider === 'smtp' ? 'live' : 'sandbox')

function Address({ sender }: { sender: Sender }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: sender.address ?? none })
  const { problem, busy, save } = useSaving(form)
  const submit = (address: typeof none) =>
    save(async () => {
      const saved = await client.newsletters.changeSender({ address, version: sender.version })
      queries.setQueryData(api.newsletters.sender.queryKey({ input: {} }), saved)
      toast('Saved')
    })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <Problem error={problem} />
        <Text size="sm" c="dimmed">
          Postal address of {sender.name}. It appears in every newsletter. Newsletters can’t be sent without a street
          and city.
        </Text>
        <div className={classes.address}>
          <TextInput label="Street" autoComplete="street-address" maxLength={200} {...form.getInputProps('street')} />
          <TextInput label="City" maxLength={120} {...form.getInputProps('city')} />
          <TextInput label="State or region" maxLength={120} {...form.getInputProps('region')} />
          <TextInput label="Postal code" maxLength={20} {...form.getInputProps('postalCode')} />
        </div>
        {form.isDirty() ? (
          <Group>
            <Button type="submit" loading={busy}>
              Save address
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}

function Signature({ sender: { from, domain, record, provider } }: { sender: Sender }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {provider === 'smtp'
          ? `Email is sent from ${from} and signed. Publish this TXT record for ${domain}, so that other mail servers can check the signature.`
          : `No mail server is set up, so email stays in the outbox. Once one is set up, email from ${from} is signed, and its domain must publish this TXT record.`}
      </Text>
      <details>
        <summary className={classes.summary}>The DNS record</summary>
        <Stack gap="xs" mt="xs">
          <Copied label="Record name" text={record.name} />
          <Copied label="Record value" text={record.value} />
        </Stack>
      </details>
    </Stack>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <div className={classes.record}>{text}</div>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? 'Copied' : `Copy: ${label}`} onClick={copy}>
            {copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}
