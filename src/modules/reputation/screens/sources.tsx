import {
  Alert,
  Button,
  Card,
  Drawer,
  FileButton,
  Group,
  NativeSelect,
  Rating,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { NOT_REQUESTED } from '../requests/rules/targets.ts'
import { abilities, type Platform, platformNames, platforms } from '../rules/platforms.ts'
import { MOST_BYTES, TOO_LARGE } from '../rules/review-file.ts'
import { connectionsQuery, GoogleConnections } from './google-connections.tsx'

type Source = Awaited<ReturnType<typeof client.reviewSources.list>>['items'][number]
const SANDBOX = 'This server has no connection to Google, so a sandbox stands in: nothing here is on Google.'
const GOOGLE_FILE = 'Only for reviews from a file. To read them from Google, connect above.'
const keys = [api.reviewSources.key(), api.reviews.key()]

/** Where reviews come from: what each platform allows, its entries, files, and the sandbox. */
export function Sources({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    api.reviewSources.list.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  return (
    <Drawer opened onClose={onClose} title="Platforms" size="lg">
      <Stack>
        {error ? <ErrorPanel error={error} what="the platforms" onRetry={() => void refetch()} /> : null}
        {data ? null : error ? null : <SkeletonRows rows={3} />}
        {data?.items.map(source => (
          <Entry key={source.id} source={source} />
        ))}
        <GoogleConnections />
        <NewSource />
      </Stack>
    </Drawer>
  )
}

function Entry({ source }: { source: Source }) {
  const { number, dateTime } = useFormat()
  const act = useAct(...keys)
  const [isWriting, setWriting] = useState(false)
  const { id, name, platform, mode, isConnected, syncedAt, problem } = source
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      text: 'Nothing further is read from it. Its reviews stay.',
      confirm: 'Delete source',
      danger: true,
    })
    if (sure) await act(() => client.reviewSources.remove({ id }), 'Source deleted')
  }
  return (
    <Card withBorder component="section" aria-label={`${name}, ${platformNames[platform]}`}>
      <Stack gap="xs">
        <Text fw={600}>
          {name}
          <Text span c="dimmed" fw={400}>
            , {platformNames[platform]}
          </Text>
        </Text>
        <Text size="sm" c="dimmed" data-figures>
          {counted(source.reviews, 'reviews', number)}
          {isConnected ? (syncedAt ? `, read ${dateTime(syncedAt)}` : ', not read yet') : ', filled from files'}
        </Text>
        <Text size="sm" c="dimmed">
          {mode === 'sandbox' ? SANDBOX : abilities[platform].note}
        </Text>
        <SyncProblem problem={problem} />
        <Group gap="xs">
          {isConnected ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void act(() => client.reviewSources.sync({ id }), 'Reading')}
            >
              Read now
            </Button>
          ) : null}
          {isConnected ? null : <Upload source={source} />}
          {mode === 'sandbox' ? (
            <Button size="compact-sm" variant="default" onClick={() => setWriting(!isWriting)}>
              Write a sandbox review
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
            Delete
          </Button>
        </Group>
        <ReviewAddress key={source.version} source={source} />
        {isWriting ? <SandboxReview id={id} onDone={() => setWriting(false)} /> : null}
      </Stack>
    </Card>
  )
}

const SyncProblem = ({ problem }: { problem: string | null }) =>
  problem ? (
    <Alert color="yellow" role="status">
      The last check failed: {problem} Lampstand will try again.
    </Alert>
  ) : null

/** Where guests write reviews there: what a review request leads to. */
function ReviewAddress({ source: { id, version, platform, reviewUrl } }: { source: Source }) {
  const act = useAct(...keys, api.reviewRequests.key())
  const form = useForm({ initialValues: { reviewUrl } })
  const { problem, busy, save } = useSaving(form)
  if (!abilities[platform].canBeRequested)
    return (
      <Text size="sm" c="dimmed">
        {NOT_REQUESTED}
      </Text>
    )
  const submit = ({ reviewUrl: url }: typeof form.values) =>
    save(async () => {
      await client.reviewSources.update({ id, version, reviewUrl: url })
      await act(async () => {}, 'Address saved')
    })
  return (
    <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
      <Problem error={problem} />
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Address where reviews are written"
          placeholder="https://"
          maxLength={500}
          flex={1}
          {...form.getInputProps('reviewUrl')}
        />
        <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </form>
  )
}

/** Says what a file holds before it is stored. */
function Upload({ source: { id, name } }: { source: Source }) {
  const { number } = useFormat()
  const act = useAct(...keys)
  const choose = async (file: File | null) => {
    if (!file) return
    if (file.size > MOST_BYTES) return toastError(TOO_LARGE)
    try {
      const csv = await file.text()
      const found = await client.reviewSources.upload({ id, csv, isTrial: true })
      const lines = [
        `${counted(found.added, 'new reviews', number)}, ${number(found.changed)} changed, ${number(found.known)} known already.`,
        found.failed > 0
          ? `${counted(found.failed, 'lines', number)} can’t be read: ${found.problems
              .slice(0, 3)
              .map(({ line, text }) => `line ${line}: ${text}`)
              .join(' ')}`
          : '',
        found.ignored.length > 0 ? `These columns are not used: ${found.ignored.join(', ')}.` : '',
      ]
      const sure = await confirm({
        title: `Import into ${name}?`,
        text: lines.filter(Boolean).join(' '),
        confirm: 'Import',
      })
      if (sure) await act(() => client.reviewSources.upload({ id, csv }), 'Reviews imported')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <FileButton accept=".csv,text/csv" onChange={file => void choose(file)}>
      {props => (
        <Button size="compact-sm" variant="default" {...props}>
          Import a file
        </Button>
      )}
    </FileButton>
  )
}

function SandboxReview({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm({ initialValues: { rating: 5, author: '', content: '' } })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: typeof form.values) =>
    save(async () => {
      await client.reviewSources.writeSandboxReview({ id, ...values })
      onDone()
    })
  return (
    <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
      <Stack gap="xs">
        <Problem error={problem} />
        <Text size="sm">Write what a guest would write on Google.</Text>
        <Rating {...form.getInputProps('rating')} />
        <TextInput label="Author" maxLength={120} {...form.getInputProps('author')} />
        <Textarea label="Review" autosize minRows={2} {...form.getInputProps('content')} />
        <Button type="submit" loading={busy} w="fit-content">
          Write review
        </Button>
      </Stack>
    </form>
  )
}

function NewSource() {
  const act = useAct(...keys)
  const form = useForm({ initialValues: { platform: 'google' as Platform, name: '', page: '' } })
  const { problem, busy, save } = useSaving(form)
  const { platform } = form.values
  const { data } = useQuery(connectionsQuery())
  const isSandbox = platform === 'google' && data?.google === 'sandbox'
  const submit = (values: typeof form.values) =>
    save(async () => {
      if (await act(() => client.reviewSources.create(values), 'Source added')) form.reset()
    })
  return (
    <Card withBorder component="section" aria-label="Add a source">
      <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
        <Stack gap="xs">
          <Text fw={600}>Add a source</Text>
          <Problem error={problem} />
          <NativeSelect
            label="Platform"
            description={platform !== 'google' ? abilities[platform].note : isSandbox ? SANDBOX : GOOGLE_FILE}
            data={platforms.map(value => ({ value, label: platformNames[value] }))}
            {...form.getInputProps('platform')}
          />
          <TextInput label="Name of the entry" maxLength={120} {...form.getInputProps('name')} />
          <TextInput
            label="Address of the page with reviews"
            placeholder="https://"
            maxLength={500}
            {...form.getInputProps('page')}
          />
          <Button type="submit" loading={busy} w="fit-content">
            {isSandbox ? 'Connect' : 'Add'}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
