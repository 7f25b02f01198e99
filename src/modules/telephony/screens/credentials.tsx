import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { confirm } from '#ui/confirm.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useNumbers } from './from-select.tsx'
import type { CarrierData } from './settings.tsx'

const kept = ({ set, last4 }: CarrierData['authToken']) =>
  set ? `Stored${last4 ? `, ends in ${last4}` : ''}. Leave empty to keep it.` : undefined

/** What is typed here is tried at Twilio before it is kept; of a secret nothing comes back. */
export function CredentialsForm({ settings }: { settings: CarrierData }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      accountSid: settings.accountSid ?? '',
      authToken: '',
      secondToken: '',
      keySid: settings.keySid ?? '',
      keySecret: '',
      messagingServiceSid: settings.messagingServiceSid ?? '',
    },
  })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: typeof form.values) =>
    save(async () => {
      const saved = await client.carrierSettings.connect(values)
      toast(`Connected to ${saved.friendlyName} (${saved.type})`)
      await queries.invalidateQueries()
    })
  const masked = (name: keyof typeof form.values, label: string, description?: string) => (
    <PasswordInput
      key={name}
      label={label}
      description={description}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  )
  return (
    <Panel
      title="Twilio account"
      actions={<StatusBadge of="provider" value={settings.carrier === 'twilio' ? 'live' : 'sandbox'} />}
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Connected settings={settings} />
          <Problem error={problem} />
          {masked('accountSid', 'Account SID', 'On the first page of your Twilio console. It begins with AC.')}
          {masked('authToken', 'Auth Token', kept(settings.authToken))}
          <Group grow align="flex-start">
            {masked('keySid', 'API Key SID (optional)')}
            {masked('keySecret', 'API Key secret', kept(settings.keySecret))}
          </Group>
          {masked('secondToken', 'Secondary Auth Token (while you change it)', kept(settings.secondToken))}
          <TextInput label="Messaging Service SID (optional)" {...form.getInputProps('messagingServiceSid')} />
          <DefaultFrom />
          <Buttons settings={settings} busy={busy} dirty={form.isDirty()} />
        </Stack>
      </form>
    </Panel>
  )
}

/** Kept at once: it is no credential. */
function DefaultFrom() {
  const { data } = useNumbers()
  const act = useAct(api.phoneNumbers.key())
  const usable = data?.items.filter(one => one.active && one.capabilities.sms) ?? []
  if (usable.length === 0) return null
  const choose = (id: string) => {
    const number = usable.find(one => one.id === id)
    if (number)
      void act(
        () => client.phoneNumbers.update({ id, version: number.version, isDefault: true }),
        `Texts are sent from ${phoneText(number.number)}`,
      )
  }
  return (
    <NativeSelect
      label="Default from number"
      value={usable.find(one => one.isDefault)?.id ?? ''}
      data={[
        ...(usable.some(one => one.isDefault) ? [] : [{ value: '', label: 'None yet' }]),
        ...usable.map(one => ({ value: one.id, label: `${one.friendlyName}, ${phoneText(one.number)}` })),
      ]}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}

const Connected = ({ settings }: { settings: CarrierData }) => (
  <Text size="sm" c={settings.carrier === 'twilio' ? undefined : 'dimmed'}>
    {settings.carrier === 'twilio'
      ? `Connected to ${settings.friendlyName} (${settings.type})`
      : 'Without credentials, Lampstand uses a sandbox: everything works, but nothing is sent.'}
  </Text>
)

function Buttons({ settings, busy, dirty }: { settings: CarrierData; busy: boolean; dirty: boolean }) {
  const act = useAct(api.carrierSettings.key(), api.telephony.key(), api.phoneNumbers.key())
  const disconnect = async () => {
    const sure = await confirm({
      title: 'Remove the Twilio account?',
      text: 'Texts and calls then go to the sandbox and reach no one. Your numbers stay with Twilio.',
      confirm: 'Remove',
      danger: true,
    })
    if (sure) await act(() => client.carrierSettings.disconnect({}), 'Removed. Lampstand now uses the sandbox.')
  }
  return (
    <Group>
      <Button type="submit" loading={busy} disabled={!dirty}>
        Save
      </Button>
      <Button
        variant="default"
        onClick={() =>
          void act(
            () => client.carrierSettings.test({}),
            'The connection works',
            'The carrier rejected the credentials',
          )
        }
      >
        Test
      </Button>
      {settings.secondToken.set ? (
        <Button
          variant="default"
          onClick={() => void act(() => client.carrierSettings.rotate({}), 'Now using the new token')}
        >
          Use the secondary token
        </Button>
      ) : null}
      {settings.carrier === 'twilio' ? (
        <Button variant="subtle" color="red" onClick={() => void disconnect()}>
          Remove
        </Button>
      ) : null}
    </Group>
  )
}
