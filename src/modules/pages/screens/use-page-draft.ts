import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import type { Tree } from '../rules/blocks.ts'
import type { Seo } from '../rules/seo.ts'

export type SitePage = Awaited<ReturnType<typeof client.pages.get>>
export interface Words {
  name: string
  slug: string
  draft: Tree
  seo: Seo
  language: SitePage['language']
  secondLanguage: SitePage['secondLanguage']
}
const parts = ['name', 'slug', 'draft', 'seo', 'language', 'secondLanguage'] as const

const wordsOf = ({ name, slug, draft, seo, language, secondLanguage }: SitePage): Words => ({
  name,
  slug,
  seo,
  language,
  secondLanguage,
  draft: draft as Tree,
})

/** What is being built: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function usePageDraft(page: SitePage) {
  const queries = useQueryClient()
  const keepAs = `page ${page.id}`
  const [first] = useState(() => wordsOf(page))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  // The canvas holds blocks of its own: what comes from elsewhere replaces it.
  const [round, setRound] = useState(0)
  const show = (next: SitePage) => queries.setQueryData(api.pages.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: page.version, value: first },
    keepAs,
    changesOf: (now: Words, before: Words) => changedParts(now, before, parts),
    save: (changes, version) => client.pages.update({ id: page.id, version, ...(changes as object) }),
    onStored: show,
  })

  /** Stored by another way than by saving. */
  const accept = (next: SitePage) => {
    draft.accept(next.version)
    show(next)
  }
  /** Everything as it is stored now, such as after an older version was taken. */
  const replace = (next: SitePage) => {
    const value = wordsOf(next)
    draft.accept(next.version, value)
    setWords(value)
    setRound(count => count + 1)
    show(next)
  }
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.pages.get({ id: page.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    replace(theirs)
  }
  const set = (changes: Partial<Words>) => setWords(now => ({ ...now, ...changes }))
  return { ...draft, words, round, set, settle, accept, replace }
}
export type PageDraft = ReturnType<typeof usePageDraft>
