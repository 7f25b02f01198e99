import { ActionIcon, Group, NativeSelect, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { actionNames, digits, menuActions } from '../rules/ivr.ts'
import type { MenuForm } from './menu-editor.tsx'
import type { MenuData } from './number.tsx'
import classes from './twilio.module.css'

interface KeyProps {
  form: MenuForm
  at: number
  data: MenuData
  /** The menu that it stands in. */
  own: string
}

/** One key: which, what for, and what it does. */
export function KeyFields({ form, at, data, own }: KeyProps) {
  const one = form.values.keys[at]!
  const field = (name: string) => form.getInputProps(`keys.${at}.${name}`)
  return (
    <Paper withBorder p="sm" component="fieldset" className={classes.keyBox} aria-label={`Key ${one.key}`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <NativeSelect label="Key" data={[...digits]} {...field('key')} />
          <TextInput
            label="For"
            placeholder="Service times"
            maxLength={60}
            className={classes.grow}
            {...field('label')}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="input-sm"
            aria-label={`Remove key ${one.key}`}
            onClick={() => form.removeListItem('keys', at)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
        <NativeSelect
          label="What it does"
          data={menuActions.map(value => ({ value, label: actionNames[value] }))}
          {...field('does')}
        />
        <What form={form} at={at} data={data} own={own} />
      </Stack>
    </Paper>
  )
}

/** What the chosen action needs to know. */
function What({ form, at, data, own }: KeyProps) {
  const field = (name: string) => form.getInputProps(`keys.${at}.${name}`)
  const { does } = form.values.keys[at]!
  if (does === 'forward') return <TextInput type="tel" label="Phone" placeholder="(512) 555-0143" {...field('to')} />
  if (does === 'say') return <Textarea label="Text" autosize minRows={2} maxLength={600} {...field('text')} />
  if (does === 'voicemail')
    return (
      <NativeSelect
        label="Voicemail of"
        data={[{ value: '', label: 'The church' }, ...data.members.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('userId')}
      />
    )
  if (does !== 'menu') return null
  const others = data.items.filter(menu => menu.id !== own)
  return (
    <NativeSelect
      label="Menu"
      description={others.length === 0 ? 'Save this menu first, then add the other one.' : undefined}
      data={[{ value: '', label: 'Choose a menu' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
      {...field('menuId')}
    />
  )
}
