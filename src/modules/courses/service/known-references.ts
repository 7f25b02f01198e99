import { and, eq, inArray, isNull } from 'drizzle-orm'
import { appointments } from '#calendar/tables.ts'
import { files } from '#files/tables.ts'
import { forms } from '#forms/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { videos } from '#videos/tables.ts'
import type { Known } from '../rules/checks.ts'
import { lessonsOf, type Outline } from '../rules/outline.ts'

const some = <T>(values: readonly (T | null)[]): T[] => [...new Set(values.filter(value => value !== null))] as T[]
const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))

/** What of the things that a course names is there to be used. */
export async function readKnown(ctx: Ctx, outline: Outline): Promise<Known> {
  const lessons = lessonsOf(outline)
  const [videoIds, formIds] = [some(lessons.map(one => one.videoId)), some(lessons.map(one => one.formId))]
  const appointmentIds = some(lessons.map(one => one.appointmentId))
  const fileIds = some(lessons.flatMap(one => one.files.map(({ id }) => id)))
  const watched = await (videoIds.length === 0
    ? []
    : ctx.db
        .select({ id: videos.id })
        .from(videos)
        .where(and(inArray(videos.id, videoIds), isNull(videos.deletedAt), eq(videos.state, 'ready'))))
  const filled = await (formIds.length === 0
    ? []
    : ctx.db
        .select({ id: forms.id })
        .from(forms)
        .where(and(inArray(forms.id, formIds), isNull(forms.deletedAt), eq(forms.live, true))))
  const met = await (appointmentIds.length === 0
    ? []
    : ctx.db
        .select({ id: appointments.id, status: appointments.status })
        .from(appointments)
        .where(inArray(appointments.id, appointmentIds)))
  const kept = await (fileIds.length === 0
    ? []
    : ctx.db
        .select({ id: files.id })
        .from(files)
        .where(and(inArray(files.id, fileIds), isNull(files.removedAt), eq(files.purpose, 'lesson'))))
  return {
    videoIds: idsOf(watched),
    formIds: idsOf(filled),
    fileIds: idsOf(kept),
    appointmentIds: idsOf(met.filter(({ status }) => status !== 'cancelled')),
    isVerse: reference => parsePassages(reference).length > 0,
  }
}
