import { fileById, keep, keepForGood } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { storage } from '#providers/storage/index.ts'
import { MOST_BYTES, readSound } from '../rules/audio.ts'

/** Stores a recording that was brought or made in the browser. @throws BAD_REQUEST with a sentence where it can't be played */
export async function keepRecording(ctx: Pick<OuterCtx, 'client' | 'tx'>, bytes: Uint8Array) {
  const sound = readSound(bytes)
  if (typeof sound === 'string') throw new Failure('BAD_REQUEST', sound)
  const extension = sound.type === 'audio/wav' ? 'wav' : 'mp3'
  async function* content() {
    yield bytes
  }
  const file = { name: `announcement.${extension}`, contentType: sound.type, purpose: 'announcement' as const }
  const kept = await keep(ctx, file, content(), MOST_BYTES)
  return { id: kept.id, seconds: Math.ceil(sound.seconds) }
}

/** Seconds of a recording that a script takes; it stays from now on. */
export async function takeRecording(ctx: Ctx, id: string): Promise<void> {
  await fileById(ctx, id, 'announcement')
  await keepForGood(ctx, [id])
}

/** Seconds of a stored recording. */
export async function secondsOfRecording(ctx: OuterCtx, id: string): Promise<number> {
  const { storageKey } = await ctx.tx(tx => fileById(tx, id, 'announcement'))
  const pieces: Uint8Array[] = []
  for await (const piece of await storage().get(storageKey)) pieces.push(piece)
  const sound = readSound(Buffer.concat(pieces))
  return typeof sound === 'string' ? 0 : Math.ceil(sound.seconds)
}
