import { Alert, Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { newId } from '#ui/new-id.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type EntryType, typeNames } from '../rules/options.ts'
import type { Entry } from './use-content-calendar.ts'

/** A new entry on a day, of a type; or one that is there. */
export type Opened = { id: string } | { date: string; type: EntryType }
interface EntryDialogProps {
  opened: Opened | null
  mayWrite: boolean
  onClose: () => void
}
export function EntryDialog({ opened, mayWrite, onClose }: EntryDialogProps) {
  const id = opened && 'id' in opened ? opened.id : null
  const found = useQuery(api.contentCalendar.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  const entry = id ? found.data : undefined
  const title = id
    ? 'Edit entry'
    : opened && 'type' in opened && opened.type === 'theme'
      ? 'Add Biblical Theme'
      : 'Add to calendar'
  return (
    <Modal opened={opened !== null} onClose={onClose} title={title}>
      {opened && (!id || entry) && (
        <EntryForm
          key={id ?? 'new'}
          entry={entry}
          fresh={'date' in opened ? opened : null}
          mayWrite={mayWrite}
          onDone={onClose}
        />
      )}
    </Modal>
  )
}

const lines = (text: string) =>
  text
    .split('\n')
    .map(one => one.trim())
    .filter(Boolean)

interface Values {
  title: string
  description: string
  type: EntryType
  date: string
  endDate: string
  /** One on each line. */
  contentSuggestions: string
  bibleVerses: string
}
const valuesOf = (entry: Entry | undefined, fresh: { date: string; type: EntryType } | null): Values => ({
  title: entry?.title ?? '',
  description: entry?.description ?? '',
  type: entry?.type ?? fresh?.type ?? 'event',
  date: entry?.date ?? fresh?.date ?? '',
  endDate: entry?.endDate ?? '',
  contentSuggestions: (entry?.contentSuggestions ?? []).join('\n'),
  bibleVerses: (entry?.bibleVerses ?? []).join('\n'),
})

interface EntryFormProps {
  entry: Entry | undefined
  fresh: { date: string; type: EntryType } | null
  mayWrite: boolean
  onDone: () => void
}
function EntryForm({ entry, fresh, mayWrite, onDone }: EntryFormProps) {
  const [id] = useState(() => entry?.id ?? newId())
  const form = useForm<Values>({
    initialValues: valuesOf(entry, fresh),
    validate: { title: value => (value.trim() ? null : 'Title is required') },
  })
  const { run, busy, problem } = useMutate({ keys: [api.contentCalendar.key()], form })
  const submit = form.onSubmit(({ contentSuggestions, bibleVerses, endDate, ...values }) => {
    const words = {
      ...values,
      endDate: endDate || null,
      contentSuggestions: lines(contentSuggestions),
      bibleVerses: lines(bibleVerses),
    }
    return run(
      async () => {
        await (entry
          ? client.contentCalendar.update({ id, version: entry.version, ...words })
          : client.contentCalendar.create({ id, ...words }))
        onDone()
      },
      { done: 'Saved' },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Fields form={form} entry={entry} mayWrite={mayWrite} />
        {problem ? <Alert color="red">{messageOf(problem)}</Alert> : null}
        {mayWrite && (
          <Group justify="space-between">
            {entry ? <RemoveButton id={id} onDone={onDone} /> : <span />}
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

type Form = UseFormReturnType<Values>
const Fields = ({ form, entry, mayWrite }: Pick<EntryFormProps, 'entry' | 'mayWrite'> & { form: Form }) => (
  <>
    <TextInput label="Title" required readOnly={!mayWrite} {...form.getInputProps('title')} />
    <Select
      label="Type"
      allowDeselect={false}
      data={Object.entries(typeNames).map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('type')}
    />
    <Group grow align="flex-start">
      <TextInput
        type="date"
        label="Date"
        description={entry?.rule ? 'Comes back each year by its rule' : undefined}
        readOnly={Boolean(entry?.rule)}
        {...form.getInputProps('date')}
      />
      {!entry?.rule && <TextInput type="date" label="Last day" {...form.getInputProps('endDate')} />}
    </Group>
    <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
    <Textarea
      label="Content ideas"
      description="One on each line"
      autosize
      minRows={2}
      {...form.getInputProps('contentSuggestions')}
    />
    <Textarea
      label="Bible verses"
      description="One on each line, such as Isaiah 9:2"
      autosize
      minRows={2}
      {...form.getInputProps('bibleVerses')}
    />
  </>
)

function RemoveButton({ id, onDone }: { id: string; onDone: () => void }) {
  const { run } = useMutate({ keys: [api.contentCalendar.key()] })
  const remove = () =>
    run(
      async () => {
        await client.contentCalendar.remove({ id })
        onDone()
      },
      { done: 'Moved to the trash', undo: () => client.contentCalendar.restore({ id }) },
    )
  return (
    <Button variant="default" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  )
}
