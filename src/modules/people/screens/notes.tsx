import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import classes from './person.module.css'

type Note = Awaited<ReturnType<typeof client.notes.list>>['items'][number]

export function Notes({ personId }: { personId: string }) {
  const queries = useQueryClient()
  const list = useInfiniteQuery(
    api.notes.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ personId, limit: 20, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['people'] },
    }),
  )
  const refresh = () => queries.invalidateQueries({ queryKey: api.notes.key() })
  const notes = list.data?.pages.flatMap(page => page.items) ?? []
  return (
    <Stack>
      {list.error ? (
        <ErrorPanel error={list.error} what="the notes" onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonRows rows={3} />
      ) : notes.length === 0 ? (
        <Text c="dimmed">No notes yet. Write one above; your colleagues can read it.</Text>
      ) : (
        <ul className={classes.list}>
          {notes.map(note => (
            <NoteRow key={note.id} note={note} onChanged={refresh} />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Older notes
        </Button>
      ) : null}
    </Stack>
  )
}

function NoteRow({ note, onChanged }: { note: Note; onChanged: () => Promise<void> }) {
  const [editing, setEditing] = useState(false)
  async function run(work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) {
    try {
      await work()
      toast(done, undo)
      setEditing(false)
    } catch (error) {
      toastError(error, 'The note was not changed')
    } finally {
      await onChanged()
    }
  }
  const save = (body: string) => run(() => client.notes.update({ id: note.id, body, version: note.version }), 'Saved')
  const restore = () => client.notes.restore({ id: note.id }).then(onChanged)
  const remove = () => run(() => client.notes.remove({ id: note.id }), 'Note deleted', restore)
  return (
    <li className={classes.note}>
      <Group gap="xs" mb={4}>
        <Text size="sm" fw={550}>
          {note.authorName ?? 'Automatic'}
        </Text>
        <Text size="sm" c="dimmed">
          <RelativeTime at={note.createdAt} />
        </Text>
        {note.visibility === 'pastoral' ? (
          <Badge size="sm" color="violet" variant="light" tt="none">
            Pastoral
          </Badge>
        ) : null}
        {editing ? null : <NoteButtons note={note} onEdit={() => setEditing(true)} onDelete={() => void remove()} />}
      </Group>
      {editing ? (
        <EditNote body={note.body} onSave={body => void save(body)} onCancel={() => setEditing(false)} />
      ) : (
        <Text className={classes.body}>{note.body}</Text>
      )}
    </li>
  )
}

function NoteButtons({ note, onEdit, onDelete }: { note: Note; onEdit: () => void; onDelete: () => void }) {
  const { user, may } = useMe()
  return (
    <Group gap={4} ml="auto">
      {note.authorId === user.id ? (
        <Button size="compact-xs" variant="subtle" onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {may('people.write') ? (
        <Button size="compact-xs" variant="subtle" color="red" onClick={onDelete}>
          Delete
        </Button>
      ) : null}
    </Group>
  )
}

interface EditNoteProps {
  body: string
  onSave: (body: string) => void
  onCancel: () => void
}

function EditNote({ body, onSave, onCancel }: EditNoteProps) {
  const [typed, setTyped] = useState(body)
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="Note"
        autosize
        minRows={2}
        maxLength={10_000}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="xs" disabled={!typed.trim()} onClick={() => onSave(typed)}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
