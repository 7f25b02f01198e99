import { Alert, Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { DateTime } from 'luxon'
import { confirm } from '#ui/confirm.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { ResourceFields } from './resource-fields.tsx'
import { useTypes } from './use-calendar.ts'

export type Series = Awaited<ReturnType<typeof client.appointmentSeries.get>>

export const rules = [
  { value: 'FREQ=DAILY', label: 'Every day' },
  { value: 'FREQ=WEEKLY', label: 'Every week' },
  { value: 'FREQ=WEEKLY;INTERVAL=2', label: 'Every two weeks' },
  { value: 'FREQ=MONTHLY', label: 'Every month on this date' },
  { value: 'FREQ=MONTHLY;NTH', label: 'Every month on this weekday' },
  { value: 'FREQ=YEARLY', label: 'Every year' },
]
const weekday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The rule as RFC 5545 writes it: the weekday of a monthly one comes from its first date. */
export function ruleOf(choice: string, startLocal: string): string {
  const day = DateTime.fromISO(startLocal)
  if (!day.isValid) return choice
  if (choice === 'FREQ=MONTHLY;NTH') return `FREQ=MONTHLY;BYDAY=${Math.ceil(day.day / 7)}${weekday[day.weekday - 1]}`
  return choice.startsWith('FREQ=WEEKLY') ? `${choice};BYDAY=${weekday[day.weekday - 1]}` : choice
}

export const choiceOf = (rule: string) =>
  /FREQ=MONTHLY;BYDAY/.test(rule)
    ? 'FREQ=MONTHLY;NTH'
    : (rules.find(one => rule.replace(/;BYDAY=.*/, '') === one.value)?.value ?? rule)

const valuesOf = (series: Series | null) => ({
  title: series?.title ?? '',
  typeId: series?.typeId ?? null,
  startLocal: series?.startLocal ?? '',
  minutes: series?.minutes ?? 75,
  choice: series ? choiceOf(series.rule) : 'FREQ=WEEKLY',
  resourceIds: series?.resourceIds ?? [],
  blocksAll: series?.blocksAll ?? false,
  capacity: series?.capacity ?? ('' as number | ''),
  location: series?.location ?? '',
})
type Values = ReturnType<typeof valuesOf>
type Form = UseFormReturnType<Values>

export function SeriesForm({ series, onClose }: { series: Series | null; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<Values>({ initialValues: valuesOf(series) })
  async function save({ choice, capacity, ...values }: Values) {
    const input = {
      ...values,
      rule: ruleOf(choice, values.startLocal),
      capacity: capacity === '' ? null : Number(capacity),
    }
    if (series) await client.appointmentSeries.update({ id: series.id, version: series.version, ...input })
    else await client.appointmentSeries.create(input)
    await queries.invalidateQueries({ queryKey: api.appointmentSeries.key() })
    await queries.invalidateQueries({ queryKey: api.appointments.key() })
    toast('Saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={series?.title ?? 'Add repeating event'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
      foot={series ? <Remove series={series} onDone={onClose} /> : undefined}
    >
      {series && series.conflicts.length > 0 ? (
        <Alert color="yellow" title="Some dates have no room or host">
          Another appointment already has it. Move one of the two, or choose another room for that date.
        </Alert>
      ) : null}
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Times form={form} />
      <ResourceFields
        value={form.values.resourceIds}
        onChange={ids => form.setFieldValue('resourceIds', ids)}
        error={form.errors.resourceIds}
      />
      <TextInput label="Location" maxLength={300} {...form.getInputProps('location')} />
      <SignUp form={form} />
      <Checkbox label="Block every host during this time" {...form.getInputProps('blocksAll', { type: 'checkbox' })} />
    </FormDrawer>
  )
}

function Times({ form }: { form: Form }) {
  const { choice } = form.values
  const isListed = rules.some(one => one.value === choice)
  return (
    <>
      <Group grow align="start">
        <TextInput label="First time" required type="datetime-local" {...form.getInputProps('startLocal')} />
        <NumberInput label="Minutes" min={5} step={15} {...form.getInputProps('minutes')} />
      </Group>
      <Select
        label="Repeats"
        allowDeselect={false}
        data={isListed ? rules : [...rules, { value: choice, label: choice }]}
        {...form.getInputProps('choice')}
        error={form.errors.rule}
      />
    </>
  )
}

/** The page on which guests take a seat of a date. */
function SignUp({ form }: { form: Form }) {
  const types = (useTypes().data?.items ?? []).filter(one => one.assignment === 'seats')
  return (
    <>
      {types.length > 0 ? (
        <Select
          label="Sign-up page"
          clearable
          data={types.map(one => ({ value: one.id, label: one.name }))}
          {...form.getInputProps('typeId')}
        />
      ) : null}
      <NumberInput label="Seats" min={1} {...form.getInputProps('capacity')} />
    </>
  )
}

function Remove({ series, onDone }: { series: Series; onDone: () => void }) {
  const { run } = useMutate({ keys: [api.appointmentSeries.key(), api.appointments.key()] })
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${series.title}?`,
      text: 'All dates that lie ahead are deleted. What has taken place stays.',
      confirm: 'Delete',
      danger: true,
    })
    if (sure && (await run(() => client.appointmentSeries.remove({ id: series.id }), { done: 'Deleted' }))) onDone()
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  )
}
