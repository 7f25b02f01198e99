import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days, minutes } from '#kernel/clock.ts'
import { aSendingChurch } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, logOf, pass, published, runsOf, wait } from '#testing/workflows.ts'
import type { Step } from './rules/graph.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const someone = (church: Church, more: object = {}) =>
  church.staff.people.create({
    firstName: 'Maria',
    points: [point('email', 'maria@example.org'), point('phone', '+15125550123')],
    ...more,
  })
const point = (kind: 'email' | 'phone', value: string) => ({ kind, value })
const started = async (church: Church, steps: Step[], personId: string) => {
  const flow = await published(church, graph('person.created', steps))
  await church.admin.workflows.enroll({ id: flow.id, personIds: [personId] })
  await church.settle()
  const [run] = await runsOf(church, flow.id)
  return { flow, run: run!, log: await logOf(church, run!.id) }
}
const outbox = async (church: Church) =>
  (await church.owner.outbox.list({})).items.filter(({ kind }) => kind.startsWith('workflow'))

test('email and text: merge tags are filled, a promotion without consent is skipped with the reason and the run goes on', async () => {
  const church = await aChurch()
  const maria = await someone(church)
  const body = 'Hi {firstName}, good to have you.'
  const { run, log } = await started(
    church,
    [
      act('a', 'sms.send', { body, purpose: 'conversational' }),
      act('b', 'email.send', { subject: 'Welcome {firstName}', body, purpose: 'transactional' }),
      act('c', 'email.send', { subject: 'News', body, purpose: 'marketing' }),
      act('d', 'people.add_note', { body: 'Welcomed' }),
    ],
    maria.id,
  )
  expect(run.state).toBe('completed')
  expect(log.map(step => [step.step, step.state, step.output.skipped])).toEqual([
    ['a', 'done', undefined],
    ['b', 'done', undefined],
    ['c', 'skipped', 'no_consent'],
    ['d', 'done', undefined],
  ])
  const sent = await outbox(church)
  expect(sent.map(({ channel, text }) => [channel, text.includes('Hi Maria, good to have you.')]).sort()).toEqual([
    ['email', true],
    ['email', true],
    ['sms', true],
  ])
  expect(sent.find(({ subject }) => subject === 'Welcome Maria')!.state).toBe('delivered')
  const [thread] = (await church.staff.conversations.list({})).items
  expect(thread).toMatchObject({ personId: maria.id, direction: 'out' })
})

test('a promotion to someone who opted in says how to unsubscribe; opted out in mid-run they get nothing more', async () => {
  const church = await aSendingChurch()
  const [address] = await church.readers(1)
  const [maria] = (await church.staff.people.list({})).items
  const mail = { subject: 'News', body: 'Come along.', purpose: 'marketing' }
  const { flow } = await started(
    church,
    [act('a', 'email.send', mail), wait('b', 1), act('c', 'email.send', mail)],
    maria!.id,
  )
  const [sent] = await outbox(church)
  expect(sent).toMatchObject({ state: 'delivered', subject: 'News' })
  expect(sent!.html).toContain('Unsubscribe')
  await church.staff.suppressions.add({ personId: maria!.id, value: address!, channel: 'email', how: 'At the door' })
  await pass(church, days(1) + minutes(1))
  const [run] = await runsOf(church, flow.id)
  expect(run!.state).toBe('completed')
  expect((await logOf(church, run!.id))[2]).toMatchObject({ state: 'skipped', output: { skipped: 'manual' } })
})

test('notice, next member in turn, and another workflow: put into it once, and taken out', async () => {
  const church = await aChurch()
  const maria = await someone(church)
  const other = await published(church, graph('lead.created', [wait('a', 5)]), 'Other')
  const { log } = await started(
    church,
    [
      act('a', 'automation.notify', { title: 'Call {name}' }),
      act('b', 'leads.assign_next', {}),
      act('c', 'automation.notify', { title: 'Call {name}' }),
      act('d', 'automation.add_to_workflow', { workflowId: other.id }),
      wait('e', 1),
      act('f', 'automation.remove_from_workflow', { workflowId: other.id }),
    ],
    maria.id,
  )
  expect(log.map(step => step.state)).toEqual(['skipped', 'done', 'done', 'done', 'waiting'])
  expect((await runsOf(church, other.id)).map(run => run.state)).toEqual(['waiting'])
  const { assignedTo } = await church.staff.people.get({ id: maria.id })
  const owner = Object.values(church.people).find(({ id }) => id === assignedTo)!
  expect((await owner.client.notifications.list({})).items[0]).toMatchObject({ title: 'Call Maria' })
  await pass(church, days(1) + minutes(1))
  expect((await runsOf(church, other.id)).map(run => run.state)).toEqual(['cancelled'])
})

test('a booking link is sent; what is not complete or names an unknown tag can’t be published', async () => {
  const church = await aChurch()
  const maria = await someone(church)
  const type = await church.owner.calendarTypes.create({ name: 'First talk', type: 'meeting' } as never)
  const words = { channel: 'sms', typeId: type.id, body: 'Book here: {bookingLink}', purpose: 'conversational' }
  await started(church, [act('a', 'calendar.send_link', words)], maria.id)
  expect((await outbox(church))[0]!.text).toMatch(/^Book here: http.*\/book\/.+/)
  const draft = graph('person.created', [act('a', 'sms.send', { body: 'Hi {firstname}' }), act('b', 'email.send', {})])
  const { problems } = await church.admin.workflows.create({ name: 'Draft', draft })
  expect(problems.map(one => one.message)).toEqual([
    '{firstname} is not a merge tag. Did you mean {firstName}?',
    expect.any(String),
  ])
})

test('a link to an appointment type that is deleted or switched off is not sent, and the run says why', async () => {
  const church = await aChurch()
  const maria = await someone(church)
  for (const changes of [sql`is_active = false`, sql`deleted_at = now()`]) {
    const type = await church.owner.calendarTypes.create({ name: 'First talk', type: 'meeting' } as never)
    await church.inside(ctx => ctx.db.execute(sql`update calendar_types set ${changes} where id = ${type.id}`))
    const words = { channel: 'sms', typeId: type.id, body: 'Book here: {bookingLink}', purpose: 'conversational' }
    const { run, log } = await started(church, [act('a', 'calendar.send_link', words)], maria.id)
    expect(JSON.stringify([run, log])).toContain(
      'The appointment type of this link is switched off or has been deleted.',
    )
  }
  expect(await outbox(church)).toEqual([])
})
