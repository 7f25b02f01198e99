import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, tagsOf, wait } from '#testing/workflows.ts'

afterEach(() => clock.reset())

test('a draft is played for one person over virtual time: what came before counts, and nothing is written', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const ann = await church.staff.people.create({ firstName: 'Ann' })
  const tagged = { match: 'all' as const, of: [{ kind: 'tags', op: 'any', ids: [tag.id] }] }
  const draft = graph('lead.created', [
    act('a', 'people.add_tag', { tagId: tag.id }),
    wait('b', 2),
    { id: 'c', kind: 'branch', conditions: tagged, yes: [act('d', 'people.add_task', { title: 'Call' })], no: [] },
    { id: 'e', kind: 'wait', wait: { for: 'event', trigger: 'task.done', amount: 3, unit: 'days' } },
    { id: 'f', kind: 'branch', conditions: { waited: 'event' }, yes: [], no: [act('g', 'no.such', {})] },
  ])
  const { id } = await church.admin.workflows.create({ name: 'Welcome', draft })
  const startAt = new Date('2026-03-01T15:00:00Z')
  const played = await church.admin.workflowSimulations.run({ id, personId: ann.id, startAt, answers: { e: 'event' } })
  expect(played.steps.map(({ step, at, branch }) => [step, at.toISOString().slice(0, 10), branch])).toEqual([
    ['a', '2026-03-01', null],
    ['b', '2026-03-01', null],
    ['c', '2026-03-03', 'yes'],
    ['d', '2026-03-03', null],
    ['e', '2026-03-03', null],
    ['f', '2026-03-03', 'yes'],
  ])
  expect(played).toMatchObject({ end: 'completed', problem: null })
  expect(played.steps[1]!.sentence).toBe('Wait 2 days')
  const late = await church.admin.workflowSimulations.run({ id, personId: ann.id })
  expect(late).toMatchObject({ end: 'failed', problem: 'This action is not known any more' })
  await church.settle()
  expect(await tagsOf(church, ann.id)).toEqual([])
  expect((await church.admin.tasks.list({ personId: ann.id })).items).toEqual([])
  expect((await church.admin.workflowRuns.list({ workflowId: id })).items).toEqual([])
})
