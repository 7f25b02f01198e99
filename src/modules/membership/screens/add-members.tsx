import {
  Alert,
  Button,
  FileButton,
  Group,
  List,
  MultiSelect,
  NativeSelect,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'

type Read = Awaited<ReturnType<typeof client.courseMembers.readFile>>
const blank = (siteId: string | null) => ({
  siteId: siteId ?? '',
  courseIds: [] as string[],
  personIds: [] as string[],
  list: '',
  expiresOn: '',
  sendsMail: true,
  message: '',
})
type Values = ReturnType<typeof blank>
type Form = ReturnType<typeof useForm<Values>>

/** Adds people to a site: picked, listed by address, or from a file. */
export function AddMembers({ onClose, siteId }: { onClose: () => void; siteId: string | null }) {
  const form = useForm<Values>({ initialValues: blank(siteId) })
  const [read, setRead] = useState<Read>()
  const { timeZone } = useFormat()
  const act = useAct(api.courseMembers.key(), api.membershipSites.key(), api.courses.key())
  const values = form.getValues()
  async function save({ list, expiresOn, ...rest }: Values) {
    if (!rest.siteId) throw fieldError('siteId', 'Please choose a site')
    const typed = list.trim() ? await client.courseMembers.readFile({ text: asFile(list) }) : undefined
    if (typed?.problems[0]) throw fieldError('list', `Line ${typed.problems[0].line - 1}: ${typed.problems[0].reason}`)
    const invited = [...(read?.invited ?? []), ...(typed?.invited ?? [])]
    const answer = await client.courseMembers.add({
      ...rest,
      invited,
      expiresAt: expiresOn ? new Date(instantAt(`${expiresOn}T23:59`, timeZone)) : null,
    })
    await act(async () => {})
    const left = answer.notMailed.map(({ name, reason }) => `${name}: ${reason}`).join(', ')
    toast(`${answer.added === 1 ? '1 member' : `${answer.added} members`} added.${left ? ` No email to ${left}.` : ''}`)
  }
  return (
    <FormDrawer opened onClose={onClose} title="Add Member" form={form} onSubmit={save} submitLabel="Add Member">
      <SiteAndCourses form={form} />
      <PeopleSelect label="People" value={values.personIds} onChange={ids => form.setFieldValue('personIds', ids)} />
      {form.errors.personIds ? (
        <Text c="red" size="sm">
          {form.errors.personIds}
        </Text>
      ) : null}
      <Textarea
        label="Or by email"
        description="One on each line: Ann Miller, ann@example.org"
        autosize
        minRows={2}
        {...form.getInputProps('list')}
      />
      <FromFile read={read} onRead={setRead} />
      <TextInput
        type="date"
        label="Access ends on"
        description="Leave empty for no end."
        {...form.getInputProps('expiresOn')}
      />
      <Mail form={form} />
    </FormDrawer>
  )
}

function SiteAndCourses({ form }: { form: Form }) {
  const { siteId } = form.getValues()
  const sites = useQuery(api.membershipSites.list.queryOptions({ input: { limit: 200, sort: 'name' } }))
  const site = useQuery(api.membershipSites.get.queryOptions({ input: { id: siteId }, enabled: siteId !== '' }))
  return (
    <>
      <NativeSelect
        label="Site"
        required
        data={[
          { value: '', label: 'Choose a site' },
          ...(sites.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('siteId')}
      />
      {site.data && site.data.courseList.length > 1 ? (
        <MultiSelect
          label="Courses"
          description="Leave empty for every course of the site."
          data={site.data.courseList.map(({ id, title }) => ({ value: id, label: title }))}
          {...form.getInputProps('courseIds')}
        />
      ) : null}
    </>
  )
}

/** Lines of “name, address” as a file with a header. */
const asFile = (list: string) =>
  `Name,Email\n${list
    .split('\n')
    .filter(line => line.trim())
    .map(line => {
      const email = /[^\s,;<>]+@[^\s,;<>]+/.exec(line)?.[0] ?? ''
      const name = line
        .replace(email, '')
        .replace(/[<>,;"]/g, ' ')
        .trim()
      return `"${name}","${email || line.trim().replaceAll('"', '')}"`
    })
    .join('\n')}`

/** As the server refuses: the drawer puts it beside its field. */
const fieldError = (field: string, message: string) =>
  Object.assign(new Error(message), { code: 'BAD_REQUEST', data: { issues: [{ path: [field], message }] } })

function FromFile({ read, onRead }: { read: Read | undefined; onRead: (read: Read | undefined) => void }) {
  const act = useAct()
  const choose = (file: File | null) =>
    file &&
    act(
      async () => onRead(await client.courseMembers.readFile({ text: await file.text() })),
      undefined,
      'The file was not read',
    )
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={file => void choose(file)} accept=".csv,text/csv">
          {props => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} stroke={1.75} />}>
              Import a CSV file
            </Button>
          )}
        </FileButton>
        {read ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onRead(undefined)}>
            Remove the file
          </Button>
        ) : null}
      </Group>
      {read ? (
        <Alert
          variant="light"
          color={read.problems.length > 0 ? 'yellow' : 'green'}
          title={read.invited.length === 1 ? '1 person in the file' : `${read.invited.length} people in the file`}
        >
          {read.unread.length > 0 ? <Text size="sm">Not read: {read.unread.join(', ')}</Text> : null}
          <List size="sm">
            {read.problems.slice(0, 10).map(({ line, text, reason }) => (
              <List.Item key={line}>
                Line {line}: {reason} {text}
              </List.Item>
            ))}
          </List>
          {read.problems.length > 10 ? <Text size="sm">and {read.problems.length - 10} more</Text> : null}
        </Alert>
      ) : null}
    </Stack>
  )
}

function Mail({ form }: { form: Form }) {
  const { siteId, sendsMail, message } = form.getValues()
  const [isShown, setShown] = useState(false)
  const preview = useQuery(
    api.courseMembers.previewMail.queryOptions({ input: { siteId, message }, enabled: isShown && siteId !== '' }),
  )
  return (
    <Stack gap="xs">
      <Switch label="Send an invitation by email" {...form.getInputProps('sendsMail', { type: 'checkbox' })} />
      {sendsMail ? (
        <>
          <Textarea
            label="Message"
            description="Stands above the link."
            autosize
            minRows={2}
            {...form.getInputProps('message')}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            disabled={!siteId}
            onClick={() => setShown(all => !all)}
          >
            {isShown ? 'Hide the preview' : 'Preview the email'}
          </Button>
          {isShown && preview.data ? (
            <Alert variant="light" color="gray" title={preview.data.subject}>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {preview.data.text}
              </Text>
            </Alert>
          ) : null}
        </>
      ) : null}
    </Stack>
  )
}
