import { and, eq, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { toReceiptGift } from '../../receipts/rules/content.ts'
import { listReceiptGifts } from '../../receipts/service/receipt-gifts.ts'
import { receipts } from '../../receipts/tables.ts'
import { gifts } from '../../tables.ts'
import { lockGiftReceipts } from '../service.ts'

/** Members who write receipts hear once of each that a change of its gift made wrong: no name, no amount. */
export async function flagOutdatedReceipts(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const found = (await lockGiftReceipts(ctx, giftId)).filter(row => !row.outdatedAt)
  if (found.length === 0) return
  const [gift] = await listReceiptGifts(ctx, eq(gifts.id, giftId))
  const now = gift ? toReceiptGift(gift) : null
  const same = (row: (typeof found)[number]) => {
    const told = row.snapshot.gifts.find(one => one.id === giftId)
    const isTheirs = row.donorKey === gift?.personId || row.donorKey === gift?.householdId
    const keys = ['day', 'currency', 'amount', 'eligible', 'advantage', 'description'] as const
    return isTheirs && told && now && keys.every(key => told[key] === now[key])
  }
  const wrong = found.filter(row => !same(row)).map(row => row.id)
  if (wrong.length === 0) return
  await ctx.db.update(receipts).set({ outdatedAt: clock.now() }).where(inArray(receipts.id, wrong))
  announce(ctx, 'gifts', giftId)
  const team = await ctx.db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(activeMember))
  const able = team.filter(({ role }) => may(role, 'giving.write')).map(({ userId }) => userId)
  for (const id of wrong)
    await notify(ctx, able, {
      type: 'giving-statement',
      title: 'A giving receipt needs a correction',
      body: 'A gift on it was refunded, disputed or corrected. Issue a corrected one.',
      href: '/donations/statements',
      dedupeKey: `giving-receipt-outdated:${id}`,
    })
}
