import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { confirm } from '#ui/confirm.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { newId } from '#ui/new-id.ts'
import { toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import type { SmsCampaign } from '../campaigns/contract.ts'

export type Audience = SmsCampaign['audience']
const fresh = () => ({
  ...{ id: newId(), body: '', topic: NEWSLETTER, audience: emptyAudience as Audience },
  ...{
    split: null as SmsCampaign['split'],
    poll: null as SmsCampaign['poll'],
    answersTo: null as string | null,
    urgentReason: '',
  },
})
export type Draft = ReturnType<typeof fresh>
export type PollDraft = NonNullable<Draft['poll']>
export type SplitDraft = NonNullable<Draft['split']>

/** The words and recipients of an earlier campaign, where the address names one. */
function useCopy(take: (campaign: SmsCampaign) => void) {
  const [params] = useSearchParams()
  const id = params.get('copy')
  const { data } = useQuery({ ...api.smsCampaigns.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null })
  useEffect(() => {
    if (data) take(data as never)
  }, [data, take])
}

const copyOf = ({ body, topic, audience, split, poll, answersTo }: SmsCampaign): Draft => ({
  ...fresh(),
  ...{ body, topic, audience, split, poll, answersTo },
})

/** What is being written. Its id is made here: however often it is sent, it is one campaign. */
export function useSendForm() {
  const [draft, setDraft] = useState(fresh)
  const [errors, setErrors] = useState<Record<string, string>>({})
  useCopy(useCallback(earlier => setDraft(copyOf(earlier)), []))
  const settings = useQuery(api.smsSettings.read.queryOptions({ input: {}, meta: { live: ['campaigns'] } }))
  const change = (part: Partial<Draft>) => {
    setDraft(now => ({ ...now, ...part }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field.split('.')[0]! in part))))
  }

  /** Puts a template's words in the box; asks before it takes the place of others. */
  const useTemplate = async (body: string) => {
    const kept = draft.body.trim() && draft.body !== body
    const sure =
      !kept ||
      (await confirm({
        title: 'Replace your text?',
        text: 'The template replaces the text in the box.',
        confirm: 'Replace',
        cancel: 'Keep my text',
      }))
    if (sure) change({ body })
    document.getElementById('sms-message')?.focus()
  }

  /** Runs what the server may refuse; a refusal stands at its field, and what was typed stays. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setErrors({})
    try {
      return await work()
    } catch (error) {
      const found = fieldErrors(error)
      const known = Object.fromEntries(Object.entries(found).filter(([field]) => field.split('.')[0]! in draft))
      setErrors(known)
      if (Object.keys(known).length === 0) toastError(error, 'The text was not sent')
    }
  }

  return {
    draft,
    errors,
    change,
    attempt,
    useTemplate: (body: string) => void useTemplate(body),
    limit: settings.data?.limit ?? 160,
    clear: () => setDraft(fresh()),
  }
}
export type SendFormState = ReturnType<typeof useSendForm>
