import { Button, Menu, Modal, Stack, TagsInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { newId } from '#ui/new-id.ts'
import { MoreActions } from '#ui/page-header.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import type { FileInput } from '../contract.ts'
import { type StudyStatus, statusNames, studyStatuses } from '../rules/options.ts'
import type { Editing, Study } from './use-study.ts'

type Choice = Omit<FileInput, 'id'> & { label: string }
const files: Choice[] = [
  { format: 'txt', for: 'leader', label: 'Text file' },
  { format: 'docx', for: 'leader', label: 'Word document, leader' },
  { format: 'docx', for: 'participant', label: 'Word document, participant' },
  { format: 'pdf', for: 'leader', label: 'PDF, leader' },
  { format: 'pdf', for: 'participant', label: 'PDF, participant' },
]

/** Stores a study as a file. */
export async function downloadStudy(input: FileInput): Promise<void> {
  const { name, type, base64 } = await client.bibleStudies.file(input)
  saveFile(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type }))
}

interface DownloadProps {
  id: string
  flush: () => Promise<boolean>
}
/** The study as a file, for its leader or for those who take part, with what was typed last. */
export function DownloadMenu({ id, flush }: DownloadProps) {
  const { run, busy } = useMutate({})
  const download = ({ format, for: reader }: Choice) =>
    run(
      async () => {
        await flush()
        await downloadStudy({ id, format, for: reader })
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
        {files.map(file => (
          <Menu.Item key={file.label} onClick={() => void download(file)}>
            {file.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens the study to the phones of a group. */
export function LeadButton({ study, flush }: { study: Study; flush: () => Promise<boolean> }) {
  const { run, busy } = useMutate({ keys: [api.bibleStudies.key()] })
  const begin = () =>
    run(
      async () => {
        await flush()
        await client.bibleStudies.begin({ id: study.id })
      },
      { done: 'The session is open', failed: 'The session was not opened' },
    )
  return (
    <Button
      variant="default"
      loading={busy}
      onClick={() => void begin()}
      leftSection={<IconUsers size={16} stroke={1.75} />}
    >
      Lead live
    </Button>
  )
}

interface DetailsProps {
  study: Study
  editing: Editing
}
/** Status, copy, the earlier version and the trash. */
export function DetailsMenu({ study: { id, status, hasPrevious }, editing }: DetailsProps) {
  const change = useSearchChange()
  const [details, { open, close }] = useDisclosure()
  const { draft, replace } = editing
  const { run } = useMutate({ keys: [api.bibleStudies.key()] })
  const enter = (next: StudyStatus) =>
    run(
      async () => {
        await draft.flush()
        replace(await client.bibleStudies.update({ id, version: draft.version(), status: next }))
      },
      { done: `Marked as ${statusNames[next].toLowerCase()}`, failed: 'The status was not changed' },
    )
  const copy = () =>
    run(
      async () => {
        const { id: study } = await client.bibleStudies.duplicate({ id, copyId: newId() })
        change({ study })
      },
      { done: 'Duplicated' },
    )
  const remove = () =>
    run(
      async () => {
        await client.bibleStudies.remove({ id })
        change({ study: null, tab: 'library' })
      },
      { done: 'Moved to the trash', undo: () => client.bibleStudies.restore({ id }) },
    )
  const back = () =>
    run(async () => replace(await client.bibleStudies.revert({ id })), { done: 'The other version is back' })
  return (
    <>
      <MoreActions>
        <Menu.Item onClick={open}>Title, tags and series</Menu.Item>
        {studyStatuses.map(one => (
          <Menu.Item key={one} disabled={one === status} onClick={() => void enter(one)}>
            Mark as {statusNames[one].toLowerCase()}
          </Menu.Item>
        ))}
        {hasPrevious && <Menu.Item onClick={() => void back()}>Go back to the earlier version</Menu.Item>}
        <Menu.Item onClick={() => void copy()}>Duplicate</Menu.Item>
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
const Facts = ({ editing, opened, onClose }: FactsProps) => (
  <Modal opened={opened} onClose={onClose} title="Title, tags and series">
    <Stack gap="md">
      <TextInput
        label="Title"
        value={editing.words.title}
        onChange={event => editing.set({ title: event.currentTarget.value })}
      />
      <TagsInput label="Tags" maxTags={20} value={editing.words.tags} onChange={tags => editing.set({ tags })} />
      <TextInput
        label="Series"
        value={editing.words.series}
        onChange={event => editing.set({ series: event.currentTarget.value })}
      />
    </Stack>
  </Modal>
)
