import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import {
  type IncidentState,
  impacts,
  impactWords,
  incidentStates,
  type Service,
  services,
  stateWords,
} from '../incidents/rules.ts'
import type { Incident } from './incident-log.tsx'

interface IncidentFormProps {
  opened: boolean
  /** null for a new one */
  incident: Incident | null
  onClose: () => void
}

const blank = (value: string) => value.trim() === ''

function useIncidentForm(incident: Incident | null) {
  const { timeZone } = useFormat()
  const queries = useQueryClient()
  const [id, setId] = useState(newId)
  const form = useForm({
    initialValues: {
      title: incident?.title ?? '',
      impact: incident?.impact ?? ('minor' as Incident['impact']),
      services: (incident?.services ?? []) as string[],
      startedAt: incident ? clockTime(incident.startedAt, timeZone) : '',
      state: 'investigating' as IncidentState,
      words: '',
    },
    validate: {
      title: value => (blank(value) ? 'Please describe the problem' : null),
      services: value => (value.length === 0 ? 'Please choose the affected services' : null),
      words: value => (!incident && blank(value) ? 'Please enter an update' : null),
    },
  })
  async function save({ startedAt, state, words, ...values }: typeof form.values) {
    const facts = {
      ...values,
      services: values.services as Service[],
      ...(startedAt && { startedAt: instantAt(startedAt, timeZone) }),
    }
    if (incident) await client.incidents.update({ id: incident.id, version: incident.version, ...facts })
    else await client.incidents.create({ id, ...facts, state, words })
    setId(newId())
    await queries.invalidateQueries({ queryKey: api.incidents.key() })
    toast(incident ? 'Saved' : 'Published on the status page')
  }
  return { form, save }
}

export function IncidentForm({ opened, incident, onClose }: IncidentFormProps) {
  const { form, save } = useIncidentForm(incident)
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={incident ? 'Edit incident' : 'New incident'}
      form={form}
      onSubmit={save}
      submitLabel={incident ? 'Save' : 'Publish'}
    >
      <TextInput
        label="Problem"
        description="One line for visitors."
        required
        data-autofocus
        maxLength={160}
        {...form.getInputProps('title')}
      />
      <NativeSelect
        label="Severity"
        data={impacts.map(value => ({ value, label: impactWords[value] }))}
        {...form.getInputProps('impact')}
      />
      <Checkbox.Group label="Affected services" required {...form.getInputProps('services')}>
        <Stack gap="xs" mt={4}>
          {services.map(service => (
            <Checkbox key={service} value={service} label={service} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label="Since"
        description={incident ? undefined : 'Leave empty for now.'}
        type="datetime-local"
        {...form.getInputProps('startedAt')}
      />
      {incident ? null : <FirstWord form={form} />}
    </FormDrawer>
  )
}

type Form = ReturnType<typeof useIncidentForm>['form']

/** A new incident comes with the first thing that is said about it. */
function FirstWord({ form }: { form: Form }) {
  return (
    <>
      <NativeSelect
        label="Status"
        data={incidentStates.map(value => ({ value, label: stateWords[value] }))}
        {...form.getInputProps('state')}
      />
      <Textarea label="Details" required autosize minRows={4} maxLength={5_000} {...form.getInputProps('words')} />
    </>
  )
}
