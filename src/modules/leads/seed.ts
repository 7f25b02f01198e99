import { generateNKeysBetween } from 'fractional-indexing'
import { hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { remember } from '#people/notes/service.ts'
import { dice } from '#people/rules/dice.ts'
import type { Outcome, Stage } from './rules/stages.ts'
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

function aLead({ stage, outcome, reason }: Plan, rank: string, personId: string, userIds: string[], roll: Dice) {
  const now = Date.now()
  const age = stage === 'new' ? 2 + roll.below(80) : 48 + roll.below(24 * 80)
  const createdAt = new Date(now - hours(age))
  const entered = stage === 'new' ? createdAt : new Date(now - hours(1 + roll.below(Math.max(1, age - 1))))
  return {
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
}

/** Puts people on the board, a few of them overdue. Returns how many. */
export async function seedLeads(
  ctx: Ctx,
  { personIds, userIds }: { personIds: string[]; userIds: string[] },
): Promise<number> {
  const roll = dice(11)
  const all = plans()
  const ranks = generateNKeysBetween(null, null, all.length)
  const rows = all.map((plan, i) => aLead(plan, ranks[i]!, personIds[personIds.length - 1 - i]!, userIds, roll))
  // Ids rise with time, and lists page by id: the oldest is written first.
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const made = await ctx.db.insert(leads).values(rows).returning({
    id: leads.id,
    personId: leads.personId,
    status: leads.status,
    outcome: leads.outcome,
    createdAt: leads.createdAt,
  })
  await ctx.db
    .insert(stageHistory)
    .values(made.map(lead => ({ leadId: lead.id, to: 'new' as const, userId: userIds[0]!, createdAt: lead.createdAt })))
  await remember(
    ctx,
    made.map(({ id, personId, createdAt }) => ({
      personId,
      at: createdAt,
      userId: null,
      type: 'lead.created',
      data: { leadId: id },
      sourceKey: `lead:${id}`,
    })),
  )
  const moved = made.filter(lead => lead.status !== 'new')
  await ctx.db.insert(stageHistory).values(
    moved.map(lead => ({
      leadId: lead.id,
      from: 'new' as const,
      to: lead.status,
      outcome: lead.outcome,
      userId: userIds[0]!,
    })),
  )
  return made.length
}
