import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { UnreadableFile } from '#files/reading/rules.ts'
import { drawn, openPicture } from '#files/service/pictures.ts'
import { publicFile } from '#files/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asPlatform } from '#kernel/run.ts'
import { Missing, storage } from '#providers/storage/index.ts'

const PATH = '/storage/v1/logos/'

/** Where browsers find the church's logo; null where it has none. */
export async function logoOf(ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.db.select({ logoId: clients.logoId }).from(clients).where(eq(clients.id, ctx.client.id))
  return row?.logoId ? `${PATH}${row.logoId}` : null
}

/** Pixels: enough for its place on a card at 300 dpi and its bleed. */
const SIDE = 400

/** A logo as part of a file, as PNG; null where it is gone meanwhile. Outside of any transaction. */
export async function embeddedLogo(logo: string | null): Promise<string | null> {
  if (!logo) return null
  try {
    const file = await asPlatform('logo', db => publicFile(db, logo.slice(PATH.length), 'logo'))
    const chunks: Buffer[] = []
    for await (const chunk of await storage().get(file.storageKey)) chunks.push(chunk)
    const picture = await drawn(openPicture(Buffer.concat(chunks)).resize(SIDE, SIDE, { fit: 'inside' }).png())
    return `data:image/png;base64,${picture.toString('base64')}`
  } catch (error) {
    if (
      error instanceof Missing ||
      error instanceof UnreadableFile ||
      (error as { code?: string }).code === 'NOT_FOUND'
    )
      return null
    throw error
  }
}
