import { eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Ctx } from '#kernel/ctx.ts'
import { notFound } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { lockCampaign } from '#messaging/service/campaign-lock.ts'
import type { CampaignKind, CampaignRow, CampaignTable, RecipientRow } from './kinds.ts'

/** Held until the commit; undefined where it is gone. */
export async function holdRow<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { campaigns }: CampaignKind<Row, R>,
  id: string,
  how: 'update' | 'share' = 'update',
): Promise<Row | undefined> {
  const [row] = await ctx.db.select().from(campaigns).where(eq(campaigns.id, id)).for(how)
  return row as unknown as Row | undefined
}

/** Held against batches too: none is being written, and the next one waits. */
export async function lockedCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  id: string,
): Promise<Row> {
  await lockCampaign(ctx, id)
  const row = await holdRow(ctx, kind, id)
  if (!row || row.deletedAt) throw notFound('Campaign')
  return row
}

/** Writes a change of a row that is held, and says so to the screens. */
export async function changeCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { campaigns }: CampaignKind<Row, R>,
  id: string,
  changes: Partial<Row>,
): Promise<Row> {
  const [row] = await ctx.db
    .update(campaigns)
    .set(changes as PgUpdateSetSource<CampaignTable>)
    .where(eq(campaigns.id, id))
    .returning()
  announce(ctx, 'campaigns', id)
  return row as unknown as Row
}
