import { Alert, Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VersePicker } from '#scripture/widgets/verse-picker.tsx'
import { confirm } from '#ui/confirm.tsx'
import { messageOf } from '#ui/message.ts'
import { newId } from '#ui/new-id.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { GenerateInput } from '../contract.ts'
import { ownSections } from '../rules/document.ts'
import { audienceNames, lengthNames, type Stage, stageNames, toneNames } from '../rules/options.ts'
import type { Sermon } from './use-sermon.ts'

type Values = Omit<GenerateInput, 'id'>
type Form = UseFormReturnType<Values>

const fresh: Values = {
  title: '',
  bibleVerse: '',
  theme: '',
  targetAudience: 'general',
  audienceNote: '',
  length: 'medium',
  tone: 'inspirational',
  includeStories: true,
  includeQuotes: true,
  additionalNotes: '',
  edition: 'web',
  useModel: true,
}
const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

const valuesOf = (sermon: Sermon | undefined): Values =>
  sermon ? (Object.fromEntries(Object.keys(fresh).map(key => [key, sermon[key as keyof Values]])) as Values) : fresh

const problemsOf = ({ title, bibleVerse, theme }: Values) => ({
  ...(!title.trim() && { title: 'Title is required' }),
  ...(!bibleVerse.trim() && { bibleVerse: 'Enter a Bible passage such as John 3:16-21' }),
  ...(!theme.trim() && { theme: 'Theme is required' }),
})

interface SermonFormProps {
  sermon: Sermon | undefined
  onBegun: (id: string) => void
}

/** What a sermon is to be; generated again, the one that was there stays as a version. */
export function SermonForm({ sermon, onBegun }: SermonFormProps) {
  const mayWrite = useMay('content.write')
  const form = useForm<Values>({ initialValues: valuesOf(sermon), validate: problemsOf })
  const [id] = useState(() => sermon?.id ?? newId())
  const { run, busy, problem } = useMutate({ keys: [api.sermons.key()], form })
  const stage = sermon?.stage
  const submit = form.onSubmit(async values => {
    if (!(await mayReplace(sermon))) return
    await run(async () => {
      await client.sermons.generate({ id, ...values })
      onBegun(id)
    })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Title" required {...form.getInputProps('title')} />
        <VersePicker
          label="Bible passage"
          value={{ reference: form.values.bibleVerse, edition: form.values.edition }}
          onChange={({ reference, edition }) => form.setValues({ bibleVerse: reference, edition })}
          error={form.errors.bibleVerse}
        />
        <TextInput label="Theme" placeholder="Trust" required {...form.getInputProps('theme')} />
        <Choices form={form} />
        <ModelChoice form={form} />
        <Textarea
          label="Additional notes"
          description="For you alone: they are on no download, on no shared page, and not sent to an AI model"
          autosize
          minRows={3}
          maxLength={2_000}
          {...form.getInputProps('additionalNotes')}
        />
        {problem ? <Alert color="red">{messageOf(problem)}</Alert> : null}
        {mayWrite && (
          <Button type="submit" loading={busy || Boolean(stage)} leftSection={<IconSparkles size={16} stroke={1.75} />}>
            {sermon ? 'Generate again' : 'Generate Sermon'}
          </Button>
        )}
        {stage && (
          <Running stage={stage} onCancel={() => void run(() => client.sermons.cancel({ id }), { done: 'Canceled' })} />
        )}
      </Stack>
    </form>
  )
}

/** Asks where words of a person would go. */
async function mayReplace(sermon: Sermon | undefined): Promise<boolean> {
  const own = sermon?.document ? ownSections(sermon.document) : []
  if (own.length === 0) return true
  const named = own.slice(0, 4).map(title => `“${title}”`)
  const where = new Intl.ListFormat('en-US').format(own.length > 4 ? [...named, `${own.length - 4} more`] : named)
  return confirm({
    title: 'Generate this sermon again?',
    text: `What you wrote in ${where} is replaced. The sermon as it is now stays a version that you can restore.`,
    confirm: 'Generate again',
  })
}

/** Offered where the church has set up a model. */
function ModelChoice({ form }: { form: Form }) {
  const { data } = useQuery(api.sermons.engine.queryOptions({ input: {} }))
  if (!data?.model) return null
  return (
    <Checkbox
      label={`Let ${data.model} word it`}
      description="Title, passage, theme and audience are sent to its provider. Verses stay the stored text"
      {...form.getInputProps('useModel', { type: 'checkbox' })}
    />
  )
}

interface RunningProps {
  stage: Stage
  onCancel: () => void
}
const Running = ({ stage, onCancel }: RunningProps) => (
  <Alert color="blue" role="status" title="This may take a minute">
    {stageNames[stage]} …{' '}
    <Button size="compact-sm" variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </Alert>
)

const Choices = ({ form }: { form: Form }) => (
  <>
    <Select
      label="Target audience"
      allowDeselect={false}
      data={options(audienceNames)}
      {...form.getInputProps('targetAudience')}
    />
    <TextInput
      label="More about the audience"
      placeholder="A small church in farming country"
      {...form.getInputProps('audienceNote')}
    />
    <Select label="Length" allowDeselect={false} data={options(lengthNames)} {...form.getInputProps('length')} />
    <Select label="Tone" allowDeselect={false} data={options(toneNames)} {...form.getInputProps('tone')} />
    <Checkbox
      label="Include stories"
      description="Places for a story of your own; none is invented"
      {...form.getInputProps('includeStories', { type: 'checkbox' })}
    />
    <Checkbox
      label="Include quotes"
      description="From hymns, creeds and church fathers, with their source"
      {...form.getInputProps('includeQuotes', { type: 'checkbox' })}
    />
  </>
)
