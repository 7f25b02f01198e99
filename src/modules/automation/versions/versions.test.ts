import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { emptyGraph, type Graph, type Step, stepsById } from '../rules/graph.ts'

const tagged = (id: string, tagId: string): Step => ({ id, kind: 'action', action: 'people.add_tag', input: { tagId } })

async function aWorkflow() {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const draft: Graph = {
    ...emptyGraph,
    triggers: [{ trigger: 'lead.created', input: {} }],
    steps: [tagged('a', tag.id), { id: 'b', kind: 'wait', wait: { for: 'duration', amount: 2, unit: 'days' } }],
  }
  const made = await church.admin.workflows.create({ name: 'Welcome', draft })
  const first = await church.admin.workflows.publish({ id: made.id, version: made.version })
  return { church, tag, draft, workflowId: made.id, version: first.version }
}

test('versions keep what was published and who is in it; one of them can be put back into the draft', async () => {
  const { church, tag, draft, workflowId, version } = await aWorkflow()
  await church.staff.leads.create({ firstName: 'Ann' })
  await church.settle()
  const steps = [tagged('a', tag.id)]
  const changed = await church.admin.workflows.update({ id: workflowId, version, draft: { ...draft, steps } })
  const second = await church.admin.workflows.publish({ id: workflowId, version: changed.version })
  const { items } = await church.admin.workflowVersions.list({ workflowId })
  expect(items.map(one => [one.number, one.people, one.graph.steps.length])).toEqual([
    [2, 0, 1],
    [1, 1, 2],
  ])
  expect(items[0]!.publishedByName).toBe(church.people.admin.name)
  expect((await church.staff.workflowVersions.waiting({ workflowId })).items).toEqual([{ step: 'b', people: 1 }])
  const restored = await church.admin.workflowVersions.restore({ workflowId, number: 1, version: second.version })
  expect(restored).toMatchObject({ published: 2, draft: { steps: [{ id: 'a' }, { id: 'b' }] } })
  await expect(church.admin.workflowVersions.discard({ workflowId, version: second.version })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const discarded = await church.admin.workflowVersions.discard({ workflowId, version: restored.version })
  expect(discarded.draft.steps).toHaveLength(1)
  expect(await church.admin.workflowVersions.lastChange({ workflowId })).toMatchObject({ name: expect.any(String) })
})

test('a workflow comes out of the archive paused; a draft has nothing to go back to', async () => {
  const { church, workflowId } = await aWorkflow()
  await church.admin.workflows.archive({ id: workflowId })
  expect((await church.admin.workflowVersions.unarchive({ workflowId })).state).toBe('paused')
  const draft = await church.admin.workflows.create({ name: 'Draft' })
  await expect(
    church.admin.workflowVersions.discard({ workflowId: draft.id, version: draft.version }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.workflowVersions.unarchive({ workflowId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the list is searched, filtered and sorted', async () => {
  const { church } = await aWorkflow()
  await church.admin.workflows.create({
    name: 'Birthday',
    category: 'Ministry',
    description: 'A welcome in the morning',
  })
  const names = async (filter: object) => (await church.admin.workflows.list(filter)).items.map(one => one.name)
  expect(await names({ sort: 'name' })).toEqual(['Birthday', 'Welcome'])
  expect(await names({ sort: '-name' })).toEqual(['Welcome', 'Birthday'])
  expect(await names({ search: 'welcome', sort: 'name' })).toEqual(['Birthday', 'Welcome'])
  expect(await names({ category: 'Ministry' })).toEqual(['Birthday'])
  expect(await names({ state: ['active'] })).toEqual(['Welcome'])
})

test('every template is made of pieces that there are, and can be published once its placeholders are filled in', async () => {
  const church = await aChurch()
  const { items } = await church.staff.workflowTemplates.list({})
  expect(items.length).toBeGreaterThanOrEqual(12)
  for (const { key, name } of items) {
    const made = await church.admin.workflowTemplates.use({ key })
    expect(made).toMatchObject({ name, state: 'draft' })
    expect(made.problems.length, key).toBeGreaterThan(0)
    const open = (at: string) =>
      JSON.stringify(at === 'triggers' ? made.draft.triggers : stepsById(made.draft).get(at)?.step).includes('[[')
    expect(
      made.problems.filter(({ at }) => !open(at)),
      key,
    ).toEqual([])
    await expect(church.admin.workflows.publish({ id: made.id, version: made.version })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    // Anyone who fills in the rest has a workflow that runs.
    const filled = JSON.parse(JSON.stringify(made.draft).replace(/\[\[.+?\]\]/g, church.people.staff.id))
    const saved = await church.admin.workflows.update({ id: made.id, version: made.version, draft: filled })
    expect(saved.problems, key).toEqual([])
  }
})

test('an exported workflow comes back as a draft; in another account what was chosen has to be chosen again', async () => {
  const { church, tag, workflowId } = await aWorkflow()
  const file = await church.staff.workflowExchange.asJson({ id: workflowId })
  expect(JSON.stringify(file)).toContain(tag.id)
  const copy = await church.admin.workflowExchange.fromJson({ file: JSON.parse(JSON.stringify(file)) })
  expect(copy).toMatchObject({ name: 'Welcome', state: 'draft', problems: [] })
  const other = await aChurch('Hope')
  const there = await other.admin.workflowExchange.fromJson({ file })
  expect(there.problems.map(one => one.at)).toEqual(['a', 'a'])
  expect(JSON.stringify(there.draft)).not.toContain(tag.id)
  await expect(
    other.admin.workflowExchange.fromJson({ file: { ...file, format: 'other' } as never }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
