import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import type { Block, BlockKind, Section, SermonDocument } from '../rules/document.ts'

/** As the server answers it. */
export type Sermon = Awaited<ReturnType<typeof client.sermons.get>>

export interface Words {
  title: string
  document: SermonDocument
  preachedOn: string | null
  series: string
  speaker: string
}
const parts = ['title', 'document', 'preachedOn', 'series', 'speaker'] as const
const wordsOf = ({ title, document, preachedOn, series, speaker }: Sermon): Words => ({
  title,
  preachedOn,
  series,
  speaker,
  document: document ?? { bigIdea: '', sections: [] },
})

/** What is being edited, saved by itself, with undo. */
export function useSermon(sermon: Sermon) {
  const queries = useQueryClient()
  const keepAs = `sermon ${sermon.id}`
  const [first] = useState(() => wordsOf(sermon))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const [past, setPast] = useState<Words[]>([])
  const show = (next: Sermon) => queries.setQueryData(api.sermons.get.queryKey({ input: { id: sermon.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: sermon.version, value: first },
    keepAs,
    changesOf: (now: Words, before: Words) => changedParts(now, before, parts),
    save: (changes, version) => client.sermons.update({ id: sermon.id, version, ...(changes as object) }),
    onStored: show,
  })
  const set = (changes: Partial<Words>) => {
    setPast(list => [...list.slice(-49), words])
    setWords({ ...words, ...changes })
  }
  /** Stored by another way than by saving: everything as it is now. With `undo`, what was there before can come back. */
  const replace = (next: Sermon, { undo = false } = {}) => {
    const value = wordsOf(next)
    draft.accept(next.version, value)
    setWords(value)
    setPast(list => (undo ? [...list.slice(-49), words] : []))
    show(next)
  }
  return {
    words,
    set,
    draft,
    replace,
    canUndo: past.length > 0,
    undo: () => {
      const before = past.at(-1)
      if (!before) return
      setPast(past.slice(0, -1))
      setWords(before)
    },
    blocks: blockActions(words.document, document => set({ document })),
    /** Throws away what is here for what is stored, or saves it over that. */
    settle: async (mine: boolean) => {
      const theirs = await client.sermons.get({ id: sermon.id })
      if (mine) await draft.overwrite(theirs.version)
      else replace(theirs)
    },
  }
}
export type Editing = ReturnType<typeof useSermon>

function blockActions(document: SermonDocument, set: (document: SermonDocument) => void) {
  const inSection = (id: string, change: (section: Section) => Section) =>
    set({ ...document, sections: document.sections.map(one => (one.id === id ? change(one) : one)) })
  const inBlocks = (id: string, change: (blocks: Block[]) => Block[]) =>
    inSection(id, section => ({ ...section, blocks: change(section.blocks) }))
  return {
    retitle: (section: string, title: string) => inSection(section, one => ({ ...one, title })),
    /** Words that someone changed are theirs. */
    write: (section: string, id: string, text: string) =>
      inBlocks(section, list => list.map(one => (one.id === id ? { ...one, text, origin: 'you' } : one))),
    put: (section: string, block: Block) =>
      inBlocks(section, list => list.map(one => (one.id === block.id ? block : one))),
    remove: (section: string, id: string) => inBlocks(section, list => list.filter(one => one.id !== id)),
    move: (section: string, at: number, to: number) =>
      inBlocks(section, list => list.toSpliced(at, 1).toSpliced(to, 0, list[at]!)),
    add: (section: string, at: number, kind: BlockKind, given: Partial<Block> = {}) =>
      inBlocks(section, list => list.toSpliced(at, 0, { id: newId(), kind, text: '', origin: 'you', ...given })),
  }
}
