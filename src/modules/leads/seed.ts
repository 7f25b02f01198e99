import { sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { officeClock, wakingClock } from '#people/rules/church-hours.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { type Outcome, type Stage, stages } from './rules/stages.ts'
import { leads, stageHistory } from './tables.ts'

interface Plan {
  stage: Stage
  outcome?: Outcome
  reason?: string
}

/** 152 leads, five won of 27 closed in the last 90 days: the dashboard's 18.5% (spec decision 26). */
const plans = (): Plan[] => [
  ...Array.from({ length: 44 }, () => ({ stage: 'new' as const })),
  ...Array.from({ length: 38 }, () => ({ stage: 'contacted' as const })),
  ...Array.from({ length: 26 }, () => ({ stage: 'qualified' as const })),
  ...Array.from({ length: 17 }, () => ({ stage: 'proposal' as const })),
  ...Array.from({ length: 5 }, () => ({ stage: 'closed' as const, outcome: 'won' as const })),
  ...Array.from({ length: 16 }, (_, i) => ({
    stage: 'closed' as const,
    outcome: 'lost' as const,
    reason: ['Moved away', 'Found another church', 'No answer'][i % 3]!,
  })),
  ...Array.from({ length: 6 }, () => ({ stage: 'closed' as const, outcome: 'abandoned' as const })),
]
const sources = [
  'Website',
  'Website',
  'Website',
  'Sunday visit',
  'Sunday visit',
  'Referral',
  'Referral',
  'Event',
  'Webinar',
  'LinkedIn',
  'Cold Call',
  null,
]
const moods = [
  '',
  '',
  'Came with two children.',
  'Interested in membership class.',
  'Met at the summer picnic.',
  'Asked about service times.',
  '',
]

type Dice = ReturnType<typeof dice>

interface Making {
  userIds: string[]
  roll: Dice
  /** A moment of the day, so many milliseconds ago. */
  waking: (ago: number) => Date
}

function aLead({ stage, outcome, reason }: Plan, rank: string, personId: string, { userIds, roll, waking }: Making) {
  const age = stage === 'new' ? 2 + roll.below(80) : 48 + roll.below(24 * 80)
  const createdAgo = hours(age)
  const enteredAgo = stage === 'new' ? createdAgo : hours(1 + roll.below(Math.max(1, age - 1)))
  const [createdAt, entered] = [waking(createdAgo), waking(enteredAgo)]
  const row = {
    personId,
    status: stage,
    rank,
    source: roll.pick(sources),
    assignedTo: roll.below(3) === 0 ? null : roll.pick(userIds),
    notes: roll.pick(moods),
    outcome: outcome ?? null,
    reason: reason ?? null,
    createdAt,
    stageEnteredAt: entered,
    closedAt: stage === 'closed' ? entered : null,
    followUpAt: stage === 'new' ? new Date(createdAt.getTime() + hours(36)) : null,
    createdBy: userIds[0]!,
  }
  return { row, createdAgo, enteredAgo }
}

/** The stages that a lead came through, the first one not counted. */
const pathTo = (stage: Stage): Stage[] =>
  stages.slice(1, stages.indexOf(stage) + 1).filter(one => stage !== 'closed' || one !== 'proposal')

/** Calls for each step, and one email; what came of the calls. */
const results = ['voicemail', 'reached', 'no_answer', 'reached'] as const

/** Puts people on the board, a few of them overdue. Returns how many. */
export async function seedLeads(
  ctx: Ctx,
  { personIds, userIds }: { personIds: string[]; userIds: string[] },
): Promise<number> {
  const roll = dice(11)
  const all = plans()
  const ranks = generateNKeysBetween(null, null, all.length)
  const now = clock.now()
  const making = { userIds, roll, waking: wakingClock(now, ctx.client.timeZone) }
  const planned = all.map((plan, i) => aLead(plan, ranks[i]!, personIds[personIds.length - 1 - i]!, making))
  // Ids rise with time, and lists page by id: the oldest is written first.
  planned.sort((a, b) => b.createdAgo - a.createdAgo)
  const made = await ctx.db
    .insert(leads)
    .values(planned.map(({ row }) => row))
    .returning({ id: leads.id })
  const told = planned.map((plan, i) => ({ ...plan, leadId: made[i]!.id }))
  await seedSteps(ctx, told, making)
  await seedTouches(ctx, told, officeClock(now, ctx.client.timeZone), userIds)
  return made.length
}

type Told = ReturnType<typeof aLead> & { leadId: string }

/** How each came onto the board and through its stages. */
async function seedSteps(ctx: Ctx, told: Told[], { userIds, waking }: Making): Promise<void> {
  const userId = userIds[0]!
  const steps = told.flatMap(({ row, leadId, createdAgo, enteredAgo }) => {
    const path = pathTo(row.status)
    const ago = (n: number) => createdAgo + ((enteredAgo - createdAgo) * (n + 1)) / path.length
    const first = { leadId, from: null, to: 'new' as Stage, outcome: null, userId, createdAt: row.createdAt }
    const next = path.map((to, n) => ({
      leadId,
      from: n === 0 ? ('new' as Stage) : path[n - 1]!,
      to,
      userId,
      outcome: to === 'closed' ? row.outcome : null,
      reason: to === 'closed' ? row.reason : null,
      createdAt: n === path.length - 1 ? row.stageEnteredAt : waking(ago(n)),
    }))
    return [first, ...next]
  })
  const changes = await ctx.db.insert(stageHistory).values(steps).returning({ id: stageHistory.id })
  const personOf = new Map(told.map(({ leadId, row }) => [leadId, row.personId]))
  await addToTimeline(
    ctx,
    steps.map(({ leadId, from, to, outcome, createdAt: at }, i) => {
      const who = { personId: personOf.get(leadId)!, at, userId: from ? userId : null }
      return from
        ? { ...who, type: 'lead.moved', data: { leadId, from, to, outcome }, sourceKey: `move:${changes[i]!.id}` }
        : { ...who, type: 'lead.created', data: { leadId }, sourceKey: `lead:${leadId}` }
    }),
  )
}

/** Two calls and an email for each stage that someone came through. */
async function seedTouches(ctx: Ctx, told: Told[], office: (ago: number) => Date, userIds: string[]): Promise<void> {
  const touches = told.flatMap(({ row, leadId, createdAgo, enteredAgo }, i) => {
    const count = pathTo(row.status).length * 2
    const until = row.status === 'closed' ? enteredAgo : enteredAgo / 3
    return Array.from({ length: count }, (_, n) => ({
      personId: row.personId,
      userId: row.assignedTo ?? userIds[i % userIds.length]!,
      leadId,
      kind: n % 3 === 2 ? ('email' as const) : ('call' as const),
      at: office(createdAgo + ((until - createdAgo) * (n + 1)) / (count + 1)),
      outcome: results[(i + n) % results.length]!,
    }))
  })
  const real = touches.filter(({ leadId, at }) => at > told.find(one => one.leadId === leadId)!.row.createdAt)
  await addToTimeline(
    ctx,
    real.map(({ personId, userId, leadId, kind, at, outcome }, n) => ({
      personId,
      userId,
      at,
      type: `lead.${kind}`,
      data: { leadId, ...(kind === 'call' && { outcome }) },
      sourceKey: `touch:demo-${n}`,
    })),
  )
  const last = [...Map.groupBy(real, one => one.leadId)].map(([id, all]) => ({
    id,
    at: new Date(Math.max(...all.map(({ at }) => at.getTime()))).toISOString(),
  }))
  await ctx.db.execute(sql`
    update leads set last_touch_at = t.at from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as t(id uuid, at timestamptz)
    where leads.client_id = ${ctx.client.id} and leads.id = t.id`)
}
