import { expect, test } from 'vitest'
import { roles } from '#kernel/permissions.ts'
import { aChurch, aUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { messageTo, newEmail } from '#testing/sign-in.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const memberOf = async (church: Church, role: keyof Church['people']) => {
  const { items } = await church.owner.members.list({})
  return items.find(member => member.userId === church.people[role].id)!
}
const rolesOf = async (church: Church) => {
  const { items } = await church.viewer.members.list({})
  return items.filter(member => member.role === 'owner').map(member => member.userId)
}

test('the owner makes someone else the owner and is an admin from then on', async () => {
  const church = await aChurch()
  const pastor = await memberOf(church, 'pastor')
  await expect(church.admin.members.transfer({ id: pastor.id })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  expect(await church.owner.members.transfer({ id: pastor.id })).toMatchObject({ role: 'owner' })
  expect(await rolesOf(church)).toEqual([church.people.pastor.id])
  expect((await memberOf(church, 'owner')).role).toBe('admin')
  expect((await church.pastor.notifications.list({})).items[0]!.title).toBe('You are now the owner of this account')
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

test('an admin neither gives nor changes a role with permissions that an admin lacks', async () => {
  const church = await aChurch()
  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('ask an owner') }
  for (const role of roles) {
    const invited = () => church.admin.invitations.create({ email: newEmail(), role })
    const viewer = await memberOf(church, 'viewer')
    const changed = () => church.admin.members.update({ id: viewer.id, role, version: viewer.version })
    if (['owner', 'pastor', 'finance'].includes(role)) {
      await expect(invited(), role).rejects.toMatchObject(refused)
      await expect(changed(), role).rejects.toMatchObject(refused)
    } else {
      await expect(invited(), role).resolves.toMatchObject({ role })
      await expect(changed(), role).resolves.toMatchObject({ role })
    }
  }
  const own = await memberOf(church, 'admin')
  await expect(church.admin.members.update({ ...own, role: 'pastor' })).rejects.toMatchObject(refused)
  const { id } = await church.owner.invitations.create({ email: newEmail(), role: 'pastor' })
  await expect(church.admin.invitations.resend({ id })).rejects.toMatchObject(refused)
  // Taking away grants nothing; an owner is for owners alone.
  await church.admin.invitations.revoke({ id })
  const [pastor, finance] = [await memberOf(church, 'pastor'), await memberOf(church, 'finance')]
  await expect(church.admin.members.update({ ...pastor, role: 'staff' })).resolves.toMatchObject({ role: 'staff' })
  await church.admin.members.remove({ id: finance.id })
  const owner = await memberOf(church, 'owner')
  const { members } = church.admin
  for (const attempt of [() => members.remove({ id: owner.id }), () => members.update({ ...owner, role: 'staff' })])
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('owners are told when someone is given a role that sees confidential rows', async () => {
  const church = await aChurch()
  const second = await church.addMember('owner')
  const viewer = await memberOf(church, 'viewer')
  const email = newEmail()
  await church.owner.members.update({ id: viewer.id, role: 'finance', version: viewer.version })
  await church.owner.invitations.create({ email, role: 'pastor' })
  await church.owner.invitations.create({ email: newEmail(), role: 'staff' })
  for (const owner of [church.people.owner, second]) {
    const { items } = await owner.client.notifications.list({})
    expect(items.map(({ title }) => title)).toEqual([
      `${email} was given the role pastor`,
      `${viewer.name} was given the role finance`,
    ])
    expect(await messageTo(owner.email)).toContain('Olive Owner gave it')
  }
  expect((await church.admin.notifications.list({})).items).toEqual([])
})

test('an invitation is worth what the member who sent it may grant when it is accepted', async () => {
  const church = await aChurch()
  const second = await church.addMember('owner')
  const guest = await aUser()
  await second.client.invitations.create({ email: guest.email, role: 'pastor' })
  const token = /token=([\w-]+)/.exec(await messageTo(guest.email))![1]!
  const { items } = await church.owner.members.list({})
  const { id, version } = items.find(({ userId }) => userId === second.id)!
  expect(await guest.client.invitations.view({ token })).toMatchObject({ state: 'open' })
  await church.owner.members.update({ id, role: 'admin', version })
  expect(await guest.client.invitations.view({ token })).toMatchObject({ state: 'revoked' })
  await expect(guest.client.invitations.accept({ token })).rejects.toMatchObject({ code: 'INVITATION_REVOKED' })
  await church.owner.members.remove({ id })
  await expect(guest.client.invitations.accept({ token })).rejects.toMatchObject({ code: 'INVITATION_REVOKED' })
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
  expect(news[0]).toMatchObject({ title: expect.stringContaining('You took over') })
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
  await expect(church.staff.leads.list({})).resolves.toMatchObject({ items: [{ id: lead.id }] })
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
    'prayer_requests.assigned_to',
    'reviews.assigned_to',
    'tasks.assignee_id',
    'workflow_approvals.assignee_id',
  ]
  expect(rows.map(row => row.name)).toEqual(known)
})
