import { NativeSelect, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { statusLabel } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'
import { changedFields, hasChoices, listValues, workflowFields } from '../rules/standard-fields.ts'

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
const asked = (value: unknown, otherwise: string) => placeholderOf(value) ?? otherwise

/** One tag of the account. */
export function TagForm({ value, onChange }: FormProps) {
  const { data } = useQuery(api.tags.list.queryOptions({ input: {}, staleTime: 60_000 }))
  return (
    <Select
      label="Tag"
      searchable
      required
      placeholder={asked(value.tagId, 'Choose a tag')}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={textIn(value.tagId) || null}
      nothingFoundMessage="No results. Add tags under People, Tags and groups."
      onChange={tagId => onChange({ ...value, tagId: tagId ?? undefined })}
    />
  )
}

export function FieldForm({ value, onChange }: FormProps) {
  const field = textIn(value.field)
  const { data } = useQuery(api.people.facets.queryOptions({ input: {}, staleTime: 60_000 }))
  const known = listValues(field, data)
  const isFixed = hasChoices(field)
  const set = (next: string) => onChange({ ...value, value: next })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Field"
        required
        value={field}
        data={[
          { value: '', label: 'Choose a field' },
          ...Object.entries(workflowFields).map(([name, label]) => ({ value: name, label })),
        ]}
        onChange={event => onChange({ field: event.currentTarget.value || undefined, value: '' })}
      />
      {isFixed ? (
        <NativeSelect
          label="New value"
          value={textIn(value.value)}
          data={[{ value: '', label: 'Empty' }, ...known.map(one => ({ value: one, label: statusLabel(one) }))]}
          onChange={event => set(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label="New value"
          description="Leave it empty to clear the field."
          maxLength={200}
          value={textIn(value.value)}
          list={`known-${field}`}
          onChange={event => set(event.currentTarget.value)}
        />
      )}
      <datalist id={`known-${field}`}>
        {known.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </Stack>
  )
}

export const AssignForm = ({ value, onChange }: FormProps) => (
  <MemberSelect
    label="Assign to"
    required
    placeholder={asked(value.userId, 'Choose a member')}
    value={textIn(value.userId) || null}
    onChange={userId => onChange({ ...value, userId: userId ?? undefined })}
  />
)

export const NoteForm = ({ value, onChange }: FormProps) => (
  <Textarea
    label="Note"
    description="Staff see it on the person's page."
    required
    autosize
    minRows={3}
    maxRows={12}
    maxLength={5000}
    value={textIn(value.body)}
    onChange={event => onChange({ ...value, body: event.currentTarget.value })}
  />
)

export function TaskForm({ value, onChange }: FormProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Task"
        required
        maxLength={300}
        placeholder="Call them"
        value={textIn(value.title)}
        onChange={event => onChange({ ...value, title: event.currentTarget.value })}
      />
      <MemberSelect
        label="Assign to"
        placeholder={asked(value.assigneeId, 'Unassigned')}
        value={textIn(value.assigneeId) || null}
        onChange={assigneeId => onChange({ ...value, assigneeId })}
      />
      <NumberInput
        label="Due after how many days"
        description="0 is the same day. Leave it empty for no due date."
        min={0}
        max={365}
        allowDecimal={false}
        value={typeof value.dueInDays === 'number' ? value.dueInDays : ''}
        onChange={days => onChange({ ...value, dueInDays: days === '' ? null : Number(days) })}
      />
    </Stack>
  )
}

/** Which field starts a workflow when it changes, and to what. */
export const ChangedForm = ({ value, onChange }: FormProps) => (
  <Stack gap="sm">
    <NativeSelect
      label="Field"
      required
      value={textIn(value.field)}
      data={[
        { value: '', label: 'Choose a field' },
        ...Object.entries(changedFields).map(([name, label]) => ({ value: name, label })),
      ]}
      onChange={event => onChange({ ...value, field: event.currentTarget.value || undefined })}
    />
    <TextInput
      label="New value"
      description="Leave it empty for any change."
      maxLength={200}
      value={textIn(value.value)}
      onChange={event => onChange({ ...value, value: event.currentTarget.value || null })}
    />
  </Stack>
)
