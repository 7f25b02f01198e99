import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may, type Permission, roles } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { FAILURES } from '../rules/states.ts'
import { workflowRuns, workflows } from '../tables.ts'

/** Everyone who may change workflows, and has these permissions. */
export async function listEditors(ctx: Ctx, permissions: readonly Permission[] = []): Promise<string[]> {
  const needed: Permission[] = ['automation.write', ...permissions]
  const able = roles.filter(role => needed.every(one => may(role, one)))
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, able), activeMember))
  return rows.map(({ userId }) => userId)
}

/** Where more than half of the last runs failed within an hour, nobody new is taken until someone has looked at it. */
export async function pauseIfFailing(ctx: Ctx, workflowId: string): Promise<void> {
  const last = await ctx.db
    .select({ state: workflowRuns.state })
    .from(workflowRuns)
    .where(
      and(
        eq(workflowRuns.workflowId, workflowId),
        inArray(workflowRuns.state, ['completed', 'failed', 'exited']),
        gt(workflowRuns.finishedAt, new Date(clock.ms() - hours(1))),
      ),
    )
    .orderBy(desc(workflowRuns.finishedAt))
    .limit(FAILURES.of)
  const failed = last.filter(({ state }) => state === 'failed').length
  if (last.length < FAILURES.least || failed * 2 <= last.length) return
  const [paused] = await ctx.db
    .update(workflows)
    .set({ state: 'paused' })
    .where(and(eq(workflows.id, workflowId), eq(workflows.state, 'active')))
    .returning({ name: workflows.name, version: workflows.version })
  if (!paused) return
  announce(ctx, 'automation', workflowId)
  await notify(ctx, await listEditors(ctx), {
    type: 'automation',
    title: `“${paused.name}” was paused`,
    body: `${failed} of its last ${last.length} runs failed. People who are in it go on; nobody new is taken. Check the runs, then activate it again.`,
    href: `/automation/${workflowId}`,
    dedupeKey: `workflow-failing:${workflowId}:${paused.version}`,
  })
}
