import { Button, FileButton, Group, Stack, Switch, Text } from '@mantine/core'
import { IconFile, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toastError } from '#ui/toast.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type SourceKind, sourceKindLabels } from '../rules/options.ts'
import { useAssistantAct } from '../widgets/use-assistant.ts'
import { type Source, SourceForm } from './source-form.tsx'

const MOST_BYTES = 10 * 1024 * 1024

async function addFile(file: File): Promise<void> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than 10 MB.`)
  const path = `/storage/v1/uploads?purpose=knowledge&name=${encodeURIComponent(file.name)}`
  const answer = await fetchFile(path, { method: 'POST', body: file })
  const { id } = (await answer.json()) as { id: string }
  await client.knowledge.addFile({ fileId: id })
}

type Editing = { kind: 'faq' | 'page'; source?: Source }

/** Everything that the assistant may answer from. */
export function Knowledge() {
  const [editing, setEditing] = useState<Editing | null>(null)
  const mayManage = useMay('assistant.settings')
  const act = useAssistantAct()
  const { table, state } = useList(api.knowledge.list, {
    filters: ['kind'],
    live: ['assistant'],
    input: ({ filters: { kind } }) => (kind ? { kind: kind as SourceKind } : {}),
  })
  const onFile = (file: File | null) =>
    file && void act(() => addFile(file), 'The file is being read', `${file.name} was not added`)
  const options = Object.entries(sourceKindLabels).map(([value, label]) => ({ value, label }))
  return (
    <Panel title="Knowledge">
      <Stack>
        {mayManage ? (
          <Group gap="xs">
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing({ kind: 'faq' })}>
              Add question and answer
            </Button>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEditing({ kind: 'page' })}>
              Add page
            </Button>
            <FileButton accept=".pdf,.docx,.txt,.md" onChange={onFile}>
              {props => (
                <Button variant="default" leftSection={<IconFile size={16} />} {...props}>
                  Add file
                </Button>
              )}
            </FileButton>
          </Group>
        ) : null}
        <DataTable<Source>
          label="sources"
          columns={columns}
          {...table}
          searchPlaceholder="Title or text"
          filters={<FilterSelect state={state} name="kind" label="Kind" any="All" options={options} />}
          onOpen={mayManage ? source => openSource(source, setEditing) : undefined}
          empty={{ title: 'No knowledge yet', text: 'Add the questions that visitors ask most, with your answers.' }}
        />
      </Stack>
      {editing ? <SourceForm {...editing} onClose={() => setEditing(null)} /> : null}
    </Panel>
  )
}

function openSource(source: Source, edit: (editing: Editing) => void): void {
  if (source.kind === 'live' || source.kind === 'help')
    toastError(new Error('Please change it there.'), 'This source follows your calendar and profile')
  else edit({ kind: source.kind === 'faq' ? 'faq' : 'page', source })
}

function Uses({ source }: { source: Source }) {
  const { number, date } = useFormat()
  return (
    <Stack gap={0}>
      <Text size="sm">{number(source.usage)}</Text>
      {source.expiresAt ? <Text size="xs">until {date(source.expiresAt)}</Text> : null}
    </Stack>
  )
}

function Actions({ source }: { source: Source }) {
  const act = useAssistantAct()
  const mayManage = useMay('assistant.settings')
  if (!mayManage) return null
  const { id, version, title, enabled, kind } = source
  const isOurs = kind === 'live' || kind === 'help'
  async function remove() {
    const text = 'The assistant no longer answers from it.'
    if (await confirm({ title: `Delete “${title}”?`, text, confirm: 'Delete source', danger: true }))
      await act(() => client.knowledge.remove({ id }), 'Source deleted')
  }
  return (
    // Presses on the row open it; these are about something else.
    <Group gap={4} wrap="nowrap" onClick={event => event.stopPropagation()}>
      <Switch
        aria-label={`Use ${title}`}
        checked={enabled}
        onChange={event => {
          const next = event.currentTarget.checked
          void act(() => client.knowledge.update({ id, version, enabled: next }), next ? 'In use' : 'No longer used')
        }}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Re-index ${title}`}
        onClick={() => void act(() => client.knowledge.reindex({ id }), 'Read again')}
      >
        Re-index
      </Button>
      {isOurs ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Delete ${title}`}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      )}
    </Group>
  )
}

const columns: Column<Source>[] = [
  {
    key: 'title',
    header: 'Source',
    width: '44%',
    name: row => row.title,
    render: row => (
      <Stack gap={2}>
        <Text fw={550}>{row.title}</Text>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {row.problem || row.body || row.fileName}
        </Text>
      </Stack>
    ),
  },
  { key: 'kind', header: 'Kind', width: '14%', render: row => sourceKindLabels[row.kind] },
  {
    key: 'state',
    header: 'Status',
    width: '10%',
    render: row => <StatusBadge of="knowledgeSource" value={row.state} />,
  },
  { key: 'usage', header: 'Answers', width: '8%', render: row => <Uses source={row} /> },
  { key: 'actions', header: 'In use', width: '24%', render: row => <Actions source={row} /> },
]
