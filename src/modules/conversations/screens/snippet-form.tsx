import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import { mailTags } from '#messaging/rules/merge-tags.ts'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import { confirm } from '#ui/confirm.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { client } from '#web/api.ts'
import { answerTags } from '../rules/saved.ts'
import { type Snippet, useSavedAct } from './use-saved.ts'

/** The dialog belongs to the composer, whose form must not hear of it. */
export const apart = (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.stopPropagation()
  submit(event)
}

export function SnippetForm({ snippet, onDone }: { snippet: Snippet | null; onDone: () => void }) {
  const act = useSavedAct()
  const { name = '', shortcut = '', text = '' } = snippet ?? {}
  const form = useForm({ initialValues: { name, shortcut, text } })
  const save = async (values: typeof form.values) => {
    const saving = snippet
      ? client.snippets.update({ id: snippet.id, version: snippet.version, ...values })
      : client.snippets.create(values)
    const refused = await saving.then(
      () => null,
      error => error,
    )
    const errors = refused ? fieldErrors(refused) : {}
    form.setErrors(errors)
    // What belongs to a field is said there.
    if (Object.keys(errors).length > 0) return
    if (await act(() => (refused ? Promise.reject(refused) : Promise.resolve()), 'Saved')) onDone()
  }
  return (
    <form noValidate onSubmit={apart(form.onSubmit(values => void save(values)))}>
      <Stack gap="sm">
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <TextInput label="Shortcut" description="Type / and this in a message" {...form.getInputProps('shortcut')} />
        <Textarea label="Text" required autosize minRows={4} maxRows={12} {...form.getInputProps('text')} />
        <Tags onPick={tag => form.setFieldValue('text', form.values.text + tag)} />
        <SavedFoot
          what={snippet && `the saved reply “${snippet.name}”`}
          onDone={onDone}
          onRemove={() => act(() => client.snippets.remove({ id: snippet!.id }), 'Deleted')}
        />
      </Stack>
    </form>
  )
}

/** What may stand for something in an answer: the server's tags, and the church's own fields. */
function Tags({ onPick }: { onPick: (tag: string) => void }) {
  const { fields } = useCustomFields()
  const own = fields.filter(({ isPrivate }) => !isPrivate)
  const all = [
    ...answerTags.map(tag => ({ tag: tag as string, text: `{${tag}}`, label: mailTags[tag].label as string })),
    ...own.map(({ key, label }) => ({ tag: `custom.${key}`, text: label, label })),
  ]
  return (
    <Group gap="xs">
      {all.map(({ tag, text, label }) => (
        <Button
          key={tag}
          size="compact-xs"
          variant="default"
          title={`${label}; use {${tag}|…} for a fallback`}
          onClick={() => onPick(`{${tag}}`)}
        >
          {text}
        </Button>
      ))}
    </Group>
  )
}

interface SavedFootProps {
  /** what would be deleted; null where it is new */
  what: string | null
  onDone: () => void
  onRemove: () => Promise<boolean>
}

export function SavedFoot({ what, onDone, onRemove }: SavedFootProps) {
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${what}?`,
      text: 'Messages that were sent stay.',
      confirm: 'Delete',
      danger: true,
    })
    if (sure && (await onRemove())) onDone()
  }
  return (
    <Group>
      {what ? (
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          Delete
        </Button>
      ) : null}
      <Button variant="default" ml="auto" onClick={onDone}>
        Back
      </Button>
      <Button type="submit">Save</Button>
    </Group>
  )
}
