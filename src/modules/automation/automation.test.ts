import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, pass, published, runsOf, tagsOf, wait } from '#testing/workflows.ts'

afterEach(() => clock.reset())

test('a lead starts a workflow: tag, wait, task, wait until it is done, next step', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const flow = await published(
    church,
    graph('lead.created', [
      act('a', 'people.add_tag', { tagId: tag.id }),
      wait('b', 2),
      act('c', 'people.add_task', { title: 'Call them', assigneeId: church.people.staff.id, dueInDays: 1 }),
      { id: 'd', kind: 'wait', wait: { for: 'task', amount: 7, unit: 'days' } },
      act('e', 'leads.move', { stage: 'contacted' }),
    ]),
  )
  const lead = await church.staff.leads.create({ firstName: 'Maria' })
  await church.settle()
  const [run] = await runsOf(church, flow.id)
  expect(run).toMatchObject({ state: 'waiting', at: 'b', personName: 'Maria', versionNumber: 1 })
  expect(await tagsOf(church, lead.personId)).toEqual([tag.id])
  await pass(church, days(1))
  expect((await runsOf(church, flow.id))[0]!.at).toBe('b')
  await pass(church, days(1) + minutes(1))
  expect((await runsOf(church, flow.id))[0]).toMatchObject({ state: 'waiting', at: 'd' })
  const [task] = (await church.staff.tasks.list({ personId: lead.personId })).items
  expect(task).toMatchObject({ title: 'Call them', assigneeId: church.people.staff.id })
  await church.staff.tasks.complete({ id: task!.id, done: true })
  await church.settle()
  expect((await runsOf(church, flow.id))[0]!.state).toBe('completed')
  expect((await church.staff.leads.get({ id: lead.id })).status).toBe('contacted')
  const { steps } = await church.admin.workflowRuns.get({ id: run!.id })
  expect(steps.map(step => [step.step, step.state])).toEqual([
    ['a', 'done'],
    ['b', 'done'],
    ['c', 'done'],
    ['d', 'done'],
    ['e', 'done'],
  ])
  expect(steps[3]!.output).toEqual({ ended: 'event' })
})

test('those in a version finish it; new people get the next one; a draft changes nobody', async () => {
  const church = await aChurch()
  const [first, second] = [
    await church.staff.tags.create({ name: 'First' }),
    await church.staff.tags.create({ name: 'Second' }),
  ]
  const flow = await published(
    church,
    graph('lead.created', [wait('a', 1), act('b', 'people.add_tag', { tagId: first.id })]),
  )
  const ann = await church.staff.leads.create({ firstName: 'Ann' })
  await church.settle()
  const draft = graph('lead.created', [act('z', 'people.add_tag', { tagId: second.id })])
  const changed = await church.admin.workflows.update({ id: flow.id, version: flow.version, draft })
  await church.admin.workflows.publish({ id: flow.id, version: changed.version })
  const ben = await church.staff.leads.create({ firstName: 'Ben' })
  await pass(church, days(1) + minutes(1))
  expect(await tagsOf(church, ann.personId)).toEqual([first.id])
  expect(await tagsOf(church, ben.personId)).toEqual([second.id])
  expect((await runsOf(church, flow.id)).map(run => [run.personName, run.versionNumber, run.state])).toEqual([
    ['Ben', 2, 'completed'],
    ['Ann', 1, 'completed'],
  ])
})

test('re-entry: once, after it has finished, or every time', async () => {
  const church = await aChurch()
  const steps = [wait('a', 1, 'hours')]
  const flows = []
  for (const reentry of ['once', 'after_finish', 'every_time'] as const)
    flows.push(await published(church, graph('lead.moved', steps, { reentry }, { to: 'contacted' }), reentry))
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  const visit = async () => {
    for (const status of ['contacted', 'qualified'] as const) {
      await church.staff.leads.move({ id: lead.id, status, after: null })
      await church.settle()
    }
  }
  await visit()
  await pass(church, minutes(5))
  await visit()
  await pass(church, hours(2))
  await pass(church, minutes(2))
  await visit()
  expect(await Promise.all(flows.map(async flow => (await runsOf(church, flow.id)).length))).toEqual([1, 2, 3])
})

test('a workflow that moves the lead which starts it runs once, and so do six quick changes', async () => {
  const church = await aChurch()
  const flow = await published(church, graph('lead.moved', [act('a', 'leads.move', { stage: 'proposal' })]))
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  for (const status of ['contacted', 'qualified', 'contacted', 'qualified', 'contacted', 'new'] as const)
    await church.staff.leads.move({ id: lead.id, status, after: null })
  await church.settle()
  expect(await runsOf(church, flow.id)).toHaveLength(1)
})

test('two that start each other come to an end', async () => {
  const church = await aChurch()
  const steps = (stage: string) => [act('a', 'leads.move', { stage })]
  const one = await published(church, graph('lead.moved', steps('qualified'), {}, { to: 'contacted' }), 'One')
  const two = await published(church, graph('lead.moved', steps('contacted'), {}, { to: 'qualified' }), 'Two')
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await church.staff.leads.move({ id: lead.id, status: 'contacted', after: null })
  await church.settle()
  expect([(await runsOf(church, one.id)).length, (await runsOf(church, two.id)).length]).toEqual([1, 1])
})

test('branches check the current data; a failed step is rolled back, says why, and can be tried again', async () => {
  const church = await aChurch()
  const [yes, no, gone] = [
    await church.staff.tags.create({ name: 'Yes' }),
    await church.staff.tags.create({ name: 'No' }),
    await church.staff.tags.create({ name: 'Gone' }),
  ]
  const conditions = { match: 'all', of: [{ kind: 'text', field: 'campus', op: 'is', value: 'North' }] }
  const flow = await published(
    church,
    graph('lead.created', [
      {
        id: 'a',
        kind: 'branch',
        conditions,
        yes: [act('b', 'people.add_tag', { tagId: yes.id })],
        no: [act('c', 'people.add_tag', { tagId: no.id })],
      },
      act('d', 'people.add_tag', { tagId: gone.id }),
    ]),
  )
  const ann = await church.staff.people.create({ firstName: 'Ann', campus: 'North' })
  await church.staff.tags.remove({ id: gone.id })
  await church.staff.leads.create({ personId: ann.id })
  await church.settle()
  const [run] = await runsOf(church, flow.id)
  expect(run).toMatchObject({ state: 'failed', at: 'd', problem: 'Tag not found' })
  expect(await tagsOf(church, ann.id)).toEqual([yes.id])
  expect(await church.admin.workflowRuns.retry({ id: run!.id })).toMatchObject({ state: 'failed' })
})

test('a wait for an event ends with it or with its time, and the branch behind it knows which', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Answered' })
  const flow = await published(
    church,
    graph('person.created', [
      { id: 'a', kind: 'wait', wait: { for: 'event', trigger: 'lead.created', amount: 3, unit: 'days' } },
      {
        id: 'b',
        kind: 'branch',
        conditions: { waited: 'event' },
        yes: [act('c', 'people.add_tag', { tagId: tag.id })],
        no: [],
      },
    ]),
  )
  const [ann, ben] = [
    await church.staff.people.create({ firstName: 'Ann' }),
    await church.staff.people.create({ firstName: 'Ben' }),
  ]
  await church.settle()
  await church.staff.leads.create({ personId: ann.id })
  await church.settle()
  await pass(church, days(3) + minutes(1))
  expect((await runsOf(church, flow.id)).map(run => [run.personName, run.state])).toEqual([
    ['Ben', 'completed'],
    ['Ann', 'completed'],
  ])
  expect(await tagsOf(church, ann.id)).toEqual([tag.id])
  expect(await tagsOf(church, ben.id)).toEqual([])
})

test('pause stops new people, freezes or cancels; activated again the frozen go on; a person who is deleted goes no further', async () => {
  const church = await aChurch()
  const flow = await published(church, graph('lead.created', [wait('a', 1)]))
  const start = async (firstName: string) => {
    const lead = await church.staff.leads.create({ firstName })
    await church.settle()
    return lead
  }
  const states = async () => (await runsOf(church, flow.id)).map(run => run.state)
  const ann = await start('Ann')
  await church.admin.workflows.pause({ id: flow.id, how: 'freeze' })
  await start('Ben')
  await pass(church, days(2))
  expect(await states()).toEqual(['frozen'])
  await church.admin.workflows.activate({ id: flow.id })
  await church.settle()
  expect(await states()).toEqual(['completed'])
  const cleo = await start('Cleo')
  await church.owner.people.trash({ selection: { ids: [cleo.personId] } })
  await pass(church, days(1) + minutes(1))
  await start('Dan')
  await church.admin.workflows.pause({ id: flow.id, how: 'cancel' })
  expect(await states()).toEqual(['cancelled', 'cancelled', 'completed'])
  expect(ann.personId).not.toBe(cleo.personId)
})

test('what is not complete can’t be published, and says where; a placeholder is not complete', async () => {
  const church = await aChurch()
  const draft = graph('lead.created', [
    act('a', 'people.add_task', { title: '[[Your task]]' }),
    act('b', 'people.add_tag', {}),
    act('c', 'no.such', {}),
  ])
  const made = await church.admin.workflows.create({ name: 'Draft', draft })
  expect(made.problems.map(one => one.at)).toEqual(['a', 'b', 'c'])
  await expect(church.admin.workflows.publish({ id: made.id, version: made.version })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(church.staff.workflows.create({ name: 'Mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await church.staff.workflows.list({})).items).toHaveLength(1)
  await expect((await aChurch('Hope')).admin.workflows.get({ id: made.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('figures: active, runs of today, success, minutes saved', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  await published(church, graph('lead.created', [act('a', 'people.add_tag', { tagId: tag.id })]))
  await church.staff.leads.create({ firstName: 'Ann' })
  await church.settle()
  expect(await church.admin.workflows.stats({})).toEqual({ active: 1, today: 1, successRate: 1, minutesSaved: 3 })
})
