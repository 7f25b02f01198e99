import {
  ActionIcon,
  Autocomplete,
  Button,
  Code,
  CopyButton,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type CustomType, customTypeNames, customTypes, isList } from '../fields/rules/types.ts'
import classes from './field-form.module.css'
import { useCustomFields } from './use-custom-fields.ts'

export type Field = Awaited<ReturnType<typeof client.personFields.list>>['items'][number]

const fresh = {
  label: '',
  type: 'text' as CustomType,
  options: [] as { id?: string; label: string; uid: string }[],
  help: '',
  group: '',
  isPrivate: false,
}
type Values = typeof fresh
type Form = UseFormReturnType<Values>

const valuesOf = ({ label, type, options, help, group, isPrivate }: Field): Values => ({
  label,
  type,
  help,
  group,
  isPrivate,
  options: options.map(option => ({ ...option, uid: option.id })),
})

const newOption = () => ({ label: '', uid: newId() })

function problemsOf({ label, type, options }: Values): Record<string, string> {
  const given = options.map(option => option.label.trim().toLowerCase()).filter(Boolean)
  return {
    ...(!label.trim() && { label: 'Please enter a name' }),
    ...(isList(type) && given.length === 0 && { options: 'Please add some answers' }),
    ...(isList(type) && new Set(given).size < given.length && { options: 'Two answers are the same' }),
  }
}

interface FieldFormProps {
  /** null makes a new one */
  field: Field | null
  onClose: () => void
  /** what it begins with, where something is known */
  begin?: Partial<Pick<Values, 'label' | 'type'>>
  onSaved?: (field: Field) => void
}

export function FieldForm({ field, onClose, begin, onSaved }: FieldFormProps) {
  const queries = useQueryClient()
  const form = useForm<Values>({
    initialValues: field ? valuesOf(field) : { ...fresh, ...begin },
    validate: problemsOf,
  })
  async function save({ type, options, ...values }: Values) {
    const words = {
      ...values,
      options: options.filter(({ label }) => label.trim()).map(({ id, label }) => ({ id, label })),
    }
    const saved = field
      ? await client.personFields.update({ ...words, id: field.id, version: field.version })
      : await client.personFields.create({ ...words, type })
    await queries.invalidateQueries({ queryKey: api.personFields.key() })
    toast(field ? 'Saved' : `${saved.label} was added`)
    onSaved?.(saved)
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={field ? `Edit ${field.label}` : 'New field'}
      form={form}
      onSubmit={save}
      submitLabel={field ? 'Save' : 'Add field'}
    >
      <Inputs form={form} field={field} />
    </FormDrawer>
  )
}

const Inputs = ({ form, field }: { form: Form; field: Field | null }) => (
  <>
    <TextInput
      label="Name"
      placeholder="T-shirt size"
      required
      data-autofocus
      maxLength={80}
      {...form.getInputProps('label')}
    />
    <NativeSelect
      label="Type"
      description={field ? 'The type can’t be changed, so that no values are lost.' : undefined}
      disabled={field !== null}
      data={customTypes.map(value => ({ value, label: customTypeNames[value] }))}
      {...form.getInputProps('type')}
      onChange={event => begun(form, event.currentTarget.value as CustomType)}
    />
    {isList(form.values.type) ? <Options form={form} /> : null}
    <TextInput label="Help" description="Shown below the field." maxLength={300} {...form.getInputProps('help')} />
    <Heading form={form} />
    <Private form={form} />
    {field ? <InMessages field={field} /> : null}
  </>
)

/** A list begins with room for two answers. */
function begun(form: Form, type: CustomType) {
  const { options } = form.values
  form.setValues({ type, ...(isList(type) && options.length === 0 && { options: [newOption(), newOption()] }) })
}

function Heading({ form }: { form: Form }) {
  const { fields } = useCustomFields()
  const groups = [...new Set(fields.map(({ group }) => group).filter(Boolean))]
  return (
    <Autocomplete
      label="Heading"
      description="Fields with the same heading are shown together on a person’s page."
      placeholder="Baptism, Children…"
      maxLength={60}
      data={groups}
      {...form.getInputProps('group')}
    />
  )
}

function Private({ form }: { form: Form }) {
  const mayRead = useMay('pastoral.read')
  if (!mayRead) return null
  return (
    <Switch
      label="Only for people who can read pastoral notes"
      description="Nobody else can see it on the person’s page or in lists, segments and exports. It can’t be used in messages."
      {...form.getInputProps('isPrivate', { type: 'checkbox' })}
    />
  )
}

/** How it is written in a message. */
function InMessages({ field }: { field: Field }) {
  const tag = `{custom.${field.key}}`
  if (field.isPrivate) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        In messages
      </Text>
      <Code>{tag}</Code>
      <CopyButton value={tag}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

const icon = { size: 16, stroke: 1.75 }

/** The answers of a list: renamed, moved, added; people who gave one keep it. */
function Options({ form }: { form: Form }) {
  const { options } = form.values
  return (
    <Fieldset variant="unstyled" legend="Answers">
      <Stack gap="xs">
        {options.map(({ uid }, i) => (
          <Option key={uid} form={form} at={i} />
        ))}
        {form.errors.options ? (
          <Text size="xs" c="red" role="alert">
            {form.errors.options}
          </Text>
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          disabled={options.length >= 100}
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => form.insertListItem('options', newOption())}
        >
          Add an answer
        </Button>
      </Stack>
    </Fieldset>
  )
}

function Option({ form, at }: { form: Form; at: number }) {
  const { options } = form.values
  const move = (to: number) => form.reorderListItem('options', { from: at, to })
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        className={classes.grow}
        aria-label={`Answer ${at + 1}`}
        maxLength={100}
        value={options[at]!.label}
        onChange={event => form.setFieldValue(`options.${at}.label`, event.currentTarget.value)}
      />
      <ActionIcon size={36} aria-label={`Move answer ${at + 1} up`} disabled={at === 0} onClick={() => move(at - 1)}>
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        size={36}
        aria-label={`Move answer ${at + 1} down`}
        disabled={at === options.length - 1}
        onClick={() => move(at + 1)}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon size={36} aria-label={`Remove answer ${at + 1}`} onClick={() => form.removeListItem('options', at)}>
        <IconTrash {...icon} />
      </ActionIcon>
    </Group>
  )
}
