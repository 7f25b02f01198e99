import { Alert, Anchor, Button, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { hoursText } from '../rules/hours.ts'
import type { MenuData } from './number.tsx'
import type { OwnNumber } from './numbers.tsx'
import type { CarrierData } from './settings.tsx'
import classes from './twilio.module.css'

const phoneIn = (number: string | null) => (number ? phoneText(number) : '')
const valuesOf = (number: OwnNumber) => ({
  voiceRoute: number.voiceRoute as string,
  forwardTo: phoneIn(number.forwardTo),
  menuId: number.menuId ?? '',
  byHours: number.byHours,
  closedRoute: number.closedRoute as string,
  closedForwardTo: phoneIn(number.closedForwardTo),
  closedMenuId: number.closedMenuId ?? '',
  missedText: number.missedText,
})
type Form = UseFormReturnType<ReturnType<typeof valuesOf>>

interface RoutesProps {
  number: OwnNumber
  menus: MenuData
  settings: CarrierData
}

/** What becomes of a call: at any time, or one way while someone is there and another way else. */
export function RoutesForm({ number, menus, settings }: RoutesProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: valuesOf(number) })
  const { problem, busy, save } = useSaving(form)
  const submit = ({ voiceRoute, closedRoute, ...values }: ReturnType<typeof valuesOf>) =>
    save(async () => {
      await client.phoneNumbers.update({
        id: number.id,
        version: number.version,
        byHours: values.byHours,
        missedText: values.missedText,
        voiceRoute: voiceRoute as OwnNumber['voiceRoute'],
        closedRoute: closedRoute as OwnNumber['voiceRoute'],
        forwardTo: values.forwardTo || null,
        closedForwardTo: values.closedForwardTo || null,
        menuId: values.menuId || null,
        closedMenuId: values.closedMenuId || null,
      })
      await queries.invalidateQueries({ queryKey: api.phoneNumbers.key() })
      toast('Saved')
    })
  const { byHours } = form.values
  return (
    <Panel title="Where calls go">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Problem error={problem} />
          <Route form={form} menus={menus} label={byHours ? 'During office hours' : 'When someone calls'} />
          <Switch
            label="Outside office hours, do something else"
            description={<Hours settings={settings} />}
            {...form.getInputProps('byHours', { type: 'checkbox' })}
          />
          {byHours ? <Route form={form} menus={menus} label="Outside office hours" closed /> : null}
          {number.capabilities.sms ? <MissedText form={form} /> : null}
          <Button type="submit" loading={busy} disabled={!form.isDirty()} className={classes.start}>
            Save
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}

const Hours = ({ settings }: { settings: CarrierData }) => (
  <>
    {hoursText(settings.officeHours) || 'No office hours are set'}.{' '}
    <Anchor component={Link} to="/twilio?tab=settings" size="xs">
      Change office hours
    </Anchor>
  </>
)

const MissedText = ({ form }: { form: Form }) => (
  <Textarea
    label="Text missed callers (optional)"
    description="At most once a day to the same phone, and only to people who opted in to texts."
    placeholder="Sorry we missed your call. You can text us here, and we’ll reply in the morning."
    autosize
    minRows={2}
    maxLength={300}
    {...form.getInputProps('missedText')}
  />
)

interface RouteProps {
  form: Form
  menus: MenuData
  label: string
  closed?: boolean
}

function Route({ form, menus, label, closed = false }: RouteProps) {
  const [route, to, menu] = closed
    ? (['closedRoute', 'closedForwardTo', 'closedMenuId'] as const)
    : (['voiceRoute', 'forwardTo', 'menuId'] as const)
  const chosen = form.values[route]
  return (
    <>
      <NativeSelect
        label={label}
        data={[
          { value: 'voicemail', label: 'Take a message (voicemail)' },
          { value: 'forward', label: 'Forward the call' },
          { value: 'menu', label: 'Phone menu' },
          { value: 'browser', label: 'Ring in the browser' },
        ]}
        {...form.getInputProps(route)}
      />
      {chosen === 'forward' ? (
        <TextInput
          type="tel"
          label="Forward to"
          description="If nobody answers, the caller can leave a message."
          {...form.getInputProps(to)}
        />
      ) : null}
      {chosen === 'menu' ? <MenuChoice form={form} menus={menus} field={menu} /> : null}
      {chosen === 'browser' ? (
        <Text size="sm" c="dimmed">
          Calls ring for everyone who turned on “Ring in this browser”. If nobody answers, the caller can leave a
          message.
        </Text>
      ) : null}
    </>
  )
}

const MenuChoice = ({ form, menus, field }: { form: Form; menus: MenuData; field: 'menuId' | 'closedMenuId' }) =>
  menus.items.length === 0 ? (
    <Alert color="yellow" p="xs">
      No menus yet. Add one here, then choose it.
    </Alert>
  ) : (
    <NativeSelect
      label="Menu"
      data={[{ value: '', label: 'Choose a menu' }, ...menus.items.map(({ id, name }) => ({ value: id, label: name }))]}
      {...form.getInputProps(field)}
    />
  )
