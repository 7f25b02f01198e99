import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { api, client } from '#web/api.ts'
import { useHistory } from './use-history.ts'

export type Campaign = Awaited<ReturnType<typeof client.emailCampaigns.get>>
const fields = [
  'name',
  'topic',
  'subject',
  'preheader',
  'senderName',
  'replyTo',
  'fromAddress',
  'answersTo',
  'audience',
  'blocks',
  'split',
  'listed',
] as const
export type Content = Pick<Campaign, (typeof fields)[number]>
const contentOf = (campaign: Campaign) =>
  Object.fromEntries(fields.map(field => [field, campaign[field]])) as unknown as Content
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface Refused {
  errors: Record<string, string>
  /** what belongs to no field */
  problem?: unknown
}
const PAUSE = 700

/** Stores what is not stored yet, in order; what was refused stays as it was typed. */
function useStoring(campaign: Campaign, content: Content, onStored: (content: Content) => void) {
  const queries = useQueryClient()
  const [refused, setRefused] = useState<Refused>({ errors: {} })
  const latest = useRef(content)
  const known = useRef({ version: campaign.version, content: contentOf(campaign) })
  const chain = useRef<Promise<boolean>>(Promise.resolve(true))
  latest.current = content

  const saveNow = useCallback(async (): Promise<boolean> => {
    const { version, content: before } = known.current
    const now = latest.current
    const changed = fields.filter(field => !same(now[field], before[field]))
    if (changed.length > 0)
      try {
        const changes = Object.fromEntries(changed.map(field => [field, now[field]]))
        const next = await client.emailCampaigns.update({ id: campaign.id, version, ...changes })
        known.current = { version: next.version, content: now }
        queries.setQueryData(api.emailCampaigns.get.queryKey({ input: { id: next.id } }), next)
        void queries.invalidateQueries({ queryKey: api.emailCampaigns.checks.key() })
      } catch (error) {
        const errors = fieldErrors(error)
        setRefused(Object.keys(errors).length > 0 ? { errors } : { errors, problem: error })
        return false
      }
    setRefused({ errors: {} })
    if (latest.current === now) onStored(now)
    return true
  }, [queries, campaign.id, onStored])

  /** Saves what is not saved yet; false where it was refused. */
  const flush = useCallback(() => {
    chain.current = chain.current.then(saveNow, saveNow)
    return chain.current
  }, [saveNow])
  return { ...refused, flush, version: () => known.current.version }
}

const partsOf = ({ blocks, split }: Content) =>
  [blocks, split?.blocks].map(list => list?.map(block => block.key).join())
/** The same blocks in the same order: words were typed. */
const sameParts = (before: Content, after: Content) => same(partsOf(before), partsOf(after))

/** What is being made: saved by itself shortly after the last change, in order; undone and done again step by step. */
export function useCampaign(campaign: Campaign) {
  const history = useHistory(() => contentOf(campaign), sameParts)
  const [saved, setSaved] = useState(true)
  const stored = useCallback(() => setSaved(true), [])
  const { flush, ...storing } = useStoring(campaign, history.value, stored)
  const { change } = history
  const set = useCallback(
    (changes: Partial<Content>) => {
      change(changes)
      setSaved(false)
    },
    [change],
  )
  const step = (go: () => void) => () => {
    go()
    setSaved(false)
  }
  useSaving(history.value, saved, flush)
  return {
    ...{ content: history.value, set, saved, flush, ...storing },
    undo: history.mayUndo ? step(history.undo) : undefined,
    redo: history.mayRedo ? step(history.redo) : undefined,
  }
}
export type CampaignDraft = ReturnType<typeof useCampaign>

/** Shortly after the last change, and before one goes elsewhere in the app; a browser that leaves asks first. */
function useSaving(content: Content, saved: boolean, flush: () => Promise<boolean>) {
  useEffect(() => {
    if (saved) return
    const timer = setTimeout(() => void flush(), PAUSE)
    return () => clearTimeout(timer)
  }, [content, saved, flush])

  useEffect(() => {
    if (saved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [saved])

  useEffect(() => () => void flush(), [flush])
}
