import { Alert, Button, Checkbox, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onFields, schemaErrors } from '#ui/schema-errors.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { tagsFrom, type Visibility, visibilities, visibilityHints, visibilityNames } from '../rules/options.ts'
import { titleFrom } from '../rules/uploading.ts'
import { FilePicker } from './file-picker.tsx'
import { LibraryForm } from './library-form.tsx'
import { UploadQueue } from './upload-queue.tsx'
import { queue } from './uploading/queue.ts'
import { type Chosen, useChosen } from './use-chosen.ts'
import { useQueue } from './use-queue.ts'

const nothing = {
  description: '',
  libraryId: null as string | null,
  visibility: 'unlisted' as Visibility,
  tags: '',
  passage: '',
  speaker: '',
  series: '',
  preachedOn: '',
  downloadable: false,
}
type Values = typeof nothing
const LAST_LIBRARY = 'lampstand-last-library'

/** Films are chosen, described and sent; what is being sent stands below and goes on while other screens are open. */
export function UploadTab() {
  const { items, sending } = useQueue()
  const files = useChosen()
  const form = useForm<Values>({ initialValues: { ...nothing, libraryId: localStorage.getItem(LAST_LIBRARY) } })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const submit = form.onSubmit(async values => {
    const found = await problemsOf(values, files.chosen)
    setWrong(found)
    form.setErrors(onFields(found, form.getValues()))
    if (Object.keys(found).length > 0) return
    localStorage.setItem(LAST_LIBRARY, values.libraryId!)
    for (const { file, title } of files.chosen) queue.add(file, detailsOf(values, title))
    files.clear()
    form.setValues({ ...nothing, libraryId: values.libraryId, visibility: values.visibility })
  })
  return (
    <Stack maw={820}>
      <UploadQueue items={items} />
      <form noValidate onSubmit={submit}>
        <Stack>
          <Titles files={files} wrong={wrong} />
          <Fields form={form} />
          <FilePicker files={files} disabled={sending !== undefined} sending={sending} problem={wrong.file} />
          <Button type="submit" fullWidth size="md" disabled={sending !== undefined}>
            {files.chosen.length > 1 ? `Upload ${files.chosen.length} Videos` : 'Upload Video'}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

const detailsOf = ({ tags, preachedOn, libraryId, ...rest }: Values, title: string) => ({
  ...rest,
  title: title.trim(),
  libraryId: libraryId!,
  tags: tagsFrom(tags),
  preachedOn: preachedOn || null,
  sermonId: null,
})

async function problemsOf(values: Values, chosen: readonly Chosen[]): Promise<Record<string, string>> {
  const { NewVideo } = await import('../contract.ts')
  const found: Record<string, string> = {}
  const titles = chosen.length > 0 ? chosen.map(({ title }) => title) : ['']
  const schema = NewVideo.omit({ uploadId: true, pictureIds: true })
  titles.forEach((title, at) => {
    const { title: ofTitle, ...others } = schemaErrors(schema, {
      ...detailsOf(values, title),
      libraryId: values.libraryId ?? '',
    })
    Object.assign(found, others)
    if (ofTitle && (chosen.length > 0 || at === 0)) found[`title${at}`] = ofTitle
  })
  if (chosen.length === 0) {
    found.file = 'Please choose a video file.'
    // The title may be typed before the file is chosen.
    delete found.title0
  }
  return found
}

function Titles({ files, wrong }: { files: ReturnType<typeof useChosen>; wrong: Record<string, string> }) {
  const { chosen, setTitle, early, setEarly } = files
  if (chosen.length === 0)
    return (
      <TextInput
        label="Video Title"
        required
        maxLength={120}
        value={early}
        onChange={event => setEarly(event.currentTarget.value)}
        error={wrong.title0}
      />
    )
  return chosen.map(({ file, title }, at) => (
    <TextInput
      key={at}
      label={chosen.length === 1 ? 'Video Title' : `Video Title of ${file.name}`}
      required
      maxLength={120}
      value={title}
      placeholder={titleFrom(file.name)}
      onChange={event => setTitle(at, event.currentTarget.value)}
      error={wrong[`title${at}`]}
    />
  ))
}

function Fields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const libraries = useQuery(api.videoLibraries.list.queryOptions({ input: {}, meta: { live: ['videos'] } }))
  const mayPublish = useMay('content.publish')
  const [isAdding, setAdding] = useState(false)
  const items = libraries.data?.items ?? []
  const choose = (id: string | null) => {
    const visibility = items.find(one => one.id === id)?.visibility
    const isAllowed = visibility && (visibility !== 'public' || mayPublish)
    form.setValues({ libraryId: id, ...(isAllowed && { visibility }) })
  }
  return (
    <>
      <Textarea label="Description" rows={4} maxLength={5_000} {...form.getInputProps('description')} />
      {libraries.data && items.length === 0 ? (
        <Alert variant="light" title="Create a library first">
          Libraries keep videos together, such as Sermons or Youth.{' '}
          <Button size="compact-sm" variant="light" onClick={() => setAdding(true)}>
            New Library
          </Button>
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Library"
          required
          allowDeselect={false}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('libraryId')}
          onChange={choose}
        />
        <Select
          label="Visibility"
          allowDeselect={false}
          description={visibilityHints[form.values.visibility]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={visibilities
            .filter(value => value !== 'public' || mayPublish)
            .map(value => ({ value, label: visibilityNames[value] }))}
          {...form.getInputProps('visibility')}
        />
      </SimpleGrid>
      <SermonFields form={form} />
      <LibraryForm opened={isAdding} onClose={() => setAdding(false)} onSaved={choose} />
    </>
  )
}

const SermonFields = ({ form }: { form: ReturnType<typeof useForm<Values>> }) => (
  <>
    <TextInput label="Tags" placeholder="Separated by commas" {...form.getInputProps('tags')} />
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Bible passage" placeholder="John 10:1-18" {...form.getInputProps('passage')} />
      <TextInput label="Speaker" {...form.getInputProps('speaker')} />
      <TextInput label="Series" {...form.getInputProps('series')} />
      <TextInput label="Preached on" type="date" {...form.getInputProps('preachedOn')} />
    </SimpleGrid>
    <Checkbox
      label="People who may watch it may also download it"
      {...form.getInputProps('downloadable', { type: 'checkbox' })}
    />
  </>
)
