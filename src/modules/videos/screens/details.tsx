import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '#ui/problem.tsx'
import { onFields, schemaErrors } from '#ui/schema-errors.ts'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import {
  bytesText,
  durationText,
  startSeconds,
  tagsFrom,
  type Visibility,
  visibilities,
  visibilityHints,
  visibilityNames,
} from '../rules/options.ts'
import { Audio } from './audio.tsx'
import { Pictures } from './pictures.tsx'
import type { Video } from './video.tsx'
import classes from './videos.module.css'

interface Values extends Record<string, unknown> {
  title: string
  description: string
  libraryId: string
  visibility: Visibility
  tags: string
  passage: string
  speaker: string
  series: string
  preachedOn: string
  sermonId: string | null
  downloadable: boolean
  /** start as `12:30` */
  chapters: { start: string; title: string }[]
}

const valuesOf = (video: Video): Values => ({
  title: video.title,
  description: video.description,
  libraryId: video.libraryId,
  visibility: video.visibility,
  tags: video.tags.join(', '),
  passage: video.passage,
  speaker: video.speaker,
  series: video.series,
  preachedOn: video.preachedOn ?? '',
  sermonId: video.sermonId,
  downloadable: video.downloadable,
  chapters: video.chapters.map(({ startMs, title }) => ({ start: durationText(startMs), title })),
})

const inputOf = ({ tags, preachedOn, chapters, ...rest }: Values) => ({
  ...rest,
  tags: tagsFrom(tags),
  preachedOn: preachedOn || null,
  chapters: chapters.map(({ start, title }) => ({ startMs: (startSeconds(start) ?? 0) * 1_000, title })),
})

/** What is written about a video. Of two who edit at once, the second is told. */
export function Details({ video }: { video: Video }) {
  const mayWrite = useMay('content.write')
  const form = useForm<Values>({ initialValues: valuesOf(video) })
  const { run, busy, problem } = useMutate({ keys: [api.videos.key(), api.videoLibraries.key()], form })
  const submit = form.onSubmit(async values => {
    const { ChangedVideo } = await import('../contract.ts')
    const input = { id: video.id, version: video.version, ...inputOf(values) }
    const wrong = { ...schemaErrors(ChangedVideo, input), ...wrongStarts(values) }
    form.setErrors(onFields(wrong, form.getValues()))
    if (Object.keys(wrong).length > 0) return
    await run(async () => {
      const saved = await client.videos.update(input)
      form.setInitialValues(valuesOf(saved))
      form.setValues(valuesOf(saved))
      toast('Saved')
    })
  })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <form noValidate onSubmit={submit}>
        <fieldset disabled={!mayWrite} className={classes.plain}>
          <Stack>
            <Problem error={problem} />
            <Fields form={form} />
            <Chapters form={form} />
            {mayWrite ? (
              <Group>
                <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                  Save
                </Button>
              </Group>
            ) : null}
          </Stack>
        </fieldset>
      </form>
      <Stack>
        <Pictures video={video} />
        <Audio video={video} />
        <FileFacts video={video} />
      </Stack>
    </SimpleGrid>
  )
}

function wrongStarts({ chapters }: Values): Record<string, string> {
  const wrong: Record<string, string> = {}
  chapters.forEach(({ start }, at) => {
    if (start.trim() === '' || startSeconds(start) === undefined)
      wrong[`chapters.${at}.start`] = 'Enter a time such as 12:30'
  })
  return wrong
}

type Form = ReturnType<typeof useForm<Values>>

function Fields({ form }: { form: Form }) {
  const libraries = useQuery(api.videoLibraries.list.queryOptions({ input: {}, meta: { live: ['videos'] } }))
  const mayPublish = useMay('content.publish')
  return (
    <>
      <TextInput label="Video Title" required maxLength={120} {...form.getInputProps('title')} />
      <Textarea label="Description" rows={4} maxLength={5_000} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Library"
          allowDeselect={false}
          data={(libraries.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('libraryId')}
        />
        <Select
          label="Visibility"
          allowDeselect={false}
          description={visibilityHints[form.values.visibility]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={visibilities
            .filter(value => value !== 'public' || mayPublish || form.values.visibility === 'public')
            .map(value => ({ value, label: visibilityNames[value] }))}
          {...form.getInputProps('visibility')}
        />
      </SimpleGrid>
      <TextInput label="Tags" placeholder="Separated by commas" {...form.getInputProps('tags')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Bible passage" placeholder="John 10:1-18" {...form.getInputProps('passage')} />
        <TextInput label="Speaker" {...form.getInputProps('speaker')} />
        <TextInput label="Series" {...form.getInputProps('series')} />
        <TextInput label="Preached on" type="date" {...form.getInputProps('preachedOn')} />
      </SimpleGrid>
      <SermonSelect form={form} />
      <Checkbox
        label="People who may watch it may also download it"
        {...form.getInputProps('downloadable', { type: 'checkbox' })}
      />
    </>
  )
}

/** The sermon that was written in the sermon generator and is preached in this video. */
function SermonSelect({ form }: { form: Form }) {
  const { data } = useQuery(api.sermons.list.queryOptions({ input: { limit: 50, sort: '-updatedAt' } }))
  const { data: chosen } = useQuery(
    api.sermons.get.queryOptions({ input: { id: form.values.sermonId ?? '' }, enabled: form.values.sermonId !== null }),
  )
  const items = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const isListed = items.some(one => one.value === chosen?.id)
  return (
    <Select
      label="Sermon"
      description="Shows its notes, verses and study questions beside the video."
      placeholder="None"
      clearable
      searchable
      data={chosen && !isListed ? [{ value: chosen.id, label: chosen.title }, ...items] : items}
      {...form.getInputProps('sermonId')}
    />
  )
}

function Chapters({ form }: { form: Form }) {
  return (
    <Stack gap="xs" component="fieldset" className={classes.plain}>
      <Text component="legend" fw={600}>
        Chapters
      </Text>
      {form.values.chapters.map((_, at) => (
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`Start of chapter ${at + 1}`}
            placeholder="12:30"
            w={92}
            {...form.getInputProps(`chapters.${at}.start`)}
          />
          <TextInput
            aria-label={`Title of chapter ${at + 1}`}
            placeholder="The shepherd knows his own"
            flex={1}
            {...form.getInputProps(`chapters.${at}.title`)}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove chapter ${at + 1}`}
            onClick={() => form.removeListItem('chapters', at)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            form.insertListItem('chapters', { start: form.values.chapters.length ? '' : '0:00', title: '' })
          }
        >
          Add chapter
        </Button>
      </Group>
    </Stack>
  )
}

/** What is in the file, for someone who wonders why it looks as it does. */
function FileFacts({ video: { file, durationMs } }: { video: Video }) {
  const facts = [
    file.name,
    bytesText(file.size),
    durationText(durationMs),
    file.width && file.height ? `${file.width} × ${file.height}` : '',
    [file.container, file.videoCodec, file.audioCodec].filter(Boolean).join(', '),
  ].filter(Boolean)
  return (
    <Stack gap={4}>
      <Text fw={600}>File</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
      </Text>
      {file.startsSlowly ? (
        <Text size="sm" c="dimmed">
          This video starts slowly: its index is at its end. Export it for the web (“fast start”), and it begins at
          once.
        </Text>
      ) : null}
    </Stack>
  )
}
