import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { ApprovalPolicy, ApprovalRow, CampaignKind, CampaignRow, RecipientRow } from './kinds.ts'
import { changeCampaign, lockedCampaign } from './rows.ts'

type Approved = CampaignRow & ApprovalRow

const policyOf = <Row extends CampaignRow, R extends RecipientRow>(kind: CampaignKind<Row, R>): ApprovalPolicy<Row> => {
  if (!kind.approval) throw new Error(`campaigns of ${kind.name} are not approved`)
  return kind.approval
}

/** Waits for a second person, who hears of it; an earlier approval was one of other words, and is gone. The caller holds the row. */
export async function requestApproval<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  { id, madeBy }: Pick<CampaignRow, 'id' | 'madeBy'>,
): Promise<void> {
  const requested = {
    state: 'waiting',
    approvalRequestedBy: userOf(ctx) ?? madeBy,
    approvalRequestedAt: clock.now(),
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: '',
  }
  const row = await changeCampaign(ctx, kind, id, requested as unknown as Partial<Row>)
  await policyOf(kind).onRequested(ctx, row as Row & ApprovalRow)
}

/** Neither the author nor the member who changed it last is a second person. */
export function canReview(ctx: Ctx, { madeBy, approvalRequestedBy }: Pick<Approved, 'madeBy' | 'approvalRequestedBy'>) {
  const me = userOf(ctx)
  return me !== null && me !== madeBy && me !== approvalRequestedBy
}

/** What the second person has read, and what they say of it. */
export interface Review {
  id: string
  version: number
  note: string
}

/**
 * Held: two who answer at once are one after the other, and the second finds it answered.
 * @returns the campaign, or undefined where it was answered before
 */
export async function recordReview<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  { id, version, note }: Review,
  isApproved: boolean,
): Promise<Row | undefined> {
  const before = (await lockedCampaign(ctx, kind, id)) as Row & ApprovalRow
  if (before.state !== 'waiting') return
  if (!canReview(ctx, before)) throw new Failure('OWN')
  // Changed since they read it.
  if (before.version !== version) throw new Failure('CONFLICT')
  const reviewed = {
    state: isApproved ? 'scheduled' : 'declined',
    reviewedBy: userOf(ctx),
    reviewedAt: clock.now(),
    reviewNote: note,
  }
  const row = (await changeCampaign(ctx, kind, id, reviewed as unknown as Partial<Row>)) as Row & ApprovalRow
  await policyOf(kind).onReviewed(ctx, row, isApproved)
  return row
}
