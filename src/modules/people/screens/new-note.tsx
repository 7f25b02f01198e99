import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

interface Draft {
  body: string
  pastoral: boolean
}
const empty: Draft = { body: '', pastoral: false }

function useNewNote(personId: string) {
  const queries = useQueryClient()
  const key = `note:${personId}`
  const [draft, setDraft] = useState(() => readDraft<Draft>(key)?.value ?? empty)
  const [busy, setBusy] = useState(false)
  const write = (next: Draft) => {
    setDraft(next)
    keepDraft(key, next.body ? { version: 1, value: next } : null)
  }
  async function save() {
    setBusy(true)
    try {
      await client.notes.create({ personId, body: draft.body, visibility: draft.pastoral ? 'pastoral' : 'staff' })
      write(empty)
      toast('Note saved')
      await queries.invalidateQueries({ queryKey: api.notes.key() })
    } catch (error) {
      toastError(error, 'The note was not saved. It is still here.')
    } finally {
      setBusy(false)
    }
  }
  return { draft, write, save, busy }
}

/** A note that survives a reload of the tab until it is saved. */
export function NewNote({ personId }: { personId: string }) {
  const mayPastoral = useMay('pastoral.write')
  const { draft, write, save, busy } = useNewNote(personId)
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="New note"
        placeholder="Write a note"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={10_000}
        value={draft.body}
        onChange={event => write({ ...draft, body: event.currentTarget.value })}
      />
      {draft.body.trim() ? (
        <Group>
          {mayPastoral ? (
            <Checkbox
              label="Pastoral: only pastors and owners can read it"
              checked={draft.pastoral}
              onChange={event => write({ ...draft, pastoral: event.currentTarget.checked })}
            />
          ) : null}
          <Button ml="auto" loading={busy} onClick={() => void save()}>
            Save note
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
