import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { fillTags } from '#messaging/rules/merge-tags.ts'
import { taggedText } from '#messaging/rules/step-message.ts'
import { notify } from '#notifications/service.ts'
import { recipientOf } from '#people/fields/service/field-tags.ts'
import { Conditions } from '#people/segments/contract.ts'
import { webhookEndpoints } from '#webhooks/tables.ts'
import { startedByItself, webhookAsked } from '../events.ts'
import { DateTrigger, RepeatTrigger, StaleTrigger } from '../rules/schedule.ts'
import { openRuns } from '../rules/states.ts'
import { workflowRuns, workflows, workflowTimers } from '../tables.ts'
import { enrollPeople } from './engine.ts'

/** Whose step it is, from its key. */
async function runOf(ctx: Ctx, key: string) {
  const [, id, step] = key.split(':')
  const [row] = await ctx.db.select().from(workflowRuns).where(eq(workflowRuns.id, id!))
  return { ...found(row, 'Run'), step: step! }
}
const Chosen = z.object({ workflowId: z.uuid('Please choose a workflow') })
const Notice = z.object({
  /** Null: the member that the person is assigned to. */
  userId: z.uuid().nullish(),
  title: taggedText(200, 'Please write the notice'),
})

const bySchedule = (input: WorkflowTrigger['input']): WorkflowTrigger => ({
  event: startedByItself,
  input,
  person: () => null,
})
const Conditional = RepeatTrigger.superRefine(({ conditions }, check) => {
  if (conditions && !Conditions.safeParse(conditions).success)
    check.addIssue({ code: 'custom', message: 'Complete the conditions' })
})

export const automationTriggers: Record<string, WorkflowTrigger> = {
  manual: bySchedule(z.object({})),
  'schedule.date': bySchedule(DateTrigger),
  'schedule.stale': bySchedule(StaleTrigger),
  'schedule.repeat': bySchedule(Conditional),
}

export const automationActions: Record<string, WorkflowAction> = {
  'automation.notify': {
    input: Notice,
    async run(ctx, { personId, input: { userId, title }, key }) {
      const { person, values } = await recipientOf(ctx, personId, title)
      const to = userId ?? person.assignedTo
      if (!to) return { skipped: 'no_owner' }
      const { text } = fillTags(title, values)
      const news = { type: 'workflow', title: text, body: `About ${person.name}.`, href: `/people/${personId}` }
      await notify(ctx, [to], { ...news, dedupeKey: key })
      return { userId: to }
    },
  },
  'automation.webhook': {
    input: z.object({ endpointId: z.uuid().nullish() }),
    async run(ctx, { personId, input: { endpointId = null }, key }) {
      const { id: runId, workflowId, step } = await runOf(ctx, key)
      if (endpointId) await mustListen(ctx, endpointId)
      await emit(ctx, webhookAsked, { workflowId, runId, step, personId, endpointId })
      return { delivery: 'pending' }
    },
  },
  'automation.add_to_workflow': {
    input: Chosen,
    async run(ctx, { personId, input: { workflowId }, key }) {
      await mustBeThere(ctx, workflowId)
      const { depth } = await runOf(ctx, key)
      const added = await enrollPeople(ctx, {
        workflowId,
        personIds: [personId],
        trigger: 'workflow',
        depth: depth + 1,
        eventKey: () => key,
      })
      return added.length > 0 ? { workflowId } : { workflowId, skipped: 'not_admitted' }
    },
  },
  'automation.remove_from_workflow': {
    input: Chosen,
    async run(ctx, { personId, input: { workflowId }, key }) {
      await mustBeThere(ctx, workflowId)
      const { id } = await runOf(ctx, key)
      return { workflowId, removed: await removeFrom(ctx, workflowId, personId, id) }
    },
  },
}

async function mustBeThere(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.id, id), isNull(workflows.deletedAt)))
  found(row, 'Workflow')
}

async function mustListen(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ disabledAt: webhookEndpoints.disabledAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
  if (found(row, 'Webhook endpoint').disabledAt) throw new Error('The webhook endpoint is turned off')
}

/** The run that does it goes on. @returns how many were ended */
async function removeFrom(ctx: Ctx, workflowId: string, personId: string, but: string): Promise<number> {
  const rows = await ctx.db
    .update(workflowRuns)
    .set({ state: 'cancelled', finishedAt: clock.now() })
    .where(
      and(
        eq(workflowRuns.workflowId, workflowId),
        eq(workflowRuns.personId, personId),
        ne(workflowRuns.id, but),
        inArray(workflowRuns.state, [...openRuns]),
      ),
    )
    .returning({ id: workflowRuns.id })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.delete(workflowTimers).where(inArray(workflowTimers.runId, ids))
  announce(ctx, 'automation', workflowId)
  return rows.length
}
