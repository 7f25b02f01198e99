import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireMember } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { personChanged, personCreated, personTagged, taskDone } from '../events.ts'
import { createNote } from '../notes/service.ts'
import { workflowFields } from '../rules/standard-fields.ts'
import { addTags, setAssignee } from '../service.ts'
import { people, personTags, tags } from '../tables.ts'
import { create as createTask } from '../tasks/service.ts'
import { announceChanged, announceTagged } from './news.ts'

const nothing = z.object({})

const having = (tagId: string) =>
  sql`people.id in (select x.person_id from person_tags x where x.client_id = people.client_id and x.tag_id = ${tagId})`
const tagNews = (isAdded: boolean): WorkflowTrigger => ({
  event: personTagged,
  input: z.object({ tagId: z.uuid('Please choose a tag') }),
  person: news => (news.isAdded === isAdded ? news.personId : null),
  fits: (news, { tagId }) => news.tagId === tagId,
})

/** Whether a field has that value now, which later changes may have taken away again. */
async function isNow(ctx: Ctx, personId: string, field: string, value: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(people).where(eq(people.id, personId))
  const now = (row as Record<string, unknown> | undefined)?.[field]
  return typeof now === 'string' && now.toLowerCase() === value.toLowerCase()
}

export const peopleTriggers: Record<string, WorkflowTrigger> = {
  'person.created': {
    event: personCreated,
    input: nothing,
    person: ({ personId }) => personId,
    existing: () => sql`true`,
  },
  'person.tagged': { ...tagNews(true), existing: (_, { tagId }) => having(tagId) },
  'person.untagged': tagNews(false),
  'person.changed': {
    event: personChanged,
    input: z.object({
      field: z.string('Please choose a field').min(1, 'Please choose a field').max(80),
      value: z.string().trim().max(200).nullish(),
    }),
    person: ({ personId }) => personId,
    fits: async ({ personId, fields }, { field, value }, ctx) =>
      fields.includes(field) && (!value || (await isNow(ctx, personId, field, value))),
  },
  'task.done': { event: taskDone, input: nothing, person: ({ personId }) => personId },
}

const TagChosen = z.object({ tagId: z.uuid('Please choose a tag') })
async function mustBeTag(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.select({ id: tags.id }).from(tags).where(eq(tags.id, id))
  found(row, 'Tag')
}

const changeable = Object.keys(workflowFields) as (keyof typeof workflowFields)[]
const Field = z.object({ field: z.enum(changeable, 'Please choose a field'), value: z.string().trim().max(200) })
const Task = z.object({
  title: z.string().trim().min(1, 'Please enter a title').max(300),
  assigneeId: z.uuid().nullish(),
  dueInDays: z.number().int().min(0).max(365).nullish(),
})

export const peopleActions: Record<string, WorkflowAction> = {
  'people.add_tag': {
    input: TagChosen,
    async run(ctx, { personId, input: { tagId } }) {
      await mustBeTag(ctx, tagId)
      await addTags(ctx, personId, [tagId])
      announce(ctx, 'people', personId)
      return { tagId }
    },
  },
  'people.remove_tag': {
    input: TagChosen,
    async run(ctx, { personId, input: { tagId } }) {
      const removed = await ctx.db
        .delete(personTags)
        .where(and(eq(personTags.personId, personId), eq(personTags.tagId, tagId)))
        .returning({ personId: personTags.personId, tagId: personTags.tagId })
      await announceTagged(ctx, removed, false)
      announce(ctx, 'people', personId)
      return { tagId }
    },
  },
  'people.set_field': {
    input: Field,
    async run(ctx, { personId, input: { field, value } }) {
      const [before] = await ctx.db
        .select()
        .from(people)
        .where(and(eq(people.id, personId), isNull(people.deletedAt)))
      if (!before || before[field as keyof typeof workflowFields] === (value || null))
        return { field, value, changed: false }
      const changes = { [field]: value || null }
      await ctx.db.update(people).set(changes).where(eq(people.id, personId))
      await announceChanged(ctx, before, changes)
      announce(ctx, 'people', personId)
      return { field, value }
    },
  },
  'people.assign': {
    input: z.object({ userId: z.uuid('Please choose a member') }),
    async run(ctx, { personId, input: { userId } }) {
      await requireMember(ctx, userId, 'userId')
      await setAssignee(ctx, personId, userId)
      return { userId }
    },
  },
  'people.add_note': {
    input: z.object({ body: z.string().trim().min(1, 'Please write the note').max(5_000) }),
    async run(ctx, { personId, input: { body } }) {
      const { id } = await createNote(ctx, { personId, body, visibility: 'staff' as never })
      return { noteId: id }
    },
  },
  'people.add_task': {
    input: Task,
    async run(ctx, { personId, input: { title, assigneeId, dueInDays } }) {
      const dueAt = dueInDays === null || dueInDays === undefined ? null : new Date(clock.ms() + days(dueInDays))
      const { id } = await createTask(ctx, { title, personId, assigneeId: assigneeId ?? null, dueAt })
      return { taskId: id }
    },
  },
}
