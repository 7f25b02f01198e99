import { Button, Drawer, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { type ScriptLanguage, scriptLanguages } from '../rules/languages.ts'
import { lintScript, type ScriptProblem, scriptTags } from '../rules/script.ts'
import { categoryLabels, scriptCategories } from '../rules/states.ts'
import { secondsOfCall } from '../rules/timing.ts'
import { useLengthWords } from '../widgets/use-length-words.ts'
import { RecordingField } from './recording-field.tsx'

export type Script = Awaited<ReturnType<typeof client.voiceScripts.get>>

const categories = scriptCategories.map(value => ({ value, label: categoryLabels[value] }))
const languages = Object.entries(scriptLanguages).map(([value, label]) => ({ value, label }))

/** Writes a script, new or known. */
export function ScriptEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({
    ...api.voiceScripts.get.queryOptions({ input: { id } }),
    enabled: !isNew,
    staleTime: 0,
    gcTime: 0,
  })
  if (isNew || data) return <ScriptForm script={data} onClose={onClose} />
  return (
    <Drawer opened onClose={onClose} title="Edit script" size="lg">
      {error ? (
        <ErrorPanel error={error} what="this script" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Drawer>
  )
}

const toValues = (script: Script | undefined) => ({
  name: script?.name ?? '',
  category: script?.category ?? ('announcement' as Script['category']),
  language: (script?.language ?? 'en-US') as ScriptLanguage,
  content: script?.content ?? 'This is {church}. ',
  voicemail: script?.voicemail ?? '',
  recordingId: script?.recordingId ?? null,
  /** Of the recording, as far as it is known here. */
  recorded: 0,
})
type Values = ReturnType<typeof toValues>
export type ScriptForm = UseFormReturnType<Values>

function ScriptForm({ script: given, onClose }: { script: Script | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const { user, account } = useMe()
  const lengthWords = useLengthWords()
  // Fetched again while it is open, it is still the one that was being edited.
  const { current: script } = useRef(given)
  const form = useForm<Values>({ initialValues: toValues(script) })
  const { values } = form
  const hasRecording = values.recordingId !== null
  const problems = lintScript({ ...values, content: hasRecording ? '' : values.content, hasRecording }, account.name)
  const save = async ({ recorded: _, ...fields }: Values) => {
    // A recording is played instead of words.
    const input = fields.recordingId ? { ...fields, content: '' } : fields
    if (script) await client.voiceScripts.update({ id: script.id, version: script.version, ...input })
    else await client.voiceScripts.create(input)
    await queries.invalidateQueries({ queryKey: api.voiceScripts.key() })
    toast('Saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={script ? 'Edit script' : 'New script'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
      keepAs={`script ${account.id} ${user.id} ${script ? `${script.id} ${script.version}` : 'new'}`}
    >
      <TextInput label="Name" maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <NativeSelect label="Category" data={categories} {...form.getInputProps('category')} />
        <NativeSelect label="Language" data={languages} {...form.getInputProps('language')} />
      </Group>
      <RecordingField form={form} known={script?.recordingUrl ?? null} />
      {hasRecording ? null : (
        <Words
          form={form}
          name="content"
          label="A person hears"
          problems={problems}
          placeholder="This is {church}. …"
        />
      )}
      <Words
        form={form}
        name="voicemail"
        label="Voicemail hears (optional)"
        problems={problems}
        placeholder={hasRecording ? 'Empty: the recording' : 'Empty: the same words'}
      />
      <Text size="sm" c="dimmed" role="status" data-figures>
        A call takes about {lengthWords(lengthOf(values, script))}, with the keys and how to stop these calls.
      </Text>
    </FormDrawer>
  )
}

/** As the server counts it: a recording that isn't new has been measured there. */
function lengthOf({ content, voicemail, recordingId, recorded }: Values, script: Script | undefined): number {
  if (!recordingId) return secondsOfCall({ content, voicemail })
  const isKnown = recordingId === script?.recordingId
  return isKnown && !recorded ? script.duration : secondsOfCall({ content: '', voicemail }, recorded)
}

interface WordsProps {
  form: ScriptForm
  name: 'content' | 'voicemail'
  label: string
  problems: ScriptProblem[]
  placeholder: string
}

/** The text of a script, its variables, and the problems that keep it from being used. */
function Words({ form, name, label, problems, placeholder }: WordsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const own = problems.filter(one => one.field === name)
  const blocking = own.filter(one => one.blocks).map(one => one.message)
  const notes = own.filter(one => !one.blocks).map(one => one.message)
  const input = form.getInputProps(name)
  const insert = (tag: string) => {
    const at = field.current?.selectionStart ?? form.values[name].length
    const end = field.current?.selectionEnd ?? at
    const text = form.values[name]
    const word = tag === 'church' ? '{church}' : `{${tag}|${fallbacks[tag]}}`
    form.setFieldValue(name, text.slice(0, at) + word + text.slice(end))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at + word.length, at + word.length)
    })
  }
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        placeholder={placeholder}
        autosize
        minRows={name === 'content' ? 5 : 2}
        maxLength={2_000}
        {...input}
        error={input.error ?? (blocking.length > 0 ? blocking.join(' ') : undefined)}
        description={notes.length > 0 ? notes.join(' ') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Group gap={4} mt="xs" role="group" aria-label={`Insert into ${label.toLowerCase()}`}>
        {scriptTags.map(tag => (
          <Button key={tag} size="compact-xs" variant="default" onClick={() => insert(tag)}>
            {tagLabels[tag]}
          </Button>
        ))}
      </Group>
    </div>
  )
}

const tagLabels: Record<(typeof scriptTags)[number], string> = {
  firstName: 'First name',
  lastName: 'Last name',
  church: 'Church',
  event: 'Event',
  date: 'Date',
  time: 'Time',
}
const fallbacks: Record<string, string> = {
  firstName: 'friend',
  lastName: 'family',
  event: 'our gathering',
  date: 'this week',
  time: 'the usual time',
}
