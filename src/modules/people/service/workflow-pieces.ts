import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { mustBeMember } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { personCreated, taskDone } from '../events.ts'
import { createNote } from '../notes/service.ts'
import { workflowFields } from '../rules/fields.ts'
import { people, personTags, tags } from '../tables.ts'
import { create as createTask } from '../tasks/service.ts'

const nothing = z.object({})

export const peopleTriggers: Record<string, WorkflowTrigger> = {
  'person.created': { event: personCreated, input: nothing, person: ({ personId }) => personId },
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
      await ctx.db.insert(personTags).values({ personId, tagId }).onConflictDoNothing()
      announce(ctx, 'people', personId)
      return { tagId }
    },
  },
  'people.remove_tag': {
    input: TagChosen,
    async run(ctx, { personId, input: { tagId } }) {
      await ctx.db.delete(personTags).where(and(eq(personTags.personId, personId), eq(personTags.tagId, tagId)))
      announce(ctx, 'people', personId)
      return { tagId }
    },
  },
  'people.set_field': {
    input: Field,
    async run(ctx, { personId, input: { field, value } }) {
      await ctx.db
        .update(people)
        .set({ [field]: value || null })
        .where(and(eq(people.id, personId), isNull(people.deletedAt)))
      announce(ctx, 'people', personId)
      return { field, value }
    },
  },
  'people.assign': {
    input: z.object({ userId: z.uuid('Please choose a member') }),
    async run(ctx, { personId, input: { userId } }) {
      await mustBeMember(ctx, userId, 'userId')
      await ctx.db.update(people).set({ assignedTo: userId }).where(eq(people.id, personId))
      announce(ctx, 'people', personId)
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
