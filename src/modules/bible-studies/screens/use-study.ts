import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import type { Question, Section, StudyDocument } from '../rules/document.ts'

/** As the server answers it. */
export type Study = Awaited<ReturnType<typeof client.bibleStudies.get>>

export interface Words {
  title: string
  document: StudyDocument
  tags: string[]
  series: string
}
const parts = ['title', 'document', 'tags', 'series'] as const
const wordsOf = ({ title, document, tags, series }: Study): Words => ({
  title,
  tags,
  series,
  document: document ?? { description: '', scripture: [], sections: [], resources: [] },
})

/** What is being edited, saved by itself. */
export function useStudy(study: Study) {
  const queries = useQueryClient()
  const keepAs = `study ${study.id}`
  const [first] = useState(() => wordsOf(study))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const show = (next: Study) => queries.setQueryData(api.bibleStudies.get.queryKey({ input: { id: study.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: study.version, value: first },
    keepAs,
    changesOf: (now: Words, before: Words) => changedParts(now, before, parts),
    save: (changes, version) => client.bibleStudies.update({ id: study.id, version, ...(changes as object) }),
    onStored: show,
  })
  const set = (changes: Partial<Words>) => setWords({ ...words, ...changes })
  /** Stored by another way than by saving: everything as it is now. */
  const replace = (next: Study) => {
    const value = wordsOf(next)
    draft.accept(next.version, value)
    setWords(value)
    show(next)
  }
  const { document } = words
  return {
    words,
    set,
    draft,
    replace,
    section: (id: string, changes: Partial<Section>) =>
      set({
        document: {
          ...document,
          sections: document.sections.map(one => (one.id === id ? { ...one, ...changes } : one)),
        },
      }),
    /** Throws away what is here for what is stored, or saves it over that. */
    settle: async (mine: boolean) => {
      const theirs = await client.bibleStudies.get({ id: study.id })
      if (mine) await draft.overwrite(theirs.version)
      else replace(theirs)
    },
  }
}
export type Editing = ReturnType<typeof useStudy>

export const newQuestion = (answer: string): Question => ({ id: newId(), text: '', type: 'open', answer })
