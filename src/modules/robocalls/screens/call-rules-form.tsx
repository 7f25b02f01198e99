import {
  Alert,
  Button,
  Chip,
  Group,
  Input,
  NumberInput,
  Pill,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import type { CallRules } from './compliance-tab.tsx'
import classes from './robocalls.module.css'

const toValues = ({ respectDnc, requireOptIn, from, until, days, holidays, closedOn, byState, cap }: CallRules) => ({
  respectDnc,
  requireOptIn,
  from,
  until,
  days: days.map(String),
  holidays,
  closedOn,
  byState,
  cap: cap as number | string,
  reason: '',
})
type Values = ReturnType<typeof toValues>
type Form = UseFormReturnType<Values>

/** Whether less is protected than before: then an owner says why. */
const isLoosened = (rules: CallRules, now: Values) =>
  (['respectDnc', 'requireOptIn', 'holidays', 'byState'] as const).some(key => rules[key] && !now[key]) ||
  now.from < rules.from ||
  now.until > rules.until ||
  now.days.some(day => !rules.days.includes(Number(day)))

/** Whom campaigns leave out, and when they call. */
export function CallRulesForm({ rules }: { rules: CallRules }) {
  const queries = useQueryClient()
  const mayChange = useMay('settings.write')
  const form = useForm<Values>({ initialValues: toValues(rules) })
  const [version, setVersion] = useState(rules.version)
  const { problem, busy, save } = useSaving(form)
  const isStale = rules.version !== version
  const load = (next: CallRules) => {
    form.setInitialValues(toValues(next))
    form.setValues(toValues(next))
    setVersion(next.version)
  }
  // What someone else saved is shown as long as nothing was typed here.
  if (isStale && !form.isDirty()) load(rules)
  const submit = ({ days, cap, ...values }: Values) =>
    save(async () => {
      load(
        await client.callRules.change({
          ...values,
          days: days.map(Number),
          cap: cap as number,
          includeOptOut: true,
          version,
        }),
      )
      await queries.invalidateQueries({ queryKey: api.callRules.key() })
      toast('Saved')
    })
  return (
    <Panel title="Rules for calls">
      <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
        <fieldset disabled={!mayChange} className={classes.bare}>
          <Stack>
            <Problem error={problem} />
            {isStale ? (
              <Alert color="yellow" role="alert">
                Someone else changed these rules while you were editing.{' '}
                <Button size="compact-sm" variant="default" onClick={() => load(rules)}>
                  Use theirs
                </Button>
              </Alert>
            ) : null}
            <Protections form={form} />
            <Hours form={form} />
            <Reason form={form} rules={rules} />
            {mayChange ? (
              <Button type="submit" loading={busy} disabled={!form.isDirty()} className={classes.start}>
                Save
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                Owners and admins can change these rules.
              </Text>
            )}
          </Stack>
        </fieldset>
      </form>
    </Panel>
  )
}

const Protections = ({ form }: { form: Form }) => (
  <>
    <Switch
      label="Respect the do-not-call registry"
      description="Campaigns that ask for gifts or sell something don’t call numbers on the national registry."
      {...form.getInputProps('respectDnc', { type: 'checkbox' })}
    />
    <Switch
      label="Require opt-in"
      description="Only people who opted in to calls are called. Anyone who opted out is never called."
      {...form.getInputProps('requireOptIn', { type: 'checkbox' })}
    />
    <Switch
      label="Include opt-out instructions"
      description="Always on. Federal law requires recorded calls to say how to stop them."
      checked
      disabled
      readOnly
      thumbIcon={<IconLock size={10} stroke={2} aria-hidden />}
      classNames={{ track: classes.lockedTrack, label: classes.lockedLabel }}
    />
  </>
)

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const Hours = ({ form }: { form: Form }) => (
  <>
    <div className={classes.pair}>
      <TextInput type="time" label="Call from" {...form.getInputProps('from')} />
      <TextInput type="time" label="Call until" {...form.getInputProps('until')} />
      <NumberInput
        label="Calls to one number in 30 days"
        min={1}
        max={3}
        allowDecimal={false}
        {...form.getInputProps('cap')}
      />
    </div>
    <Text size="sm" c="dimmed">
      In the time zone of each number. Federal law allows 8:00 AM to 9:00 PM.
    </Text>
    <Input.Wrapper label="Days" labelElement="div" error={form.errors.days}>
      <Chip.Group multiple value={form.values.days} onChange={days => form.setFieldValue('days', days)}>
        <Group gap={4} mt={4} role="group" aria-label="Days">
          {dayNames.map((name, at) => (
            <Chip key={name} size="xs" value={String(at + 1)}>
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
    <Switch label="No calls on federal holidays" {...form.getInputProps('holidays', { type: 'checkbox' })} />
    <ClosedDays form={form} />
    <Switch
      label="Follow stricter state laws"
      description="Some states allow fewer hours, or no calls on Sunday."
      {...form.getInputProps('byState', { type: 'checkbox' })}
    />
  </>
)

/** Days of the church's own on which nobody is called. */
function ClosedDays({ form }: { form: Form }) {
  const { date } = useFormat()
  const [day, setDay] = useState('')
  const { closedOn } = form.values
  const add = () => {
    if (!day) return
    form.setFieldValue('closedOn', [...new Set(closedOn).add(day)].sort())
    setDay('')
  }
  return (
    <Stack gap="xs">
      <div className={classes.bar}>
        <TextInput
          type="date"
          label="Other days without calls"
          value={day}
          error={form.errors.closedOn}
          onChange={event => setDay(event.currentTarget.value)}
        />
        <Button variant="default" className={classes.end} disabled={!day} onClick={add}>
          Add day
        </Button>
      </div>
      <Group gap={4}>
        {closedOn.map(one => (
          <Pill
            key={one}
            withRemoveButton
            removeButtonProps={{
              'aria-label': `Remove ${date(`${one}T12:00:00Z`)}`,
              tabIndex: 0,
              'aria-hidden': false,
            }}
            onRemove={() =>
              form.setFieldValue(
                'closedOn',
                closedOn.filter(other => other !== one),
              )
            }
          >
            {date(`${one}T12:00:00Z`)}
          </Pill>
        ))}
      </Group>
    </Stack>
  )
}

function Reason({ form, rules }: { form: Form; rules: CallRules }) {
  const { role } = useMe().account
  if (!isLoosened(rules, form.values)) return null
  return (
    <Alert color="yellow" title="This protects fewer people">
      <Stack gap="xs">
        {role === 'owner'
          ? 'Your reason is saved with the change and appears in the audit log.'
          : 'Only an owner can loosen the rules for calls.'}
        <Textarea label="Reason" autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
      </Stack>
    </Alert>
  )
}
