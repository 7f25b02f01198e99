import { randomUUID } from 'node:crypto'
import { clock, days, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { crisisAlerts, crisisShifts } from './tables.ts'

/** The demo church has someone on call at any time, and tried it once. */
export async function seedCrisis(ctx: Ctx, { userIds }: Demo): Promise<void> {
  const [owner] = userIds
  await ctx.db
    .insert(crisisShifts)
    .values({ userId: owner!, weekdays: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, untilMinute: 0 })
  const id = randomUUID()
  const at = clock.ms() - days(20)
  await ctx.db.insert(crisisAlerts).values({
    id,
    kind: 'self_harm',
    source: 'test',
    sourceId: id,
    state: 'closed',
    rounds: 1,
    createdAt: new Date(at),
    takenBy: owner,
    takenAt: new Date(at + minutes(1)),
    closedBy: owner,
    closedAt: new Date(at + minutes(2)),
  })
}
