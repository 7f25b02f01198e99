import { ActionIcon, Anchor, Button, Group, Image, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { courseStateNames } from '#courses/rules/states.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { PictureFile } from '#videos/widgets/picture-file.tsx'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Site } from './site.tsx'

const valuesOf = ({ name, slug, description, pictureId, courseList }: Site) => ({
  name,
  slug,
  description,
  pictureId,
  courseIds: courseList.map(({ id }) => id),
})
type Values = ReturnType<typeof valuesOf>
type Form = ReturnType<typeof useForm<Values>>

/** Name, address, picture and courses of a site. */
export function SiteFields({ site }: { site: Site }) {
  const mayWrite = useMay('content.write')
  const form = useForm<Values>({ initialValues: valuesOf(site) })
  const { run, busy, problem } = useMutate({ keys: [api.membershipSites.key()], form })
  const submit = form.onSubmit(values =>
    run(async () => {
      const saved = await client.membershipSites.update({ id: site.id, version: site.version, ...values })
      form.setInitialValues(valuesOf(saved))
      form.setValues(valuesOf(saved))
      toast('Saved')
    }).then(() => {}),
  )
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={!mayWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack maw={640}>
          <Problem error={problem} />
          <TextInput label="Name" {...form.getInputProps('name')} />
          <TextInput
            label="Address"
            description="The last part of the site’s address. A change breaks links to the old one."
            {...form.getInputProps('slug')}
          />
          <Textarea label="Description" autosize minRows={3} {...form.getInputProps('description')} />
          <Picture form={form} />
          <Courses form={form} site={site} />
          {mayWrite ? (
            <Button type="submit" w="fit-content" loading={busy} disabled={!form.isDirty()}>
              Save
            </Button>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  )
}

function Picture({ form }: { form: Form }) {
  const act = useAct()
  const { pictureId } = form.getValues()
  const upload = (file: File) =>
    act(
      async () => {
        const path = `/storage/v1/uploads?purpose=picture&name=${encodeURIComponent(file.name)}`
        const { id } = await (await fetchFile(path, { method: 'POST', body: file })).json()
        form.setFieldValue('pictureId', id)
      },
      undefined,
      'The picture was not uploaded',
    )
  return (
    <Group align="end">
      {pictureId ? <Image src={`/storage/v1/pictures/${pictureId}`} alt="Picture" w={160} h={90} radius="md" /> : null}
      <PictureFile label={pictureId ? 'Replace picture' : 'Upload picture'} onChoose={file => void upload(file)} />
      {pictureId ? (
        <Button size="xs" variant="subtle" onClick={() => form.setFieldValue('pictureId', null)}>
          Remove
        </Button>
      ) : null}
    </Group>
  )
}

function Courses({ form, site }: { form: Form; site: Site }) {
  const { data } = useQuery(api.courses.list.queryOptions({ input: { limit: 200, sort: 'title' } }))
  const { courseIds } = form.getValues()
  const known = new Map(
    [...site.courseList.map(({ id, title, state }) => ({ id, title, state })), ...(data?.items ?? [])].map(one => [
      one.id,
      one,
    ]),
  )
  const set = (ids: string[]) => form.setFieldValue('courseIds', ids)
  const move = (from: number, to: number) => set(courseIds.toSpliced(from, 1).toSpliced(to, 0, courseIds[from]!))
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        Courses
      </Text>
      {courseIds.map((id, at) => (
        <CourseRow
          key={id}
          id={id}
          course={known.get(id)}
          at={at}
          count={courseIds.length}
          onMove={to => move(at, to)}
          onRemove={() => set(courseIds.filter(one => one !== id))}
        />
      ))}
      <Select
        aria-label="Add a course"
        placeholder="Add a course"
        searchable
        value={null}
        data={(data?.items ?? [])
          .filter(({ id }) => !courseIds.includes(id))
          .map(({ id, title }) => ({ value: id, label: title }))}
        onChange={id => id && set([...courseIds, id])}
      />
      {form.errors.courseIds ? (
        <Text c="red" size="sm">
          {form.errors.courseIds}
        </Text>
      ) : null}
    </Stack>
  )
}

interface CourseRowProps {
  id: string
  /** undefined: not among those that were fetched */
  course: Pick<Site['courseList'][number], 'title' | 'state'> | undefined
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function CourseRow({ id, course, at, count, onMove, onRemove }: CourseRowProps) {
  const title = course?.title ?? 'Course'
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component={Link} to={`/membership/courses/${id}`} style={{ flex: 1 }}>
        {title}
      </Anchor>
      <Text size="sm" c="dimmed">
        {course ? courseStateNames[course.state as keyof typeof courseStateNames] : ''}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${title} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <IconArrowUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${title} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={`Take ${title} off the site`} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
