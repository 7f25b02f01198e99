import { NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { type IncidentState, incidentStates, stateWords } from '../incidents/rules.ts'
import type { Incident } from './incident-log.tsx'

/** One more word on an incident; "Resolved" closes it. */
export function IncidentUpdate({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const queries = useQueryClient()
  const [updateId] = useState(newId)
  const form = useForm({
    initialValues: { state: incident.state as IncidentState, words: '' },
    validate: { words: value => (value.trim() ? null : 'Please enter an update') },
  })
  async function save(values: typeof form.values) {
    await client.incidents.postUpdate({ id: incident.id, updateId, ...values })
    await queries.invalidateQueries({ queryKey: api.incidents.key() })
    toast(values.state === 'resolved' ? 'Resolved' : 'Published on the status page')
  }
  return (
    <FormDrawer opened onClose={onClose} title={incident.title} form={form} onSubmit={save} submitLabel="Publish">
      <NativeSelect
        label="Status"
        data={incidentStates.map(value => ({ value, label: stateWords[value] }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label="Details"
        required
        data-autofocus
        autosize
        minRows={4}
        maxLength={5_000}
        {...form.getInputProps('words')}
      />
    </FormDrawer>
  )
}
