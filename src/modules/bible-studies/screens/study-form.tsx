import { Alert, Button, Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { VersePicker } from '#scripture/widgets/verse-picker.tsx'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { messageOf } from '#ui/message.ts'
import { newId } from '#ui/new-id.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { GenerateInput } from '../contract.ts'
import {
  audienceNames,
  difficultyNames,
  durations,
  formatNames,
  MOST_WEEKS,
  type Stage,
  stageNames,
} from '../rules/options.ts'
import type { Study } from './use-study.ts'

type Values = Omit<GenerateInput, 'id'>
type Form = UseFormReturnType<Values>

const fresh: Values = {
  title: '',
  scripture: '',
  targetAudience: 'general',
  difficulty: 'intermediate',
  duration: 60,
  studyFormat: 'inductive',
  includeQuestions: true,
  includeResources: true,
  additionalNotes: '',
  edition: 'web',
  sermonId: null,
  weeks: 1,
}
const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

type Sermon = { id: string; title: string; bibleVerse: string; targetAudience: Values['targetAudience'] }
function valuesOf(study: Study | undefined, sermon: Sermon | undefined): Values {
  if (study) {
    const { title, scripture, targetAudience, difficulty, duration, studyFormat } = study
    const { includeQuestions, includeResources, additionalNotes, edition } = study
    return {
      title,
      scripture,
      targetAudience,
      difficulty,
      duration,
      studyFormat,
      weeks: 1,
      includeQuestions,
      includeResources,
      additionalNotes,
      edition,
      sermonId: study.sermon?.id ?? null,
    }
  }
  if (!sermon) return fresh
  const { id, title, bibleVerse, targetAudience } = sermon
  return { ...fresh, title, scripture: bibleVerse, targetAudience, sermonId: id }
}

const problemsOf = ({ title, scripture }: Values) => ({
  ...(!title.trim() && { title: 'Title is required' }),
  ...(!scripture.trim() && { scripture: 'Enter a Bible passage such as John 3:16-21' }),
})

interface StudyFormProps {
  study: Study | undefined
  sermon: Sermon | undefined
  onBegun: (id: string) => void
}

/** What a study is to be; generated again, the one that was there can come back. */
export function StudyForm({ study, sermon, onBegun }: StudyFormProps) {
  const mayWrite = useMay('content.write')
  const form = useForm<Values>({ initialValues: valuesOf(study, sermon), validate: problemsOf })
  const [id] = useState(() => study?.id ?? newId())
  const { run, busy, problem } = useMutate({ keys: [api.bibleStudies.key()], form })
  const stage = study?.stage
  const submit = form.onSubmit(async values => {
    if (!(await mayReplace(study))) return
    await run(async () => {
      await client.bibleStudies.generate({ id, ...values })
      onBegun(id)
    })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {sermon && <Text size="sm">This study goes with the sermon {sermon.title}.</Text>}
        <TextInput label="Title" required {...form.getInputProps('title')} />
        <VersePicker
          label="Scripture"
          value={{ reference: form.values.scripture, edition: form.values.edition }}
          onChange={({ reference, edition }) => form.setValues({ scripture: reference, edition })}
          error={form.errors.scripture}
        />
        <Choices form={form} />
        <Extras form={form} isNew={!study} />
        <Textarea
          label="Additional notes"
          description="For you alone: they are on no download and on no phone"
          autosize
          minRows={3}
          maxLength={2_000}
          {...form.getInputProps('additionalNotes')}
        />
        {problem ? <Alert color="red">{messageOf(problem)}</Alert> : null}
        {mayWrite && (
          <Button type="submit" loading={busy || Boolean(stage)} leftSection={<IconSparkles size={16} stroke={1.75} />}>
            {study ? 'Generate again' : 'Generate Study'}
          </Button>
        )}
        {stage && (
          <Running
            stage={stage}
            onCancel={() => void run(() => client.bibleStudies.cancel({ id }), { done: 'Canceled' })}
          />
        )}
      </Stack>
    </form>
  )
}

/** A study does not tell what a person changed in it: asked whenever there is one. */
async function mayReplace(study: Study | undefined): Promise<boolean> {
  if (!study?.document) return true
  const sections = new Intl.ListFormat('en-US').format(study.document.sections.map(({ title }) => `“${title}”`))
  const older = study.hasPrevious ? ' The version before that is deleted.' : ''
  return confirm({
    title: 'Generate this study again?',
    text: `${sections} and everything you changed there are replaced. The study as it is now is kept as the earlier version, which you can go back to.${older}`,
    confirm: 'Generate again',
  })
}

const Running = ({ stage, onCancel }: { stage: Stage; onCancel: () => void }) => (
  <Alert color="blue" role="status" title="This may take a minute">
    {stageNames[stage]} …{' '}
    <Button size="compact-sm" variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </Alert>
)

const minutes = durations.map(one => ({ value: String(one), label: counted(one, 'minutes') }))
const weeks = Array.from({ length: MOST_WEEKS }, (_, i) => ({
  value: String(i + 1),
  label: i === 0 ? 'One study' : `${counted(i + 1, 'weeks')}, a study for each`,
}))

/** A choice among numbers. */
const numberProps = (form: Form, name: 'duration' | 'weeks') => ({
  value: String(form.values[name]),
  onChange: (value: string | null) => form.setFieldValue(name, Number(value)),
  error: form.errors[name],
  allowDeselect: false,
})

function Choices({ form }: { form: Form }) {
  const { targetAudience, difficulty } = form.values
  return (
    <>
      <Select
        label="Target audience"
        allowDeselect={false}
        data={options(audienceNames)}
        {...form.getInputProps('targetAudience')}
      />
      <Select
        label="Difficulty"
        allowDeselect={false}
        data={options(difficultyNames)}
        description={
          targetAudience === 'youth' && difficulty === 'advanced'
            ? 'Advanced studies ask 14 questions or more. For a youth group this may be too much.'
            : undefined
        }
        {...form.getInputProps('difficulty')}
      />
      <Select label="Duration" data={minutes} {...numberProps(form, 'duration')} />
      <Select
        label="Study format"
        allowDeselect={false}
        data={options(formatNames)}
        description={
          form.values.studyFormat === 'character' ? 'Name the person in the title, such as Ruth or Peter' : undefined
        }
        {...form.getInputProps('studyFormat')}
      />
    </>
  )
}

const Extras = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <>
    {isNew && (
      <Select
        label="Series"
        description="Divides the passage among several meetings"
        data={weeks}
        {...numberProps(form, 'weeks')}
      />
    )}
    <Checkbox label="Include questions" {...form.getInputProps('includeQuestions', { type: 'checkbox' })} />
    <Checkbox
      label="Include resources"
      description="Your own sermons on the same verses"
      {...form.getInputProps('includeResources', { type: 'checkbox' })}
    />
  </>
)
