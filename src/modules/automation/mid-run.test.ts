import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, minutes } from '#kernel/clock.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { merge } from '#testing/merging.ts'
import { act, graph, logOf, pass, published, runsOf, tagsOf, wait } from '#testing/workflows.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const waiting = async (church: Church) => {
  const tag = await church.staff.tags.create({ name: 'Later' })
  const flow = await published(
    church,
    graph('lead.created', [wait('a', 1), act('b', 'people.add_tag', { tagId: tag.id })]),
  )
  return { tag, flow }
}
const nextDay = (church: Church) => pass(church, days(1) + minutes(1))

test('a merge in mid-run: the one who stays goes on', async () => {
  const church = await aChurch()
  const { tag, flow } = await waiting(church)
  const gone = await church.staff.people.create({ firstName: 'Ann' })
  const kept = await church.staff.people.create({ firstName: 'Anna' })
  await church.staff.leads.create({ personId: gone.id })
  await church.settle()
  await merge(church, kept.id, gone.id)
  await nextDay(church)
  expect(await runsOf(church, flow.id)).toMatchObject([{ personId: kept.id, state: 'completed' }])
  expect(await tagsOf(church, kept.id)).toEqual([tag.id])
})

test('an archived workflow ends its runs, takes nobody, and a wait that ends later finds nothing', async () => {
  const church = await aChurch()
  const { tag, flow } = await waiting(church)
  const lead = await church.staff.leads.create({ firstName: 'Ann' })
  await church.settle()
  await church.admin.workflows.archive({ id: flow.id })
  await church.staff.leads.create({ firstName: 'Ben' })
  await nextDay(church)
  expect((await runsOf(church, flow.id)).map(run => run.state)).toEqual(['cancelled'])
  expect(await tagsOf(church, lead.personId)).not.toContain(tag.id)
})

test('more than half of the last runs fail: nobody new is taken, those who may change it are told, once', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Gone' })
  const flow = await published(church, graph('lead.created', [act('a', 'people.add_tag', { tagId: tag.id })]))
  const state = async () => (await church.admin.workflows.get({ id: flow.id })).state
  for (let i = 0; i < 4; i++) await church.staff.leads.create({ firstName: `Fine ${i}` })
  await church.settle()
  await church.staff.tags.remove({ id: tag.id })
  for (let i = 0; i < 4; i++) await church.staff.leads.create({ firstName: `Failing ${i}` })
  await church.settle()
  expect(await state()).toBe('active')
  for (let i = 0; i < 3; i++) await church.staff.leads.create({ firstName: `Failing again ${i}` })
  await church.settle()
  expect(await state()).toBe('paused')
  const told = (await church.admin.notifications.list({})).items.filter(({ type }) => type === 'automation')
  expect(told).toMatchObject([{ title: '“Welcome” was paused' }])
  expect((await church.staff.notifications.list({})).items.filter(({ type }) => type === 'automation')).toEqual([])
})

test('a wait for a birthday; someone whose birthday is not known goes on at once', async () => {
  const church = await aChurch()
  clock.advance(new Date('2027-03-01T18:00:00Z').getTime() - Date.now())
  const flow = await published(
    church,
    graph('person.created', [
      { id: 'a', kind: 'wait', wait: { for: 'date', field: 'birthDate', offsetDays: -1, time: '09:00' } },
      act('b', 'people.add_note', { body: 'Card' }),
    ]),
  )
  await church.staff.people.create({ firstName: 'Ann', birthDate: '1980-03-04' })
  await church.staff.people.create({ firstName: 'Ben' })
  await church.settle()
  const byName = async () => Object.fromEntries((await runsOf(church, flow.id)).map(run => [run.personName, run]))
  expect((await byName()).Ann).toMatchObject({ state: 'waiting', at: 'a' })
  const { id } = (await byName()).Ben!
  expect((await logOf(church, id))[0]).toMatchObject({ state: 'skipped', output: { ended: 'no_date' } })
  await pass(church, days(1) + minutes(30))
  expect((await byName()).Ann!.state).toBe('waiting')
  await pass(church, days(1))
  expect((await byName()).Ann!.state).toBe('completed')
})

test('someone who leaves a segment and comes back: once, or every time they do', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Team' })
  const steps = [act('a', 'people.add_note', { body: 'Welcome' })]
  const flow = (reentry: 'once' | 'every_time') =>
    published(church, graph('person.tagged', steps, { reentry }, { tagId: tag.id }), reentry)
  const [once, always] = [await flow('once'), await flow('every_time')]
  const ann = await church.staff.people.create({ firstName: 'Ann' })
  for (let i = 0; i < 3; i++) {
    const selection = { ids: [ann.id] }
    await church.staff.people.tag({ selection, tagId: tag.id, remove: false })
    await pass(church, minutes(5))
    await church.staff.people.tag({ selection, tagId: tag.id, remove: true })
    await pass(church, minutes(5))
  }
  expect([(await runsOf(church, once.id)).length, (await runsOf(church, always.id)).length]).toEqual([1, 3])
})

test('a failed run is not tried again in an archived workflow, nor for someone who was deleted', async () => {
  for (const isArchived of [true, false]) {
    const church = await aChurch()
    const tag = await church.staff.tags.create({ name: 'Guest' })
    const missing = randomUUID()
    const flow = await published(church, graph('lead.created', [act('a', 'people.add_tag', { tagId: missing })]))
    const lead = await church.staff.leads.create({ firstName: 'Maria' })
    await church.settle()
    const [run] = await runsOf(church, flow.id)
    expect(run!.state).toBe('failed')
    // What failed would work now.
    await query('update tags set id = $1 where id = $2', [missing, tag.id])
    if (isArchived) await church.admin.workflows.archive({ id: flow.id })
    else await query('update people set deleted_at = now() where id = $1', [lead.personId])
    await church.admin.workflowRuns.retry({ id: run!.id })
    expect(await query('select * from person_tags where person_id = $1', [lead.personId])).toEqual([])
    expect((await runsOf(church, flow.id))[0]!.state).toBe('failed')
  }
})
