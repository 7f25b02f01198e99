import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { useResources } from './use-calendar.ts'

type Kind = Parameters<typeof client.calendarSources.create>[0]['kind']
type Found = Awaited<ReturnType<typeof client.calendarSources.find>>['items']

const kinds: { value: Kind; label: string }[] = [
  { value: 'ics', label: 'Calendar address (ICS)' },
  { value: 'caldav', label: 'CalDAV (iCloud, Fastmail, Nextcloud)' },
  { value: 'google', label: 'Google Calendar' },
  { value: 'microsoft', label: 'Outlook (Microsoft 365)' },
  { value: 'sandbox', label: 'Sandbox, for trying it out' },
]

const empty = {
  kind: 'ics' as Kind,
  name: '',
  resourceId: '',
  calendarId: '',
  writesOut: false,
  url: '',
  username: '',
  password: '',
  clientId: '',
  clientSecret: '',
  refreshToken: '',
}
type Values = typeof empty
type Form = UseFormReturnType<Values>

/** What of the form goes with its kind; the rest may have been typed before it was changed. */
function accessOf({ kind, url, username, password, clientId, clientSecret, refreshToken }: Values) {
  if (kind === 'ics') return { kind, url }
  if (kind === 'caldav') return { kind, url, username, password }
  return kind === 'sandbox' ? { kind } : { kind, clientId, clientSecret, refreshToken }
}

/** An address or an account elsewhere, tried before it is stored. */
export function ConnectCalendar({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { user } = useMe()
  const hosts = (useResources().data?.items ?? []).filter(one => one.kind === 'host' && one.isActive)
  const form = useForm({ initialValues: empty })
  const { kind } = form.values
  async function save(values: Values) {
    const { name, resourceId, calendarId, writesOut } = values
    await client.calendarSources.create({
      ...accessOf(values),
      name,
      resourceId: resourceId || null,
      ...(kind !== 'ics' && { writesOut, ...(calendarId && { calendarId }) }),
    })
    await queries.invalidateQueries({ queryKey: api.calendarSources.key() })
    toast('Calendar connected')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Connect a calendar" form={form} onSubmit={save} submitLabel="Connect">
      <Select label="Kind" allowDeselect={false} data={kinds} data-autofocus {...form.getInputProps('kind')} />
      <TextInput
        label="Name"
        description="Shown to your team as “Busy in …”"
        required
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Select
        label="Host"
        allowDeselect={false}
        data={[
          { value: '', label: 'You' },
          ...hosts.filter(one => one.userId !== user.id).map(one => ({ value: one.id, label: one.name })),
        ]}
        {...form.getInputProps('resourceId')}
      />
      <AccessFields form={form} />
      {kind === 'ics' ? null : <Account form={form} />}
    </FormDrawer>
  )
}

function AccessFields({ form }: { form: Form }) {
  const { kind } = form.values
  if (kind === 'sandbox') return null
  if (kind === 'ics')
    return (
      <TextInput
        label="Calendar address"
        description="In Google Calendar: Settings, your calendar, Secret address in iCal format"
        placeholder="https://example.org/calendar.ics"
        required
        {...form.getInputProps('url')}
      />
    )
  if (kind === 'caldav')
    return (
      <>
        <TextInput label="Server" placeholder="https://caldav.icloud.com" required {...form.getInputProps('url')} />
        <TextInput label="User name" autoComplete="off" required {...form.getInputProps('username')} />
        <PasswordInput
          label="App password"
          description="Made in the settings of your calendar service. It can’t be read again here."
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
      </>
    )
  return <ClientFields form={form} />
}

/** Google and Microsoft. */
function ClientFields({ form }: { form: Form }) {
  return (
    <>
      <TextInput
        label="Client ID"
        description="Of an OAuth client that your church registered with the service"
        autoComplete="off"
        required
        {...form.getInputProps('clientId')}
      />
      <PasswordInput
        label="Client secret"
        autoComplete="new-password"
        required
        {...form.getInputProps('clientSecret')}
      />
      <PasswordInput
        label="Refresh token"
        description="With access to calendars. It can’t be read again here."
        autoComplete="new-password"
        required
        {...form.getInputProps('refreshToken')}
      />
    </>
  )
}

/** Which calendar of the account, and whether appointments are added to it. */
function Account({ form }: { form: Form }) {
  const [found, setFound] = useState<Found | null>(null)
  const { run, busy } = useMutate({})
  const find = () =>
    void run(async () => {
      const { items } = await client.calendarSources.find(accessOf(form.values))
      setFound(items)
      form.setFieldValue('calendarId', items[0]?.id ?? '')
    })
  return (
    <>
      {found ? (
        <Select
          label="Calendar"
          allowDeselect={false}
          data={found.map(one => ({ value: one.id, label: one.canWrite ? one.name : `${one.name} (read only)` }))}
          {...form.getInputProps('calendarId')}
        />
      ) : (
        <Button variant="default" loading={busy} onClick={find}>
          Choose a calendar
        </Button>
      )}
      <Switch
        label="Add appointments to this calendar"
        description="Moving or deleting them there moves or cancels them here."
        {...form.getInputProps('writesOut', { type: 'checkbox' })}
      />
    </>
  )
}
