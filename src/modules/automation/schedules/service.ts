import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { conditionsSql } from '#people/segments/service/sql.ts'
import {
  type DateTrigger,
  dueDays,
  fallsOn,
  type RepeatTrigger,
  type StaleTrigger,
  shifted,
  yearlyDaysOf,
} from '../rules/schedule.ts'
import { enrollPeople } from '../service/engine.ts'
import { workflows, workflowTriggers } from '../tables.ts'

type Who = (ctx: Ctx, input: any, day: string) => SQL | null

/** Whom each trigger of the calendar starts on a day, of the rows of `people`; null: nobody. */
const whoOn: Record<string, Who> = {
  'schedule.date': (_, { field, offsetDays }: DateTrigger, day) => onDate(field, shifted(day, -offsetDays)),
  'schedule.stale': (ctx, { days, stage }: StaleTrigger, day) =>
    sql`people.id in (select l.person_id from leads l where l.client_id = people.client_id and l.deleted_at is null
      and l.status <> 'closed' ${stage ? sql`and l.status = ${stage}` : sql``}
      and (greatest(l.stage_entered_at, l.last_touch_at) at time zone ${ctx.client.timeZone})::date = ${shifted(day, -days)}::date)`,
  'schedule.repeat': (ctx, { conditions, ...rest }: RepeatTrigger, day) => {
    if (!fallsOn(rest, day)) return null
    const asked = conditions as Conditions | null
    return asked?.of?.length ? conditionsSql(ctx, asked) : sql`true`
  },
}
export const scheduledKeys = Object.keys(whoOn)

const yearly: Record<string, SQL> = { birthDate: sql`people.birth_date`, anniversary: sql`people.anniversary` }

function onDate(field: string, day: string): SQL {
  const own = yearly[field]
  if (own) return sql`right(${own}, 5) = any(${sql.param(yearlyDaysOf(day))}::text[])`
  return sql`people.id in (select v.person_id from person_field_values v join person_fields f
    on f.client_id = v.client_id and f.id = v.field_id where v.client_id = people.client_id
    and f.key = ${field.replace(/^custom\./, '')} and f.deleted_at is null and v.body_day = ${day}::date)`
}

export const accountsWithSchedules = () =>
  sql`select t.client_id from workflow_triggers t join workflows w on w.client_id = t.client_id and w.id = t.workflow_id
    where w.state = 'active' and t.trigger = any(${sql.param(scheduledKeys)}::text[])`

const BATCH = 200

/** Starts what the calendar starts by now; each person once for each day, however often it is asked. */
export async function startScheduledRuns(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .select({
      workflowId: workflowTriggers.workflowId,
      trigger: workflowTriggers.trigger,
      input: workflowTriggers.input,
      since: workflowTriggers.createdAt,
    })
    .from(workflowTriggers)
    .innerJoin(
      workflows,
      and(eq(workflows.clientId, workflowTriggers.clientId), eq(workflows.id, workflowTriggers.workflowId)),
    )
    .where(and(eq(workflows.state, 'active'), inArray(workflowTriggers.trigger, scheduledKeys)))
  for (const { workflowId, trigger, input, since } of rows)
    for (const day of dueDays(hourOf(input), since, clock.now(), ctx.client.timeZone))
      await startOn(ctx, { workflowId, trigger, input, day })
}

const hourOf = ({ hour }: Record<string, unknown>) => (typeof hour === 'number' ? hour : 9)

interface Start {
  workflowId: string
  trigger: string
  input: Record<string, unknown>
  day: string
}

async function startOn(ctx: Ctx, { workflowId, trigger, input, day }: Start): Promise<void> {
  const who = whoOn[trigger]!(ctx, { offsetDays: 0, ...input }, day)
  if (!who) return
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select people.id from people where people.deleted_at is null and not people.deceased and (${who})
      and not exists (select from workflow_runs r where r.client_id = people.client_id
        and r.workflow_id = ${workflowId} and r.event_key = ${`${trigger} ${day} `} || people.id)
      order by people.id`,
  )
  for (let i = 0; i < rows.length; i += BATCH)
    await enrollPeople(ctx, {
      workflowId,
      trigger,
      depth: 0,
      personIds: rows.slice(i, i + BATCH).map(({ id }) => id),
      eventKey: personId => `${trigger} ${day} ${personId}`,
    })
}
