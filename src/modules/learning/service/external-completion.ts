import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { lessons } from '#courses/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { completeLesson } from './completion.ts'
import { Locked, readLesson } from './state.ts'

async function completeWhere(ctx: Ctx, personId: string, where: SQL, how: 'form' | 'attended'): Promise<void> {
  const rows = await ctx.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(where, isNull(lessons.removedAt)))
    .limit(50)
  for (const { id } of rows) {
    const readable = await readLesson(ctx, personId, id).catch(error => {
      // Someone who isn’t in the course, or not there yet, filled in a form like everyone else.
      if (error instanceof Locked || (error instanceof Failure && error.code === 'NOT_FOUND')) return
      throw error
    })
    if (readable) await completeLesson(ctx, readable.enrollment.id, id, how)
  }
}

export async function completeByForm(ctx: Ctx, { formId, personId }: { formId: string; personId: string | null }) {
  if (personId) await completeWhere(ctx, personId, eq(lessons.formId, formId), 'form')
}

export const completeByEvent = (ctx: Ctx, { appointmentId, personId }: { appointmentId: string; personId: string }) =>
  completeWhere(ctx, personId, eq(lessons.appointmentId, appointmentId), 'attended')
