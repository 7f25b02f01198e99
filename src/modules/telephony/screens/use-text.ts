import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { newId } from '#ui/new-id.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

export interface TextDraft {
  person: { id: string; name: string } | null
  to: string
  body: string
  from: string
}
const empty: TextDraft = { person: null, to: '', body: '', from: '' }

/** A text as it is written; pressed twice it leaves once, and at night one is asked first. */
export function useText() {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(empty)
  const [key, setKey] = useState(newId)
  const [busy, setBusy] = useState(false)
  const [night, setNight] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const write = (changes: Partial<TextDraft>) => {
    setNight(false)
    setDraft({ ...draft, ...changes })
  }

  async function send(when: 'asked' | 'now' | 'morning') {
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      const { person, to, body, from } = draft
      const whom = person ? { personId: person.id } : { to }
      const sent = await client.texts.send({ key, ...whom, body, when, ...(from && { from }) })
      toast(
        sent.status === 'skipped'
          ? (sent.problem ?? 'Not sent')
          : when === 'morning'
            ? 'Scheduled for the morning'
            : 'Sending',
      )
      setDraft({ ...empty, from })
      setKey(newId())
      setNight(false)
    } catch (error) {
      const found = fieldErrors(error)
      const { data } = (error ?? {}) as { data?: { night?: boolean } }
      if (data?.night) setNight(true)
      else if (Object.keys(found).length > 0) setErrors(found)
      else toastError(error, 'The text was not sent')
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: api.texts.key() })
      await queries.invalidateQueries({ queryKey: api.telephony.key() })
    }
  }
  return { draft, write, busy, night, errors, send }
}
