import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { confirm } from '#ui/confirm.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { newId } from '#ui/new-id.ts'
import { toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { SmsCampaign } from '../campaigns/contract.ts'

export type Audience = SmsCampaign['audience']
const fresh = () => ({
  id: newId(),
  body: '',
  topic: NEWSLETTER,
  audience: emptyAudience as Audience,
  split: null as SmsCampaign['split'],
  poll: null as SmsCampaign['poll'],
  answersTo: null as string | null,
  urgentReason: '',
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
  body,
  topic,
  audience,
  split,
  poll,
  answersTo,
})

/** The words of a template, where the address names one. */
function useStart(take: (body: string) => void) {
  const [params, setParams] = useSearchParams()
  const id = params.get('template')
  const { data } = useQuery({ ...api.smsTemplates.list.queryOptions({ input: {} }), enabled: id !== null })
  const body = data?.items.find(one => one.id === id)?.body
  useEffect(() => {
    if (!body) return
    take(body)
    setParams({}, { replace: true, preventScrollReset: true })
  }, [body])
}

/** What is typed survives a reload of the tab. */
function useKept(draft: Draft) {
  const { user, account } = useMe()
  const key = keptAs(account.id, user.id)
  useEffect(() => {
    keepDraft(key, draft.body.trim() ? { version: 0, value: draft } : null)
  }, [key, draft])
}
const keptAs = (accountId: string, userId: string) => `text ${accountId} ${userId}`

/** What is being written. Its id is made here: however often it is sent, it is one campaign. */
export function useSendForm(onSent: () => void) {
  const { user, account } = useMe()
  const [draft, setDraft] = useState(() => readDraft<Draft>(keptAs(account.id, user.id))?.value ?? fresh())
  useKept(draft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  useCopy(useCallback(earlier => setDraft(copyOf(earlier)), []))
  const settings = useQuery(api.smsSettings.read.queryOptions({ input: {}, meta: { live: ['campaigns'] } }))
  const change = (part: Partial<Draft>) => {
    setDraft(now => ({ ...now, ...part }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field.split('.')[0]! in part))))
  }

  const useTemplate = (body: string) => void takeTemplate(body, { draft, change })
  useStart(useTemplate)

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
    useTemplate,
    limit: settings.data?.limit ?? 160,
    clear: () => {
      setDraft(fresh())
      keepDraft(keptAs(account.id, user.id), null)
      onSent()
    },
  }
}
export type SendFormState = ReturnType<typeof useSendForm>

interface Writing {
  draft: Draft
  change: (part: Partial<Draft>) => void
}

/** Puts a template's words in the box; asks before it takes the place of others. */
async function takeTemplate(body: string, { draft, change }: Writing): Promise<void> {
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
