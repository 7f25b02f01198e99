import { useQueryClient } from '@tanstack/react-query'
import { changedParts } from '#ui/autosave.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
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

/** Shows what was stored, and checks it anew. */
function useStored() {
  const queries = useQueryClient()
  return (next: Campaign) => {
    queries.setQueryData(api.emailCampaigns.get.queryKey({ input: { id: next.id } }), next)
    void queries.invalidateQueries({ queryKey: api.emailCampaigns.checks.key() })
  }
}

const partsOf = ({ blocks, split }: Content) =>
  [blocks, split?.blocks].map(list => list?.map(block => block.key).join())
/** The same blocks in the same order: words were typed. */
const sameParts = (before: Content, after: Content) => same(partsOf(before), partsOf(after))

/** What is being made: saved by itself shortly after the last change; undone and done again step by step. */
export function useCampaign(campaign: Campaign) {
  const keepAs = `campaign ${campaign.id}`
  const history = useHistory(() => beginning(keepAs, contentOf(campaign)), sameParts)
  const draft = useAutosave(history.value, {
    stored: { version: campaign.version, value: contentOf(campaign) },
    keepAs,
    changesOf: (now, before) => changedParts(now, before, fields),
    save: (changes, version) => client.emailCampaigns.update({ id: campaign.id, version, ...changes }),
    onStored: useStored(),
  })
  return {
    ...draft,
    content: history.value,
    set: history.change,
    undo: history.mayUndo ? history.undo : undefined,
    redo: history.mayRedo ? history.redo : undefined,
  }
}
export type CampaignDraft = ReturnType<typeof useCampaign>
