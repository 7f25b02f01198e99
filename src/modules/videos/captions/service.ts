import { and, asc, eq } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange, isTaken } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { rowOf } from '../service.ts'
import type { Captions, ChangedCaptions, NewCaptions } from './contract.ts'
import { type Cue, cuesFrom, toStored } from './rules.ts'
import { videoCaptions } from './tables.ts'

export async function list(ctx: Ctx, { videoId }: { videoId: string }) {
  await rowOf(ctx, videoId)
  const items = await ctx.db
    .select({
      id: videoCaptions.id,
      videoId: videoCaptions.videoId,
      language: videoCaptions.language,
      label: videoCaptions.label,
      version: videoCaptions.version,
    })
    .from(videoCaptions)
    .where(eq(videoCaptions.videoId, videoId))
    .orderBy(asc(videoCaptions.label), asc(videoCaptions.id))
  return { items }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Captions> {
  const [row] = await ctx.db.select().from(videoCaptions).where(eq(videoCaptions.id, id))
  const captions = found(row, 'Captions')
  await rowOf(ctx, captions.videoId)
  return captions
}

function readCues({ file, cues }: Pick<NewCaptions, 'file' | 'cues'>): Cue[] {
  if (cues) return inOrder(cues)
  const read = cuesFrom(file ?? '')
  if (!read) throw invalid('file', 'This is no WebVTT or SubRip file')
  if (read.length === 0) throw invalid('file', 'This file has no captions in it')
  if (read.length > 20_000) throw invalid('file', 'At most 20,000 captions')
  return inOrder(read)
}

function inOrder(cues: readonly Cue[]): Cue[] {
  const stored = toStored(cues)
  if (!stored) throw invalid('cues', 'A caption has to end after it begins')
  return stored
}

const labelOf = (language: string) => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language

export async function create(ctx: Ctx, { videoId, language, label, file, cues }: NewCaptions): Promise<Captions> {
  await rowOf(ctx, videoId)
  const [row] = await ctx.db
    .insert(videoCaptions)
    .values({
      videoId,
      language,
      label: label || labelOf(language),
      cues: readCues({ file, cues }),
      createdBy: userOf(ctx),
    })
    .returning()
    .catch(error => {
      throw isTaken(error) ? invalid('language', 'This video already has captions in this language') : error
    })
  announce(ctx, 'videos', videoId)
  return row!
}

export async function update(ctx: Ctx, { id, version, label, cues }: ChangedCaptions): Promise<Captions> {
  const before = await get(ctx, { id })
  const changes = { label: label || undefined, cues: cues && inOrder(cues) }
  if (isNoChange(changes)) return before
  // Two may edit at once: the second is told, and nothing is overwritten.
  const [row] = await ctx.db
    .update(videoCaptions)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(videoCaptions.id, id), eq(videoCaptions.version, version)))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'videos', row.videoId)
  return row
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const { videoId } = await get(ctx, { id })
  await ctx.db.delete(videoCaptions).where(eq(videoCaptions.id, id))
  announce(ctx, 'videos', videoId)
  return {}
}
