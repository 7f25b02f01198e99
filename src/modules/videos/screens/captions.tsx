import { Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { CueEditor } from './cue-editor.tsx'

const languages = { en: 'English', es: 'Spanish', pt: 'Portuguese', fr: 'French', ko: 'Korean', zh: 'Chinese' }

/** Captions in each language: a file from another program, or written here. */
export function Captions({ videoId }: { videoId: string }) {
  const { data, error, refetch } = useQuery(api.videoCaptions.list.queryOptions({ input: { videoId } }))
  const [edited, setEdited] = useState<string>()
  const mayWrite = useMay('content.write')
  if (error) return <ErrorPanel error={error} what="the captions" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height={48} />
  if (edited) return <CueEditor id={edited} onClose={() => setEdited(undefined)} />
  return (
    <Stack maw={820}>
      {data.items.length === 0 ? (
        <EmptyState
          title="No captions yet"
          text="Captions let people follow without sound, and make what was said searchable."
        />
      ) : (
        <Table aria-label="Captions">
          <Table.Tbody>
            {data.items.map(track => (
              <Row key={track.id} track={track} onEdit={() => setEdited(track.id)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {mayWrite ? <AddCaptions videoId={videoId} onAdded={setEdited} /> : null}
    </Stack>
  )
}

interface Track {
  id: string
  language: string
  label: string
}

const nameOf = ({ language, label }: Pick<Track, 'language' | 'label'>) =>
  label || (languages as Record<string, string>)[language] || language

function Row({ track, onEdit }: { track: Track; onEdit: () => void }) {
  const act = useAct(api.videoCaptions.key(), api.videos.key())
  const mayWrite = useMay('content.write')
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the captions in ${nameOf(track)}?`,
      text: 'This can’t be undone.',
      confirm: 'Delete captions',
      danger: true,
    })
    if (isSure) await act(() => client.videoCaptions.remove({ id: track.id }), 'Captions deleted')
  }
  return (
    <Table.Tr>
      <Table.Td>{nameOf(track)}</Table.Td>
      <Table.Td ta="right">
        <Group gap={4} justify="flex-end">
          <Button size="xs" variant="default" onClick={onEdit} aria-label={`Edit ${nameOf(track)}`}>
            {mayWrite ? 'Edit' : 'Read'}
          </Button>
          {mayWrite ? (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              onClick={() => void remove()}
              aria-label={`Delete ${nameOf(track)}`}
            >
              Delete
            </Button>
          ) : null}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function AddCaptions({ videoId, onAdded }: { videoId: string; onAdded: (id: string) => void }) {
  const form = useForm({ initialValues: { language: 'en', label: '' } })
  const act = useAct(api.videoCaptions.key(), api.videos.key())
  const create = (more: { file: string } | { cues: { startMs: number; endMs: number; text: string }[] }) =>
    act(
      async () => {
        const { id } = await client.videoCaptions.create({ videoId, ...form.getValues(), ...more })
        form.reset()
        if ('cues' in more) onAdded(id)
      },
      'Captions added',
      'The captions were not added',
    )
  return (
    <Stack gap="xs">
      <Text fw={600}>Add captions</Text>
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label="Language"
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('language')}
        />
        <TextInput
          label="Name"
          placeholder={(languages as Record<string, string>)[form.values.language]}
          maxLength={60}
          {...form.getInputProps('label')}
        />
        <CaptionFile onRead={file => void create({ file })} />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => void create({ cues: [{ startMs: 0, endMs: 3_000, text: '…' }] })}
        >
          Write them here
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        WebVTT (.vtt) and SubRip (.srt) files are read.
      </Text>
    </Stack>
  )
}

function CaptionFile({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,text/vtt"
        hidden
        aria-label="Caption file"
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void file.text().then(onRead)
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        Upload a file
      </Button>
    </>
  )
}
