import { and, inArray, isNotNull } from 'drizzle-orm'
import { enrollments } from '#courses/enrollments/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type StepState, statesOf } from '../rules/progress.ts'
import { pathwaySignoffs } from '../tables.ts'

type Signoff = typeof pathwaySignoffs.$inferSelect
/** Someone on a pathway. */
export interface OnPathway {
  id: string
  personId: string
}
interface Step {
  id: string
  courseId: string | null
  kind: string
}
export type StepOf<S extends Step> = { step: S; state: StepState; signoff: Signoff | undefined }

const keyOf = (one: string, other: string) => `${one} ${other}`

async function signoffsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = ids.length
    ? await ctx.db
        .select()
        .from(pathwaySignoffs)
        .where(inArray(pathwaySignoffs.personId, [...ids]))
    : []
  return new Map(rows.map(row => [keyOf(row.personId, row.stepId), row]))
}

/** Who completed which course, ever: a class that was taken once stays taken. */
async function completionsOf(ctx: Ctx, personIds: readonly string[], courseIds: readonly string[]) {
  const rows =
    personIds.length && courseIds.length
      ? await ctx.db
          .select({ personId: enrollments.personId, courseId: enrollments.courseId })
          .from(enrollments)
          .where(
            and(
              inArray(enrollments.courseId, [...courseIds]),
              inArray(enrollments.personId, [...personIds]),
              isNotNull(enrollments.completedAt),
            ),
          )
      : []
  return new Set(rows.map(({ personId, courseId }) => keyOf(personId, courseId)))
}

/** Where these people stand in the steps of one pathway, by their id on it. */
export async function progressOf<S extends Step>(
  ctx: Ctx,
  steps: readonly S[],
  them: readonly OnPathway[],
): Promise<Map<string, StepOf<S>[]>> {
  const personIds = them.map(({ personId }) => personId)
  const signoffs = await signoffsOf(ctx, personIds)
  const courseIds = steps.flatMap(({ courseId }) => courseId ?? [])
  const completions = await completionsOf(ctx, personIds, courseIds)
  return new Map(
    them.map(({ id, personId }) => {
      const facts = steps.map(step => {
        const signoff = step.kind === 'real_life' ? signoffs.get(keyOf(personId, step.id)) : undefined
        const isDone = step.courseId ? completions.has(keyOf(personId, step.courseId)) : signoff?.state === 'signed'
        return { step, signoff, isDone, isRequested: signoff?.state === 'requested' }
      })
      const states = statesOf(facts)
      return [id, facts.map(({ step, signoff }, at) => ({ step, signoff, state: states[at]! }))]
    }),
  )
}
