import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { fieldErrors } from '#ui/field-errors.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { isWhole } from '../segments/rules/catalogue.ts'
import type { Conditions } from '../segments/rules/condition.ts'

export type Segment = Awaited<ReturnType<typeof client.segments.get>>
export type SegmentForm = ReturnType<typeof useSegment>

interface Draft {
  name: string
  description: string
  conditions: Conditions
}

const fresh: Draft = { name: '', description: '', conditions: { match: 'all', of: [] } }
const wordsOf = ({ name, description, conditions }: Draft): Draft => ({ name, description, conditions })

function problems({ name, conditions }: Draft): Record<string, string> {
  if (conditions.of.length === 0) return { conditions: 'Please add a condition' }
  if (!isWhole(conditions.of)) return { conditions: 'Please finish the conditions marked above' }
  return name.trim() ? {} : { name: 'Please enter a name' }
}

/** A refusal beside its field; one about a condition stands under all of them. */
function refusal(error: unknown): Record<string, string> {
  const refused = fieldErrors(error)
  const about = Object.entries(refused).find(([path]) => path.startsWith('conditions'))
  return { ...refused, ...(about && { conditions: about[1] }) }
}

/** What is typed into the editor, and what becomes of it. A refusal keeps every word. */
export function useSegment(segment: Segment | null) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>({ ...fresh, ...(segment && wordsOf(segment)) })
  const [version, setVersion] = useState(segment?.version ?? 1)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: api.segments.key() })

  async function save() {
    const found = problems(draft)
    setErrors(found)
    setShown(true)
    if (busy || Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const saved = segment
        ? await client.segments.update({ id: segment.id, version, ...draft })
        : await client.segments.create(draft)
      setVersion(saved.version)
      queries.setQueryData(api.segments.get.queryKey({ input: { id: saved.id } }), saved)
      void refresh()
      toast('Saved')
      if (!segment) navigate(`/people/segments/${saved.id}`, { replace: true })
    } catch (error) {
      const refused = refusal(error)
      if (Object.keys(refused).length > 0) setErrors(refused)
      else toastError(error, 'The segment was not saved')
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const change = (changes: Partial<Draft>) => setDraft(current => ({ ...current, ...changes }))
  return { ...draft, change, errors, shown, busy, submit }
}

/** Into the trash, and back by the button that says so. */
export function useRemoveSegment(segment: Segment) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  // Only the lists, shown or not: whatever else knows of it would ask for what is gone.
  const refresh = () =>
    Promise.all(
      [api.segments.list.key(), api.segments.total.key()].map(queryKey =>
        queries.invalidateQueries({ queryKey, refetchType: 'all' }),
      ),
    )
  return async () => {
    try {
      // Away first: this page would ask once more for what is gone.
      await navigate('/people/segments')
      await client.segments.remove({ id: segment.id })
      await refresh()
      toast(`“${segment.name}” was deleted`, async () => {
        await client.segments.restore({ id: segment.id })
        await refresh()
      })
    } catch (error) {
      toastError(error, 'The segment was not deleted')
    }
  }
}
