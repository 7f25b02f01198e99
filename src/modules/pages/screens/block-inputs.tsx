import {
  ActionIcon,
  Button,
  Group,
  Loader,
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
import { keyed } from '#kernel/modules.ts'
import { type Picked, VersePicker } from '#scripture/widgets/verse-picker.tsx'
import { api } from '#web/api.ts'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { useMay } from '#web/me.tsx'
import { safeHref } from '../rules/blocks.ts'
import type { Input } from '../rules/field-list.ts'
import { PictureInput } from './picture-input.tsx'
import { useTyped } from './use-typed.ts'

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
  switch (input.kind) {
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
    case 'campaign':
      return <CampaignSelect label={label} value={value as string | null} onChange={set} />
    case 'member':
      return <MemberSelect label={label} value={value as string | null} onChange={set} />
    case 'section':
      return <SectionSelect label={label} value={value as string | null} onChange={set} />
    case 'picture':
      return <PictureInput values={values} onChange={onChange} />
    case 'verse':
      return <VersePicker value={values as unknown as Picked} onChange={next => onChange({ ...next })} />
    case 'plugged':
      return <Plugged kind={String(values.kind)} value={(value as Values | undefined) ?? {}} onChange={set} />
    case 'items':
      return <Items input={input} value={(value as Values[] | undefined) ?? []} onChange={set} />
    default:
      return <Typed kind={input.kind} label={label} text={typeof value === 'string' ? value : ''} onChange={set} />
  }
}

const hints = {
  words: '**bold**, *italic*, - list, [words](address)',
  code: 'Runs in a frame of its own, without access to your site or its visitors.',
} as const

interface TypedProps {
  kind: 'line' | 'words' | 'href' | 'moment' | 'code'
  label: string
  text: string
  onChange: (text: string) => void
}
/** What is typed. */
function Typed({ kind, label, text, onChange }: TypedProps) {
  const { value, type, flush } = useTyped(text, onChange)
  if (kind === 'words' || kind === 'code')
    return (
      <Textarea
        label={label}
        description={hints[kind]}
        autosize
        minRows={kind === 'code' ? 6 : 3}
        maxRows={16}
        value={value}
        onChange={event => type(event.currentTarget.value)}
        onBlur={flush}
      />
    )
  if (kind === 'moment')
    return (
      <TextInput
        type="datetime-local"
        label={label}
        description="On clocks at your church"
        value={text}
        onChange={event => event.currentTarget.value && onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      label={label}
      {...(kind === 'href' && { placeholder: 'https://… or /c/…' })}
      error={kind === 'href' && value && !safeHref(value) ? 'This address leads nowhere' : undefined}
      value={value}
      onChange={event => type(event.currentTarget.value)}
      onBlur={flush}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}
/** Public campaigns; none: the church's own giving page. */
function CampaignSelect({ label, value, onChange }: ChoiceProps) {
  const may = useMay('giving.summary')
  const { data } = useQuery(api.givingCampaigns.list.queryOptions({ input: {}, enabled: may }))
  const open = (data?.items ?? []).filter(one => one.visibility === 'public')
  return (
    <Select
      label={label}
      placeholder="All giving"
      clearable
      data={open.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
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

/** The form that the module of the block brings. */
function Plugged({ kind, ...props }: { kind: string; value: Values; onChange: (value: Values) => void }) {
  const form = keyed('pageBlocks').get(kind)?.form
  return form ? <LazyWidget load={form} props={props} fallback={<Loader size="sm" />} /> : null
}

interface ItemsProps {
  input: Extract<Input, { kind: 'items' }>
  value: Values[]
  onChange: (items: Values[]) => void
}
function Items({ input: { label, one, most, inputs, beginning }, value, onChange }: ItemsProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {value.map((item, i) => (
        <Paper key={i} withBorder p="xs">
          <ItemActions one={one} at={i} value={value} onChange={onChange} />
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

interface ItemActionsProps extends Omit<ItemsProps, 'input'> {
  one: string
  at: number
}
function ItemActions({ one, at, value, onChange }: ItemActionsProps) {
  const move = (to: number) => onChange(value.toSpliced(at, 1).toSpliced(to, 0, value[at]!))
  const name = `${one} ${at + 1}`
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Group justify="flex-end" gap={4}>
      <ActionIcon variant="subtle" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at - 1)}>
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${name} down`}
        disabled={at === value.length - 1}
        onClick={() => move(at + 1)}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${name}`}
        onClick={() => onChange(value.toSpliced(at, 1))}
      >
        <IconTrash {...icon} />
      </ActionIcon>
    </Group>
  )
}
