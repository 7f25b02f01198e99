import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneText } from '#people/rules/phone-text.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { type Digit, digits, languages, type Menu, type MenuAction, type MenuKey, problemsFrom } from '../rules/ivr.ts'
import { MenuDrawing } from './menu-drawing.tsx'
import { KeyFields } from './menu-key.tsx'
import { MenuProblems } from './menu-problems.tsx'
import type { MenuData } from './number.tsx'

/** A key as it is typed: every field a string. */
export interface KeyDraft {
  key: Digit
  label: string
  does: MenuAction
  to: string
  userId: string
  text: string
  menuId: string
}
export interface MenuDraft extends Record<string, unknown> {
  name: string
  greeting: string
  language: string
  otherwiseTo: string
  keys: KeyDraft[]
}
export type MenuForm = UseFormReturnType<MenuDraft>

const emptyKey = (key: Digit): KeyDraft => ({
  key,
  label: '',
  does: 'forward',
  to: '',
  userId: '',
  text: '',
  menuId: '',
})

const draftOf = (menu: MenuData['items'][number] | undefined, language: string): MenuDraft => ({
  name: menu?.name ?? '',
  greeting: menu?.greeting ?? '',
  language: menu?.language ?? language,
  otherwiseTo: menu?.otherwiseTo ? phoneText(menu.otherwiseTo) : '',
  keys: (menu?.keys ?? []).map(one => ({
    key: one.key,
    label: one.label,
    does: one.does,
    to: one.to ? phoneText(one.to) : '',
    userId: one.userId ?? '',
    text: one.text ?? '',
    menuId: one.menuId ?? '',
  })),
})

const keyOf = ({ key, label, does, to, userId, text, menuId }: KeyDraft): MenuKey => ({
  key,
  label,
  does,
  ...(does === 'forward' && to && { to }),
  ...(does === 'voicemail' && userId && { userId }),
  ...(does === 'say' && text && { text }),
  ...(does === 'menu' && menuId && { menuId }),
})

interface EditorProps {
  data: MenuData
  /** Absent: a new one. */
  menu?: MenuData['items'][number]
  opened: boolean
  onClose: () => void
}

/** What callers hear and may press, with the drawing of it while it is written. */
export function MenuEditor({ data, menu, opened, onClose }: EditorProps) {
  const queries = useQueryClient()
  const { account } = useMe()
  const [fresh] = useState(newId)
  const form = useForm<MenuDraft>({
    initialValues: draftOf(menu, account.locale in languages ? account.locale : 'en-US'),
  })
  const save = async ({ name, greeting, language, otherwiseTo, keys }: MenuDraft) => {
    const given = { name, greeting, language, otherwiseTo: otherwiseTo || null, keys: keys.map(keyOf) }
    if (menu) await client.voiceMenus.update({ id: menu.id, version: menu.version, ...given })
    else await client.voiceMenus.create({ key: fresh, ...given })
    await queries.invalidateQueries({ queryKey: api.voiceMenus.key() })
    toast('Saved')
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={menu ? menu.name : 'New menu'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      <Words form={form} />
      <Keys form={form} data={data} own={menu?.id ?? fresh} />
      <TextInput
        type="tel"
        label="After two wrong or missing keys, forward to (optional)"
        description="If empty, the caller can leave a message."
        {...form.getInputProps('otherwiseTo')}
      />
      <Live form={form} data={data} own={menu?.id ?? fresh} />
    </FormDrawer>
  )
}

const Words = ({ form }: { form: MenuForm }) => (
  <>
    <TextInput label="Name" maxLength={60} placeholder="Main menu" {...form.getInputProps('name')} />
    <Textarea
      label="What callers hear"
      autosize
      minRows={3}
      maxLength={600}
      placeholder="Thank you for calling. For the office press 1. For service times press 2."
      {...form.getInputProps('greeting')}
    />
    <NativeSelect
      label="Voice language"
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('language')}
    />
  </>
)

interface PartProps {
  form: MenuForm
  data: MenuData
  own: string
}

function Keys({ form, data, own }: PartProps) {
  const { keys } = form.values
  const free = [...digits.slice(1), '0' as const].find(digit => !keys.some(one => one.key === digit))
  return (
    <Stack gap="sm" role="group" aria-label="Keys">
      <Text fw={550}>Keys</Text>
      {keys.map((_, i) => (
        // Keys have no name of their own, and are only ever added at the end.
        <KeyFields key={i} form={form} at={i} data={data} own={own} />
      ))}
      {free ? (
        <Button variant="default" onClick={() => form.insertListItem('keys', emptyKey(free))}>
          Add a key
        </Button>
      ) : null}
    </Stack>
  )
}

/** As callers will find it, from this menu on. */
function Live({ form, data, own }: PartProps) {
  const { name, greeting, language, otherwiseTo, keys } = form.values
  if (keys.length === 0) return null
  const draft: Menu = {
    id: own,
    name,
    greeting,
    language,
    keys: keys.map(keyOf),
    otherwiseTo: otherwiseTo || null,
  }
  const items = [...data.items.filter(one => one.id !== own), draft]
  return (
    <Stack gap="xs" component="section" aria-label="Drawing">
      <Text fw={550}>Diagram</Text>
      <MenuDrawing data={{ items, members: data.members }} root={own} />
      <MenuProblems items={problemsFrom(items, own)} />
    </Stack>
  )
}
