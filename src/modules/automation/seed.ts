import { list as listTypes } from '#calendar/types/service.ts'
import { listMembers } from '#clients/service/team.ts'
import { list as listForms } from '#forms/service.ts'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { createTag, listTags } from '#people/labels/service.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { type Graph, type Step, stepsById, type Wait } from './rules/graph.ts'
import { workflowRuns, workflowSteps, workflows, workflowTimers, workflowTriggers, workflowVersions } from './tables.ts'
import { templates } from './templates/rules/templates.ts'

type Roll = ReturnType<typeof dice>
type Walk = {
  run: typeof workflowRuns.$inferInsert
  steps: Omit<typeof workflowSteps.$inferInsert, 'runId'>[]
  due: Date | null
}

/** Left out of the demo: a church of this size has one workflow for its forms. */
const LEFT_OUT = 'form-to-board'
const RUNS = [64, 31, 22, 27, 38, 16, 74, 21, 9, 24, 88, 46]

/** Twelve workflows that are active, with a year of runs: most complete, some waiting now, a few that failed. */
export async function seedAutomation(ctx: Ctx, { personIds, userIds }: Demo): Promise<void> {
  const fill = await filler(ctx, userIds)
  const roll = dice(12)
  const chosen = templates.filter(one => one.key !== LEFT_OUT)
  const now = clock.ms()
  const walks: Walk[] = []
  for (const [at, template] of chosen.entries()) {
    const graph = fill(template.graph)
    const workflowId = await publish(ctx, { ...template, graph }, userIds[at % 2]!, now - days(380 - at * 4))
    const count = RUNS[at]!
    for (let n = 0; n < count; n++) {
      // The newest of the first few began today; of the others it is some days ago.
      const ago =
        n < 1
          ? hours(at < 7 ? 1 + at * 1.3 : 10 + at * 9)
          : days(1) + ((days(350) * n) / count) * (0.8 + roll.next() * 0.4)
      const personId = personIds[(at * 17 + n * 5) % personIds.length]!
      walks.push(walk(roll, graph, { workflowId, personId, startedAt: now - ago, now, key: `demo ${n}` }))
    }
  }
  await write(ctx, walks)
}

type Published = Pick<(typeof templates)[number], 'name' | 'description' | 'category' | 'graph'>

async function publish(ctx: Ctx, { graph, ...words }: Published, userId: string, at: number): Promise<string> {
  const createdAt = new Date(at)
  const [row] = await ctx.db
    .insert(workflows)
    .values({ ...words, draft: graph, state: 'active', published: 2, createdBy: userId, createdAt })
    .returning({ id: workflows.id })
  const of = { workflowId: row!.id, publishedBy: userId }
  // The first version asked for less: it ended before the last step.
  await ctx.db.insert(workflowVersions).values([
    { ...of, number: 1, graph: { ...graph, steps: graph.steps.slice(0, -1) }, createdAt },
    { ...of, number: 2, graph, createdAt: new Date(at + days(20)) },
  ])
  await ctx.db.insert(workflowTriggers).values(graph.triggers.map(one => ({ ...one, workflowId: row!.id })))
  return row!.id
}

/** Puts things of this church where a template says `[[Appointment type]]`. */
async function filler(ctx: Ctx, userIds: string[]): Promise<(graph: Graph) => Graph> {
  const { items: known } = await listTags(ctx)
  const ids = new Map(known.map(one => [one.name, one.id]))
  for (const name of ['First-time guest', 'New volunteer', 'Baptized', 'New member class', 'To be contacted'])
    if (!ids.has(name)) ids.set(name, (await createTag(ctx, { name })).id)
  const tag = (name: string) => ids.get(name)!
  const allForms = (await listForms(ctx, { sort: 'name', limit: 50 })).items
  const types = (await listTypes(ctx, { limit: 50 })).items
  const form = (allForms.find(one => one.slug.startsWith('connect-card')) ?? allForms[0]!).id
  const pastor = (await listMembers(ctx)).items.find(one => one.userId === userIds[0])
  const exact: Record<string, string> = {
    Sender: pastor?.name || 'Your church office',
    'Connect card': form,
    'Volunteer form': form,
    'Baptism form': form,
    'Appointment type': (types.find(one => one.slug === 'membership-class') ?? types[0]!).id,
    'Tag for guests': tag('First-time guest'),
    'Tag for new volunteers': tag('New volunteer'),
    'Tag for baptized people': tag('Baptized'),
    'Tag for the class': tag('New member class'),
    'Tag: to be contacted': tag('To be contacted'),
  }
  let next = 0
  // What is left over names a member.
  const value = (name: string) => exact[name] ?? userIds[next++ % userIds.length]!
  return graph => JSON.parse(JSON.stringify(graph).replace(/\[\[(.+?)\]\]/g, (_, name) => value(name)))
}

interface Start {
  workflowId: string
  personId: string
  startedAt: number
  now: number
  key: string
}

/** What has gone wrong where such a step failed: what it needs is no longer there. */
const failures: Record<string, string> = {
  'people.add_tag': 'Tag not found',
  'people.remove_tag': 'Tag not found',
  'people.add_task': 'This member no longer belongs to the account',
}

/** One person's way: as far as the time since has let them come. */
function walk(roll: Roll, graph: Graph, { workflowId, personId, startedAt, now, key }: Start): Walk {
  const all = stepsById(graph)
  const steps: Walk['steps'] = []
  const run: Walk['run'] = {
    workflowId,
    personId,
    versionNumber: 2,
    trigger: graph.triggers[0]!.trigger,
    eventKey: key,
    state: 'completed',
    createdAt: new Date(startedAt),
    updatedAt: new Date(startedAt),
  }
  let [at, time] = [graph.steps[0]?.id ?? null, startedAt + minutes(1) / 2]
  const fails = roll.below(24) === 0
  const log = (step: Step, state: 'done' | 'waiting' | 'failed', more: object = {}) =>
    steps.push({ step: step.id, kind: step.kind, state, createdAt: new Date(time), ...more })
  while (at) {
    const { step, next } = all.get(at)!
    if (step.kind === 'wait') {
      const ends = time + lengthOf(step.wait, roll)
      if (ends > now) {
        log(step, 'waiting', { output: { until: new Date(ends).toISOString() } })
        return { run: { ...run, state: 'waiting', at }, steps, due: new Date(ends) }
      }
      const ended = (step.wait.for === 'event' || step.wait.for === 'task') && roll.below(3) > 0 ? 'event' : 'timeout'
      log(step, 'done', { output: { ended } })
      time = ends
    } else if (step.kind === 'action' && fails && failures[step.action]) {
      const problem = failures[step.action]!
      log(step, 'failed', { input: step.input, problem })
      return { run: { ...run, state: 'failed', at, problem, finishedAt: new Date(time) }, steps, due: null }
    } else if (step.kind === 'action') log(step, 'done', { input: step.input })
    if ('yes' in step) {
      const side = roll.below(3) > 0 ? 'yes' : 'no'
      log(step, 'done', { output: { branch: side } })
      at = step[side][0]?.id ?? next
    } else at = step.kind === 'exit' ? null : next
    time += 1_000
  }
  return { run: { ...run, at: null, finishedAt: new Date(time) }, steps, due: null }
}

/** About how long such a wait takes here. */
function lengthOf(wait: Wait, roll: Roll): number {
  const units = { minutes: minutes(1), hours: hours(1), days: days(1), weeks: days(7) }
  if (wait.for === 'duration') return wait.amount * units[wait.unit]
  if (wait.for === 'event' || wait.for === 'task') return wait.amount * units[wait.unit] * (0.2 + roll.next() * 0.8)
  return hours(2 + roll.below(20))
}

/** Rows of a statement: its parameters have a limit. */
const BATCH = 1_000

async function write(ctx: Ctx, walks: Walk[]): Promise<void> {
  // Ids rise with time, and lists page by id: the oldest is written first.
  const sorted = walks.toSorted((a, b) => Number(a.run.createdAt) - Number(b.run.createdAt))
  const ids: string[] = []
  for (let i = 0; i < sorted.length; i += BATCH) {
    const rows = sorted.slice(i, i + BATCH).map(one => one.run)
    ids.push(...(await ctx.db.insert(workflowRuns).values(rows).returning({ id: workflowRuns.id })).map(row => row.id))
  }
  const steps = sorted.flatMap((one, at) => one.steps.map(step => ({ ...step, runId: ids[at]! })))
  for (let i = 0; i < steps.length; i += BATCH) await ctx.db.insert(workflowSteps).values(steps.slice(i, i + BATCH))
  const timers = sorted.flatMap(({ run, due }, at) =>
    due ? [{ runId: ids[at]!, step: run.at!, dueAt: due, personId: run.personId }] : [],
  )
  await ctx.db.insert(workflowTimers).values(timers)
}
