import { Button, Code, CopyButton, Group, Menu, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconDownload, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { MoreActions } from '#ui/page-header.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import type { formats } from '../contract.ts'
import { type SermonStatus, statuses, statusNames } from '../rules/options.ts'
import type { Editing, Sermon } from './use-sermon.ts'

type Format = (typeof formats)[number]
const labels: Record<Format, string> = {
  txt: 'Text file',
  docx: 'Word document',
  pdf: 'PDF, manuscript',
  outline: 'PDF, outline',
}

interface DownloadProps {
  id: string
  flush: () => Promise<boolean>
}
/** The sermon as a file, with what was typed last. */
export function DownloadMenu({ id, flush }: DownloadProps) {
  const { run, busy } = useMutate({})
  const download = (format: Format) =>
    run(
      async () => {
        await flush()
        const { name, type, base64 } = await client.sermons.file({ id, format })
        saveFile(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type }))
      },
      { failed: 'Not downloaded' },
    )
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} stroke={1.75} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(labels).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => void download(format as Format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function ShareButton({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={open} leftSection={<IconShare size={16} stroke={1.75} />}>
        Share
      </Button>
      <Modal opened={opened} onClose={close} title="Share this sermon">
        {opened && <ShareForm id={id} />}
      </Modal>
    </>
  )
}

/** Links that end by themselves or are revoked; a new one shows its address this once. */
function ShareForm({ id }: { id: string }) {
  const [within, setWithin] = useState<number | string>(30)
  const [address, setAddress] = useState('')
  const { run, busy } = useMutate({ keys: [api.sermons.key()] })
  const create = () =>
    run(async () => setAddress((await client.sermons.share({ id, days: Number(within) || 30 })).address), {
      failed: 'No link was created',
    })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Anyone with the link reads the sermon without signing in. Your notes and the places for stories are not on it.
      </Text>
      <NumberInput label="Days until it ends" min={1} max={365} value={within} onChange={setWithin} />
      <Button onClick={() => void create()} loading={busy}>
        Create a link
      </Button>
      {address && (
        <Group wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere', flex: 1 }}>{address}</Code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} leftSection={<IconCopy size={14} />}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
      <Links id={id} />
    </Stack>
  )
}

function Links({ id }: { id: string }) {
  const { dateTime } = useFormat()
  const { run } = useMutate({ keys: [api.sermons.key()] })
  const { data } = useQuery(api.sermons.shares.queryOptions({ input: { id }, meta: { live: ['sermons'] } }))
  const open = (data?.items ?? []).filter(({ revokedAt, expiresAt }) => !revokedAt && new Date(expiresAt) > new Date())
  return open.map(({ id: shareId, expiresAt, views }) => (
    <Group key={shareId} justify="space-between" wrap="nowrap">
      <Text size="sm">
        Until {dateTime(expiresAt)}, opened {views.toLocaleString('en-US')} {views === 1 ? 'time' : 'times'}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void run(() => client.sermons.revoke({ id, shareId }), { done: 'The link no longer works' })}
      >
        Revoke
      </Button>
    </Group>
  ))
}

const StudyItem = ({ id }: { id: string }) => (
  <Menu.Item component={Link} to={`/bible-study?sermon=${id}`}>
    Create a Bible study
  </Menu.Item>
)

interface DetailsProps {
  sermon: Sermon
  editing: Editing
}
/** Status, earlier versions and the trash. */
export function DetailsMenu({ sermon: { id, status }, editing }: DetailsProps) {
  const change = useSearchChange()
  const [details, { open, close }] = useDisclosure()
  const { draft, replace } = editing
  const { run } = useMutate({ keys: [api.sermons.key()] })
  const { data } = useQuery(api.sermons.versions.queryOptions({ input: { id }, meta: { live: ['sermons'] } }))
  const enter = (next: SermonStatus) =>
    run(
      async () => {
        await draft.flush()
        replace(await client.sermons.update({ id, version: draft.version(), status: next }))
      },
      { done: `Marked as ${statusNames[next].toLowerCase()}`, failed: 'The status was not changed' },
    )
  const remove = () =>
    run(
      async () => {
        await client.sermons.remove({ id })
        change({ sermon: null, tab: 'library' })
      },
      { done: 'Moved to the trash', undo: () => client.sermons.restore({ id }) },
    )
  return (
    <>
      <MoreActions>
        <Menu.Item onClick={open}>Date, speaker and series</Menu.Item>
        <StudyItem id={id} />
        {statuses.map(one => (
          <Menu.Item key={one} disabled={one === status} onClick={() => void enter(one)}>
            Mark as {statusNames[one].toLowerCase()}
          </Menu.Item>
        ))}
        {(data?.items ?? []).slice(0, 5).map(({ number }) => (
          <Menu.Item
            key={number}
            onClick={() =>
              void run(async () => replace(await client.sermons.revert({ id, number })), { done: 'Restored' })
            }
          >
            Go back to version {number}
          </Menu.Item>
        ))}
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </MoreActions>
      <Facts editing={editing} opened={details} onClose={close} />
    </>
  )
}

interface FactsProps {
  editing: Editing
  opened: boolean
  onClose: () => void
}
const Facts = ({ editing: { words, set }, opened, onClose }: FactsProps) => (
  <Modal opened={opened} onClose={onClose} title="Date, speaker and series">
    <Stack gap="md">
      <TextInput label="Title" value={words.title} onChange={event => set({ title: event.currentTarget.value })} />
      <TextInput
        type="date"
        label="Preached on"
        value={words.preachedOn ?? ''}
        onChange={event => set({ preachedOn: event.currentTarget.value || null })}
      />
      <TextInput
        label="Speaker"
        value={words.speaker}
        onChange={event => set({ speaker: event.currentTarget.value })}
      />
      <TextInput label="Series" value={words.series} onChange={event => set({ series: event.currentTarget.value })} />
    </Stack>
  </Modal>
)
