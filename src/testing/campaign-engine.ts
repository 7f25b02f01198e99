import type { CampaignKind, CampaignRow, RecipientRow } from '#campaigns/service/kinds.ts'
import { decideSplit } from '#campaigns/service/lifecycle.ts'
import { finishCampaign, writeBatch } from '#campaigns/service/sending.ts'
import { startScheduled } from '#campaigns/service/starting.ts'
import type { Ctx } from '#kernel/ctx.ts'

/** What the jobs of campaigns call, for one kind of them and step by step. */
export const engineOf = <Row extends CampaignRow, R extends RecipientRow>(kind: CampaignKind<Row, R>) => ({
  startScheduled: (ctx: Ctx, id: string) => startScheduled(ctx, kind, id),
  writeBatch: async (ctx: Ctx, id: string) => (await writeBatch(ctx, kind, id)).next,
  decide: (ctx: Ctx, id: string) => decideSplit(ctx, kind, id),
  finishCampaign: (ctx: Ctx, id: string) => finishCampaign(ctx, kind, id),
})
