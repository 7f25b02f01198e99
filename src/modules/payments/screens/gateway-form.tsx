import { Alert, Button, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import {
  type CredentialField,
  credentialFields,
  type Environment,
  environments,
  withEnvironment,
} from '../rules/credentials.ts'
import { gatewayTitles } from '../rules/gateways.ts'
import { Banner } from './banner.tsx'
import type { GatewayData } from './gateways.tsx'

const empty = (gateway: GatewayData) =>
  Object.fromEntries(
    credentialFields[gateway.gateway].map(({ name, secret }) => [name, secret ? '' : (gateway.fields[name] ?? '')]),
  )

/** What is typed here is tried at the gateway before it is kept; of a secret nothing comes back. */
export function GatewayForm({ gateway, sandbox }: { gateway: GatewayData; sandbox: boolean }) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(false)
  const form = useForm({ initialValues: { environment: gateway.environment, credentials: empty(gateway) } })
  const { problem, busy, save } = useSaving(form)
  const { gateway: name, version } = gateway
  const submit = (values: typeof form.values) => {
    setSaved(false)
    return save(async () => {
      const input = { gateway: name, version, enabled: true, ...values }
      const answer = await client.paymentSettings.saveGateway(input)
      setSaved(true)
      const kept = answer.gateways.find(one => one.gateway === name)!
      form.setValues({ environment: kept.environment, credentials: empty(kept) })
      queries.setQueryData(api.paymentSettings.read.queryKey({ input: {} }), answer)
    })
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Standing gateway={gateway} sandbox={sandbox} />
        {withEnvironment.includes(name) ? (
          <Radio.Group label="Environment" {...form.getInputProps('environment')}>
            <Group mt={4}>
              {(Object.keys(environments) as Environment[]).map(value => (
                <Radio key={value} value={value} label={environments[value]} />
              ))}
            </Group>
          </Radio.Group>
        ) : null}
        {credentialFields[name].map(field => (
          <Credential
            key={field.name}
            field={field}
            gateway={gateway}
            props={form.getInputProps(`credentials.${field.name}`)}
          />
        ))}
        <Webhook gateway={gateway} />
        <Banner saved={saved} problem={problem} errors={form.errors} />
        <Buttons gateway={gateway} busy={busy} />
      </Stack>
    </form>
  )
}

function Standing({ gateway, sandbox }: { gateway: GatewayData; sandbox: boolean }) {
  const title = gatewayTitles[gateway.gateway]
  if (gateway.gateway === 'thrivecart')
    return (
      <Alert color="yellow">
        ThriveCart’s scripts must be embedded on your pages: add its checkout code to a page in the page builder.
      </Alert>
    )
  if (gateway.mode !== 'sandbox')
    return (
      <Text size="sm">
        Connected to {gateway.accountName || title} ({gateway.mode === 'live' ? 'live' : 'test mode'}).
        {gateway.charges ? '' : ` ${title} wants something from you before it takes payments: look at its dashboard.`}
      </Text>
    )
  return (
    <Text size="sm" c="dimmed">
      {sandbox
        ? 'Without credentials, Lampstand uses a sandbox: everything works, but no money moves.'
        : `Enter the credentials of your ${title} account to take payments.`}
    </Text>
  )
}

interface CredentialProps {
  field: CredentialField
  gateway: GatewayData
  props: object
}
function Credential({ field: { name, label, secret, hint }, gateway, props }: CredentialProps) {
  const kept = gateway.secrets[name]
  if (!secret) return <TextInput label={label} description={hint} autoComplete="off" {...props} />
  return (
    <PasswordInput
      label={label}
      description={kept?.set ? `Stored${kept.last4 ? `, ends in ${kept.last4}` : ''}. Leave empty to keep it.` : hint}
      autoComplete="new-password"
      {...props}
    />
  )
}

function Webhook({ gateway }: { gateway: GatewayData }) {
  const act = useAct(api.paymentSettings.key())
  const title = gatewayTitles[gateway.gateway]
  const canCreate = (gateway.gateway === 'stripe' || gateway.gateway === 'paypal') && gateway.mode !== 'sandbox'
  return (
    <div>
      <Text size="sm" fw={550}>
        Webhook address
      </Text>
      <Text size="sm" c="dimmed" mb={4}>
        Add this address in the dashboard of {title}, so that it tells us about payments.
      </Text>
      <CopiedText text={gateway.webhookUrl} what="the webhook address" />
      <Group mt="xs" gap="sm">
        {canCreate ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              void act(() => client.paymentSettings.createWebhook({ gateway: gateway.gateway }), 'Webhook created')
            }
          >
            Create webhook
          </Button>
        ) : null}
        <Text size="xs" c="dimmed">
          {gateway.lastEventAt ? (
            <>
              Last event <RelativeTime at={gateway.lastEventAt} />
            </>
          ) : (
            'No event yet'
          )}
          {gateway.webhookReady ? '' : '. Events can’t be verified yet.'}
        </Text>
      </Group>
    </div>
  )
}

function Buttons({ gateway, busy }: { gateway: GatewayData; busy: boolean }) {
  const act = useAct(api.paymentSettings.key())
  const title = gatewayTitles[gateway.gateway]
  const remove = async () => {
    const sure = await confirm({
      title: `Remove the credentials of ${title}?`,
      text: 'It takes no payments until you enter them again. What was paid stays in the books.',
      confirm: 'Remove',
      danger: true,
    })
    if (sure)
      await act(() => client.paymentSettings.disconnect({ gateway: gateway.gateway, confirmed: true }), 'Removed')
  }
  return (
    <Group>
      <Button type="submit" loading={busy}>
        Save Payment Settings
      </Button>
      <Button
        variant="default"
        onClick={() =>
          void act(() => client.paymentSettings.testGateway({ gateway: gateway.gateway }), 'The connection works')
        }
      >
        Test connection
      </Button>
      {gateway.mode !== 'sandbox' ? (
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          Remove
        </Button>
      ) : null}
    </Group>
  )
}
