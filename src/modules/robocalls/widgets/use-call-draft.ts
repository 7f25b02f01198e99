import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { changedParts, differs } from '#ui/autosave.ts'
import { fieldErrors } from '#ui/field-errors.ts'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { newId } from '#ui/new-id.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { type CallPurpose, PACE, RETRY } from '../rules/states.ts'

/** A call campaign as the API returns it. */
export type CallCampaign = Awaited<ReturnType<typeof client.robocalls.get>>

/** An emergency is announced as a closure, not as a campaign that someone plans. */
export type PlannedPurpose = Exclude<CallPurpose, 'emergency'>

const freshDraft = () => ({
  name: '',
  purpose: 'informational' as PlannedPurpose,
  topic: NEWSLETTER,
  audience: emptyAudience as CallCampaign['audience'],
  scriptId: null as string | null,
  event: '',
  onDate: '',
  atTime: '',
  callerNumber: '',
  connectTo: '',
  perMinute: PACE.perMinute as number | string,
  atOnce: PACE.atOnce as number | string,
  retries: 1 as number | string,
  retryGap: RETRY.gap as number | string,
  /** US dollars, as they are typed. */
  spendingCap: '' as number | string,
})
export type CallDraft = ReturnType<typeof freshDraft>
const names = Object.keys(freshDraft()) as (keyof CallDraft)[]

export const toDraft = (campaign: CallCampaign): CallDraft => ({
  ...(Object.fromEntries(names.map(name => [name, campaign[name]])) as unknown as CallDraft),
  topic: campaign.topic || (campaign.purpose === 'emergency' ? '' : NEWSLETTER),
  spendingCap: campaign.spendingCap === null ? '' : campaign.spendingCap / 100,
})

/** As the API takes it; an empty number is refused there, at its field. */
function toInput({ spendingCap, ...draft }: CallDraft) {
  const cents = Math.round(Number(spendingCap) * 100)
  const numbers = draft as typeof draft & Record<'perMinute' | 'atOnce' | 'retries' | 'retryGap', number>
  return { ...numbers, spendingCap: spendingCap === '' ? null : cents }
}

/** Other parts of the screen show what was stored. */
function useShowStored() {
  const queries = useQueryClient()
  return (campaign: CallCampaign) => {
    queries.setQueryData(api.robocalls.get.queryKey({ input: { id: campaign.id } }), campaign)
    void queries.invalidateQueries({ queryKey: api.robocalls.list.key() })
    return campaign
  }
}

interface Kept {
  id: string
  values: CallDraft
}

/** A campaign as it is being put together: stored from the first step on, and what isn't stored yet outlives a reload. */
export function useCallDraft(campaign?: CallCampaign) {
  const { user, account } = useMe()
  const keyOf = (id = 'new') => `robocall ${account.id} ${user.id} ${id}`
  const [kept] = useState(() => readDraft<Kept>(keyOf(campaign?.id)))
  const [id] = useState(() => campaign?.id ?? kept?.value.id ?? newId())
  const [stored, setStored] = useState(campaign)
  // What was typed belongs to the version that it began with.
  const version = useRef(kept && campaign ? kept.version : campaign?.version)
  const [values, setValues] = useState(() => kept?.value.values ?? (campaign ? toDraft(campaign) : freshDraft()))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [status, setStatus] = useState({ busy: false, conflict: false, problem: null as unknown })
  const input = toInput(values)
  const changes = stored ? changedParts(input, toInput(toDraft(stored)), names) : input
  const isDirty = stored ? differs(changes) : JSON.stringify(values) !== JSON.stringify(freshDraft())
  const key = keyOf(stored?.id)
  useEffect(() => {
    keepDraft(key, isDirty ? { version: version.current ?? 0, value: { id, values } } : null)
  }, [key, id, values, isDirty])

  const showStored = useShowStored()
  const take = (next: CallCampaign) => {
    keepDraft(key, null)
    version.current = next.version
    setStored(next)
    return showStored(next)
  }
  const change = (part: Partial<CallDraft>) => {
    setValues(now => ({ ...now, ...part }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field.split('.')[0]! in part))))
  }
  /** @returns the campaign as it is stored, or which fields are wrong */
  const save = async (): Promise<{ campaign?: CallCampaign; wrong: string[] }> => {
    if (stored && !isDirty) return { campaign: stored, wrong: [] }
    setErrors({})
    setStatus({ busy: true, conflict: false, problem: null })
    try {
      const next = stored
        ? await client.robocalls.update({ id, version: version.current!, ...changes })
        : await client.robocalls.create({ id, ...input })
      setStatus({ busy: false, conflict: false, problem: null })
      return { campaign: take(next), wrong: [] }
    } catch (error) {
      const found = fieldErrors(error)
      const conflict = (error as { code?: string }).code === 'CONFLICT'
      const isNamed = Object.keys(found).length > 0
      setErrors(found)
      setStatus({ busy: false, conflict, problem: isNamed || conflict ? null : error })
      return { wrong: Object.keys(found).map(field => field.split('.')[0]!) }
    }
  }
  /** After a conflict: shows what the other person saved, or goes on with what was typed here. */
  const resolve = async (whose: 'mine' | 'theirs') => {
    const theirs = await client.robocalls.get({ id })
    take(theirs)
    if (whose === 'theirs') setValues(toDraft(theirs))
    setStatus({ busy: false, conflict: false, problem: null })
  }
  return { values, change, errors, ...status, stored, take, save, resolve, isDirty }
}
export type CallDraftState = ReturnType<typeof useCallDraft>
