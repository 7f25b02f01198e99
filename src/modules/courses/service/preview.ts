import { z } from 'zod'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { open, seal } from '#kernel/secrets.ts'
import { churchSlug } from '#videos/service/church.ts'
import { readCourseRow } from '../service.ts'

const CONTEXT = 'course preview'
const Said = z.object({ c: z.uuid(), u: z.uuid().nullable(), t: z.number() })

/** An address at which a member sees the draft as learners will; it holds for an hour. */
export async function createPreview(ctx: Ctx, { id }: { id: string }) {
  await readCourseRow(ctx, id)
  const token = seal(JSON.stringify({ c: id, u: userOf(ctx), t: clock.ms() }), CONTEXT)
  return { url: `${env.publicUrl}/m/${await churchSlug(ctx)}/preview/${encodeURIComponent(token)}` }
}

/** The course and the member of such an address; undefined where it is forged or too old. */
export function readPreviewToken(token: string): { courseId: string; userId: string | null } | undefined {
  try {
    const { c, u, t } = Said.parse(JSON.parse(open(token, CONTEXT)))
    return clock.ms() - t < hours(1) ? { courseId: c, userId: u } : undefined
  } catch {
    return
  }
}
