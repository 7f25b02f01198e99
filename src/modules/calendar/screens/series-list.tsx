import { Alert, Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DateTime } from 'luxon'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { toast } from '#ui/toast.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { ResourceFields } from './resource-fields.tsx'
import { useTypes } from './use-calendar.ts'

type Series = Awaited<ReturnType<typeof client.appointmentSeries.get>>

const rules = [
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

const choiceOf = (rule: string) =>
  /FREQ=MONTHLY;BYDAY/.test(rule)
    ? 'FREQ=MONTHLY;NTH'
    : (rules.find(one => rule.replace(/;BYDAY=.*/, '') === one.value)?.value ?? rule)

/** Services, classes and whatever else repeats by the clock on the wall. */
export function SeriesList() {
  const mayWrite = useMay('calendar.write')
  const detail = useDetail('series')
  const { date } = useFormat()
  const { table } = useList(api.appointmentSeries.list, { prefix: 's', live: ['calendar'] })
  const columns: Column<Series>[] = [
    { key: 'title', header: 'Title', width: '40%', name: one => one.title, render: one => one.title },
    {
      key: 'rule',
      header: 'Repeats',
      render: one => rules.find(each => each.value === choiceOf(one.rule))?.label ?? one.rule,
    },
    { key: 'conflicts', header: 'Conflicts', render: one => one.conflicts.map(at => date(String(at))).join(', ') },
  ]
  return (
    <>
      <DataTable
        label="repeating events"
        columns={columns}
        {...table}
        actions={
          mayWrite ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => detail.open('new')}
            >
              Add repeating event
            </Button>
          ) : undefined
        }
        onOpen={mayWrite ? one => detail.open(one.id) : undefined}
        empty={{
          title: 'Nothing repeats yet',
          text: 'Add your Sunday service, and no one can be booked while it takes place.',
        }}
      />
      {detail.id ? <SeriesDrawer key={detail.id} id={detail.id} onClose={detail.close} /> : null}
    </>
  )
}

function SeriesDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isNew = id === 'new'
  const { data } = useQuery(api.appointmentSeries.get.queryOptions({ input: { id }, enabled: !isNew }))
  if (!isNew && !data) return null
  return <SeriesForm series={data ?? null} onClose={onClose} />
}

function SeriesForm({ series, onClose }: { series: Series | null; onClose: () => void }) {
  const queries = useQueryClient()
  const types = (useTypes().data?.items ?? []).filter(one => one.assignment === 'seats')
  const form = useForm({
    initialValues: {
      title: series?.title ?? '',
      typeId: series?.typeId ?? null,
      startLocal: series?.startLocal ?? '',
      minutes: series?.minutes ?? 75,
      choice: series ? choiceOf(series.rule) : 'FREQ=WEEKLY',
      resourceIds: series?.resourceIds ?? [],
      blocksAll: series?.blocksAll ?? false,
      capacity: series?.capacity ?? ('' as number | ''),
      location: series?.location ?? '',
    },
  })
  async function save({ choice, capacity, ...values }: typeof form.values) {
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
        <Alert color="yellow" title="Some dates are without their room or host">
          It was taken by something else. Move one of the two, or choose another room for that date.
        </Alert>
      ) : null}
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Group grow align="start">
        <TextInput label="First time" required type="datetime-local" {...form.getInputProps('startLocal')} />
        <NumberInput label="Minutes" min={5} step={15} {...form.getInputProps('minutes')} />
      </Group>
      <Select
        label="Repeats"
        allowDeselect={false}
        data={
          rules.some(one => one.value === form.values.choice)
            ? rules
            : [...rules, { value: form.values.choice, label: form.values.choice }]
        }
        {...form.getInputProps('choice')}
        error={form.errors.rule}
      />
      <ResourceFields
        value={form.values.resourceIds}
        onChange={ids => form.setFieldValue('resourceIds', ids)}
        error={form.errors.resourceIds}
      />
      <TextInput label="Location" maxLength={300} {...form.getInputProps('location')} />
      {types.length > 0 ? (
        <Select
          label="Sign-up page"
          clearable
          data={types.map(one => ({ value: one.id, label: one.name }))}
          {...form.getInputProps('typeId')}
        />
      ) : null}
      <NumberInput label="Seats" min={1} {...form.getInputProps('capacity')} />
      <Checkbox label="No host can be booked meanwhile" {...form.getInputProps('blocksAll', { type: 'checkbox' })} />
    </FormDrawer>
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
