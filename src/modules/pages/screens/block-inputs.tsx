import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { api } from '#web/api.ts'
import { safeHref } from '../rules/blocks.ts'
import type { Input } from '../rules/field-list.ts'
import { PictureInput } from './picture-input.tsx'

export type Values = Record<string, unknown>
interface InputsProps {
  inputs: readonly Input[]
  values: Values
  onChange: (changes: Values) => void
}

/** The properties of a block, or of one item of its list. */
export const Inputs = ({ inputs, values, onChange }: InputsProps) => (
  <Stack gap="sm">
    {inputs.map(input => (
      <One key={input.key} input={input} values={values} onChange={onChange} />
    ))}
  </Stack>
)

interface OneProps {
  input: Input
  values: Values
  onChange: (changes: Values) => void
}
function One({ input, values, onChange }: OneProps) {
  const { key, label } = input
  const value = values[key]
  const set = (next: unknown) => onChange({ [key]: next })
  const text = typeof value === 'string' ? value : ''
  switch (input.kind) {
    case 'line':
      return <TextInput label={label} value={text} onChange={event => set(event.currentTarget.value)} />
    case 'words':
      return (
        <Textarea
          label={label}
          description="**bold**, *italic*, - list, [words](address)"
          autosize
          minRows={3}
          maxRows={16}
          value={text}
          onChange={event => set(event.currentTarget.value)}
        />
      )
    case 'code':
      return (
        <Textarea
          label={label}
          description="Runs in a frame of its own, without access to your site or its visitors."
          autosize
          minRows={6}
          maxRows={20}
          value={text}
          onChange={event => set(event.currentTarget.value)}
        />
      )
    case 'href':
      return (
        <TextInput
          label={label}
          placeholder="https://… or /c/…"
          value={text}
          error={text && !safeHref(text) ? 'This address leads nowhere' : undefined}
          onChange={event => set(event.currentTarget.value)}
        />
      )
    case 'moment':
      return (
        <TextInput
          type="datetime-local"
          label={label}
          description="On clocks at your church"
          value={text}
          onChange={event => event.currentTarget.value && set(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          min={input.min}
          max={input.max}
          clampBehavior="strict"
          value={value as number}
          onChange={next => typeof next === 'number' && set(next)}
        />
      )
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={event => set(event.currentTarget.checked)} />
    case 'select':
      return (
        <Select
          label={label}
          allowDeselect={false}
          data={input.options.map(one => ({ value: String(one.value), label: one.label }))}
          value={String(value)}
          onChange={chosen => set(input.options.find(one => String(one.value) === chosen)?.value)}
        />
      )
    case 'form':
      return <FormSelect label={label} value={value as string | null} onChange={set} />
    case 'member':
      return <MemberSelect label={label} value={value as string | null} onChange={set} />
    case 'section':
      return <SectionSelect label={label} value={value as string | null} onChange={set} />
    case 'picture':
      return <PictureInput values={values} onChange={onChange} />
    case 'items':
      return <Items input={input} value={(value as Values[] | undefined) ?? []} onChange={set} />
  }
}

interface ChoiceProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}
function FormSelect({ label, value, onChange }: ChoiceProps) {
  const { data } = useQuery(api.forms.list.queryOptions({ input: { limit: 100, sort: 'name' } }))
  return (
    <Select
      label={label}
      placeholder="Choose a form"
      searchable
      nothingFoundMessage="No form with this name"
      data={(data?.items ?? []).map(({ id, name, live }) => ({
        value: id,
        label: live ? name : `${name} (not published)`,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
function MemberSelect({ label, value, onChange }: ChoiceProps) {
  const { members } = useMembers()
  return (
    <Select
      label={label}
      placeholder="Choose a team member"
      searchable
      data={members.map(({ userId, name, email }) => ({ value: userId, label: name || email }))}
      value={value}
      onChange={onChange}
    />
  )
}
function SectionSelect({ label, value, onChange }: ChoiceProps) {
  const { data } = useQuery(api.pageSections.list.queryOptions({ input: {} }))
  return (
    <Select
      label={label}
      description="Changed once, it changes on every page that shows it."
      placeholder="Choose a section"
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

interface ItemsProps {
  input: Extract<Input, { kind: 'items' }>
  value: Values[]
  onChange: (items: Values[]) => void
}
function Items({ input: { label, one, most, inputs, beginning }, value, onChange }: ItemsProps) {
  const swap = (from: number, to: number) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {value.map((item, i) => (
        <Paper key={i} withBorder p="xs">
          <Group justify="flex-end" gap={4}>
            <ActionIcon
              variant="subtle"
              aria-label={`Move ${one} ${i + 1} up`}
              disabled={i === 0}
              onClick={() => swap(i, i - 1)}
            >
              <IconArrowUp size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={`Move ${one} ${i + 1} down`}
              disabled={i === value.length - 1}
              onClick={() => swap(i, i + 1)}
            >
              <IconArrowDown size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${one} ${i + 1}`}
              onClick={() => onChange(value.toSpliced(i, 1))}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </Group>
          <Inputs
            inputs={inputs}
            values={item}
            onChange={changes => onChange(value.toSpliced(i, 1, { ...item, ...changes }))}
          />
        </Paper>
      ))}
      <Button
        variant="default"
        size="xs"
        disabled={value.length >= most}
        onClick={() => onChange([...value, { ...beginning }])}
      >
        Add {one}
      </Button>
    </Stack>
  )
}
