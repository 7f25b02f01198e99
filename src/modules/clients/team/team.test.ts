import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const memberOf = async (church: Church, role: keyof Church['people']) => {
  const { items } = await church.owner.members.list({})
  return items.find(member => member.userId === church.people[role].id)!
}
const rolesOf = async (church: Church) => {
  const { items } = await church.viewer.members.list({})
  return items.filter(member => member.role === 'owner').map(member => member.userId)
}

test('the owner makes somebody else the owner and is an admin from then on', async () => {
  const church = await aChurch()
  const pastor = await memberOf(church, 'pastor')
  await expect(church.admin.members.transfer({ id: pastor.id })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  expect(await church.owner.members.transfer({ id: pastor.id })).toMatchObject({ role: 'owner' })
  expect(await rolesOf(church)).toEqual([church.people.pastor.id])
  expect((await memberOf(church, 'owner')).role).toBe('admin')
  expect((await church.pastor.notifications.list({})).items[0]!.title).toBe('This account is yours now')
  const own = await memberOf(church, 'pastor')
  await expect(church.pastor.members.transfer({ id: own.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await rolesOf(church)).toEqual([church.people.pastor.id])
})

test('handed over to two at once, one of them becomes the owner', async () => {
  const church = await aChurch()
  const heirs = [await memberOf(church, 'pastor'), await memberOf(church, 'staff')]
  const outcomes = await Promise.allSettled(heirs.map(({ id }) => church.owner.members.transfer({ id })))
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(await rolesOf(church)).toHaveLength(1)
})

test('a member who is removed hands over what is not done, in one step', async () => {
  const church = await aChurch()
  const [from, to] = [church.people.staff.id, church.people.pastor.id]
  const open = await church.owner.leads.create({ firstName: 'Open', assignedTo: from })
  const closed = await church.owner.leads.create({ firstName: 'Closed', assignedTo: from })
  await church.owner.leads.move({ id: closed.id, status: 'closed', outcome: 'won', after: null })
  const task = await church.owner.tasks.create({ title: 'Call Pat', assigneeId: from })
  const { owner } = await testHouse()
  await owner.query(`insert into conversations (client_id, address, assigned_to) values ($1, 'pat@example.org', $2)`, [
    church.id,
    from,
  ])
  const staff = await memberOf(church, 'staff')
  expect(await church.owner.members.work({ id: staff.id })).toMatchObject({ leads: 1, tasks: 1, conversations: 1 })
  const { handedOver } = await church.owner.members.remove({ id: staff.id, handOverTo: to })
  expect(handedOver).toMatchObject({ leads: 1, tasks: 1, conversations: 1 })
  expect((await church.owner.leads.get({ id: open.id })).assignedTo).toBe(to)
  expect((await church.owner.leads.get({ id: closed.id })).assignedTo).toBe(from)
  const { items } = await church.pastor.tasks.list({})
  expect(items.map(one => one.id)).toContain(task.id)
  const { items: news } = await church.pastor.notifications.list({})
  expect(news[0]).toMatchObject({ title: expect.stringContaining('is yours now') })
})

test('to nobody who is no member, and then nothing changes', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope Chapel')]
  const lead = await church.owner.leads.create({ firstName: 'Open', assignedTo: church.people.staff.id })
  const staff = await memberOf(church, 'staff')
  for (const handOverTo of [other.people.pastor.id, church.people.staff.id])
    await expect(church.owner.members.remove({ id: staff.id, handOverTo })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [expect.objectContaining({ path: ['handOverTo'] })] },
    })
  expect((await church.owner.leads.get({ id: lead.id })).assignedTo).toBe(church.people.staff.id)
  await expect(church.staff.leads.list({})).resolves.toBeTruthy()
})

test('everything that is assigned to members is known to the hand-over', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('assigned_to', 'assignee_id') order by 1`)
  // Submissions belong to those who run Lampstand, who keep them.
  const known = [
    'contact_form_submissions.assignee_id',
    'conversations.assigned_to',
    'form_submissions.assigned_to',
    'leads.assigned_to',
    'people.assigned_to',
    'tasks.assignee_id',
  ]
  expect(rows.map(row => row.name)).toEqual(known)
})
