import { Button, Checkbox, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { newId } from '#ui/new-id.ts'
import { Problem } from '#ui/problem.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { consentWords, isWider, type Visibility, visibilities, visibilityNames } from '../rules/options.ts'
import { type Details, useReload } from './use-prayer.ts'

/** Who may read it: fewer at once, more with the writer’s consent. */
export function SharingForm({ row }: { row: Details }) {
  const form = useForm({ initialValues: { visibility: row.visibility, consent: '' } })
  const reload = useReload()
  const { busy, problem, save } = useSaving(form)
  const needsConsent = isWider(form.values.visibility, row.consented)
  const submit = form.onSubmit(
    values =>
      void save(async () => {
        await client.prayerRequests.share({
          id: row.id,
          version: row.version,
          visibility: values.visibility,
          ...(needsConsent && values.consent && { consent: values.consent as 'ask' | 'told' }),
        })
        await reload()
        toast(needsConsent && values.consent === 'ask' ? 'We asked them' : 'Saved')
      }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        <Problem error={problem} />
        <Select
          label="Who may read it"
          description={`They agreed to: ${consentWords[row.consented]}`}
          allowDeselect={false}
          data={visibilities.map(one => ({ value: one, label: visibilityNames[one] }))}
          {...form.getInputProps('visibility')}
          onChange={one => form.setFieldValue('visibility', one as Visibility)}
        />
        <Consent row={row} needed={needsConsent} input={form.getInputProps('consent')} />
        <Group justify="flex-end">
          <Button
            type="submit"
            variant="default"
            size="compact-sm"
            loading={busy}
            disabled={!form.isDirty('visibility')}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What they agreed to so far, and how they agree to more. */
const Consent = ({ row, needed, input }: { row: Details; needed: boolean; input: object }) => (
  <>
    {row.wantedVisibility ? (
      <Text size="sm">We asked them to share it: {visibilityNames[row.wantedVisibility]}. They have not answered.</Text>
    ) : null}
    {needed ? (
      <Select
        label="Their consent"
        placeholder="Choose"
        data={[
          ...(row.email && !row.isMinor ? [{ value: 'ask', label: 'Ask them by email' }] : []),
          { value: 'told', label: 'They told me that they agree' },
        ]}
        {...input}
      />
    ) : null}
  </>
)

/** Who follows it up, and how it is kept. */
export function HandlingForm({ row }: { row: Details }) {
  const mayBePrivate = useMay('pastoral.write')
  const initialValues = {
    assignedTo: row.assignedTo as string | null,
    category: row.category,
    isUrgent: row.isUrgent,
    isAnonymous: row.isAnonymous,
    isPrivate: row.isPrivate,
  }
  const form = useForm({ initialValues })
  const reload = useReload()
  const { busy, problem, save } = useSaving(form)
  const flag = { type: 'checkbox' } as const
  const submit = form.onSubmit(
    ({ isPrivate, ...values }) =>
      void save(async () => {
        await client.prayerRequests.update({
          id: row.id,
          version: row.version,
          ...values,
          ...(isPrivate !== row.isPrivate && { isPrivate }),
        })
        await reload()
        toast('Saved')
      }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        <Problem error={problem} />
        <WhoAndWhat row={row} form={form} />
        <Checkbox label="Urgent" {...form.getInputProps('isUrgent', flag)} />
        <Checkbox label="Don’t show the name to those who pray" {...form.getInputProps('isAnonymous', flag)} />
        {mayBePrivate ? (
          <Checkbox label="Private: for pastors alone" {...form.getInputProps('isPrivate', flag)} />
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" variant="default" size="compact-sm" loading={busy} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function WhoAndWhat({ row, form }: { row: Details; form: Pick<UseFormReturnType<any>, 'getInputProps'> }) {
  const team = useQuery(api.members.list.queryOptions({ input: {} }))
  const settings = useQuery(api.prayerRequests.settings.queryOptions({ input: {} }))
  return (
    <Group grow align="flex-start">
      <Select
        label="Assigned to"
        placeholder="Nobody"
        clearable
        data={(team.data?.items ?? []).map(({ userId, name, email }) => ({ value: userId, label: name || email }))}
        {...form.getInputProps('assignedTo')}
      />
      <Select
        label="Category"
        allowDeselect={false}
        data={[...new Set([row.category, ...(settings.data?.categories ?? [])])]}
        {...form.getInputProps('category')}
      />
    </Group>
  )
}

/** For pastors alone. */
export function PastoralNotes({ id }: { id: string }) {
  const { data } = useQuery(api.prayerRequests.notes.queryOptions({ input: { id }, meta: { live: ['prayer'] } }))
  const form = useForm({ initialValues: { body: '' } })
  const reload = useReload()
  const { busy, problem, save } = useSaving(form)
  const submit = form.onSubmit(
    ({ body }) =>
      void save(async () => {
        await client.prayerRequests.addNote({ id, noteId: newId(), body })
        form.reset()
        await reload()
      }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          Pastoral notes
        </Title>
        <Problem error={problem} />
        {data?.items.map(note => (
          <Text key={note.id} size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {note.body}{' '}
            <Text span c="dimmed">
              {note.authorName}, <RelativeTime at={note.createdAt} />
            </Text>
          </Text>
        ))}
        <Textarea
          aria-label="New pastoral note"
          autosize
          minRows={2}
          maxLength={4_000}
          {...form.getInputProps('body')}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" size="compact-sm" loading={busy}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
