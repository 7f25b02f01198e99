import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'

export type Card = Awaited<ReturnType<typeof client.businessCards.get>>
const parts = [
  ...(['template', 'backgroundColor', 'textColor', 'accentColor', 'firstName', 'lastName', 'title'] as const),
  ...(['organization', 'phone', 'email', 'website', 'hasLogo', 'hasDirections', 'bookTypeId'] as const),
] as const
export type Words = Pick<Card, (typeof parts)[number]>

const wordsOf = (card: Card) => Object.fromEntries(parts.map(name => [name, card[name]])) as unknown as Words

/** What is being edited: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function useCard(card: Card) {
  const queries = useQueryClient()
  const keepAs = `business-card ${card.id}`
  const [first] = useState(() => wordsOf(card))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const show = (next: Card) => queries.setQueryData(api.businessCards.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: card.version, value: first },
    keepAs,
    changesOf: (now: Words, before: Words) => changedParts(now, before, parts),
    save: (changes, version) => client.businessCards.update({ id: card.id, version, ...(changes as object) }),
    onStored: show,
  })
  /** Stored by another way than by saving: everything as it is now. */
  const replace = (next: Card) => {
    const value = wordsOf(next)
    draft.accept(next.version, value)
    setWords(value)
    show(next)
  }
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.businessCards.get({ id: card.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    replace(theirs)
  }
  const set = (changes: Partial<Words>) => setWords(now => ({ ...now, ...changes }))
  return { ...draft, words, set, settle, replace }
}
export type CardDraft = ReturnType<typeof useCard>
