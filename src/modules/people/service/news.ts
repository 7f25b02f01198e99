import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { personChanged, personTagged } from '../events.ts'

interface Tagged {
  personId: string
  tagId: string
}

/** Says of each person that a tag was put on them, or taken off. */
export async function announceTagged(ctx: Ctx, rows: readonly Tagged[], isAdded: boolean): Promise<void> {
  const at = clock.now()
  for (const { personId, tagId } of rows)
    await emit(ctx, personTagged, { personId, tagId, isAdded, userId: userOf(ctx), at })
}

/** Says which fields of someone have another value now; `custom.<id>` is a field of the church's own. */
export async function announceChanged(
  ctx: Ctx,
  before: object & { id: string },
  changes: object,
  custom: readonly string[] = [],
): Promise<void> {
  const had = before as Record<string, unknown>
  const own = Object.entries(changes).flatMap(([field, value]) =>
    value !== undefined && JSON.stringify(value ?? null) !== JSON.stringify(had[field] ?? null) ? [field] : [],
  )
  const fields = [...own, ...custom.map(id => `custom.${id}`)]
  if (fields.length > 0)
    await emit(ctx, personChanged, { personId: before.id, fields, userId: userOf(ctx), at: clock.now() })
}
