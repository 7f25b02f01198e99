import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import { type CourseSettings, type Lesson, type LessonKind, newLesson, type Outline } from '../rules/outline.ts'

export type Course = Awaited<ReturnType<typeof client.courses.get>>
export interface Words {
  title: string
  description: string
  pictureId: string | null
  draft: Outline
  settings: CourseSettings
}
const parts = ['title', 'description', 'pictureId', 'draft', 'settings'] as const
/** The type of a text is recursive, which the client’s types lose on their way. */
export const outlineOf = ({ draft }: Pick<Course, 'draft'>): Outline => draft as Outline
const wordsOf = ({ title, description, pictureId, draft, settings }: Course): Words => ({
  title,
  description,
  pictureId,
  settings,
  draft: outlineOf({ draft }),
})
const changesOf = (now: Words, before: Words) => changedParts(now, before, parts)

/** A course that is being written: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function useCourseDraft(course: Course) {
  const queries = useQueryClient()
  const keepAs = `course ${course.id}`
  const [first] = useState(() => wordsOf(course))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const show = (next: Course) => queries.setQueryData(api.courses.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: course.version, value: first },
    keepAs,
    changesOf,
    save: (changes, version) => client.courses.update({ id: course.id, version, ...changes }),
    onStored: show,
  })
  /** Stored by another way than by saving. */
  const accept = (next: Course) => {
    const value = wordsOf(next)
    draft.accept(next.version, value)
    setWords(value)
    show(next)
  }
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.courses.get({ id: course.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    accept(theirs)
  }
  const change = (changes: Partial<Words>) => setWords(before => ({ ...before, ...changes }))
  return { ...draft, words, change, set: setWords, accept, settle }
}
export type CourseDraft = ReturnType<typeof useCourseDraft>

interface Place {
  section: number
  at: number
}

function withLessonMoved(sections: Outline, from: Place, to: Place): Outline {
  const lesson = sections[from.section]?.lessons[from.at]
  if (!lesson || !sections[to.section]) return sections
  const without = sections.map((one, i) =>
    i === from.section ? { ...one, lessons: one.lessons.toSpliced(from.at, 1) } : one,
  )
  return without.map((one, i) =>
    i === to.section ? { ...one, lessons: one.lessons.toSpliced(to.at, 0, lesson) } : one,
  )
}

/** Changes of modules and lessons. */
export function outlineChanges(draft: CourseDraft) {
  const turn = (change: (sections: Outline) => Outline) =>
    draft.set(words => ({ ...words, draft: change(words.draft) }))
  const inSection = (at: number, change: (lessons: Lesson[]) => Lesson[]) =>
    turn(sections => sections.map((one, i) => (i === at ? { ...one, lessons: change(one.lessons) } : one)))
  return {
    addSection: () => turn(sections => [...sections, { id: newId(), title: '', lessons: [] }]),
    renameSection: (at: number, title: string) =>
      turn(sections => sections.map((one, i) => (i === at ? { ...one, title } : one))),
    moveSection: (from: number, to: number) =>
      turn(sections =>
        to < 0 || to >= sections.length ? sections : sections.toSpliced(from, 1).toSpliced(to, 0, sections[from]!),
      ),
    removeSection: (at: number) => turn(sections => sections.toSpliced(at, 1)),
    addLesson: (section: number, kind: LessonKind) => {
      const lesson = newLesson(newId(), kind)
      inSection(section, lessons => [...lessons, lesson])
      return lesson.id
    },
    copyLesson: ({ section, at }: Place) => {
      const id = newId()
      inSection(section, lessons =>
        lessons.toSpliced(at + 1, 0, { ...lessons[at]!, id, title: `${lessons[at]!.title} (copy)` }),
      )
      return id
    },
    setLesson: (id: string, changes: Partial<Lesson>) =>
      turn(sections =>
        sections.map(section => ({
          ...section,
          lessons: section.lessons.map(one => (one.id === id ? { ...one, ...changes } : one)),
        })),
      ),
    removeLesson: ({ section, at }: Place) => inSection(section, lessons => lessons.toSpliced(at, 1)),
    insertLesson: ({ section, at }: Place, lesson: Lesson) =>
      inSection(section, lessons => lessons.toSpliced(at, 0, lesson)),
    moveLesson: (from: Place, to: Place) => turn(sections => withLessonMoved(sections, from, to)),
    /** The same rule for every lesson. */
    dripAll: (drip: Lesson['drip']) =>
      turn(sections => sections.map(one => ({ ...one, lessons: one.lessons.map(lesson => ({ ...lesson, drip })) }))),
  }
}
export type OutlineChanges = ReturnType<typeof outlineChanges>
