import { Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { weekdays } from '../rules/hours.ts'
import type { CarrierData } from './settings.tsx'
import classes from './twilio.module.css'

const draftOf = (hours: CarrierData['officeHours']) => ({
  officeHours: hours.map(day => ({ open: day !== null, from: day?.from ?? '09:00', to: day?.to ?? '17:00' })),
})

/** When someone is there; each number says whether that matters to it. */
export function OfficeHours({ settings }: { settings: CarrierData }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: draftOf(settings.officeHours) })
  const { problem, busy, save } = useSaving(form)
  const submit = ({ officeHours }: ReturnType<typeof draftOf>) =>
    save(async () => {
      const days = officeHours.map(({ open, from, to }) => (open ? { from, to } : null))
      const saved = await client.carrierSettings.change({ officeHours: days })
      form.resetDirty(draftOf(saved.officeHours))
      await queries.invalidateQueries({ queryKey: api.carrierSettings.key() })
      toast('Saved')
    })
  return (
    <Panel title="Office hours">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Text size="sm" c="dimmed">
            In your church’s time zone. For each number, choose where calls go outside office hours.
          </Text>
          <Problem error={problem} />
          {weekdays.map((name, i) => (
            <Day key={name} form={form} name={name} at={i} />
          ))}
          <Button type="submit" loading={busy} disabled={!form.isDirty()} className={classes.start}>
            Save
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}

type Form = UseFormReturnType<ReturnType<typeof draftOf>>

const Day = ({ form, name, at }: { form: Form; name: string; at: number }) => (
  <div className={classes.hours}>
    <Switch
      label={name}
      className={classes.day}
      {...form.getInputProps(`officeHours.${at}.open`, { type: 'checkbox' })}
    />
    {form.values.officeHours[at]!.open ? (
      <>
        <TextInput type="time" aria-label={`${name}, from`} {...form.getInputProps(`officeHours.${at}.from`)} />
        <TextInput type="time" aria-label={`${name}, to`} {...form.getInputProps(`officeHours.${at}.to`)} />
      </>
    ) : (
      <Text size="sm" c="dimmed">
        Closed
      </Text>
    )}
  </div>
)
