import { expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { aForm, fill, pat } from '#testing/forms.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

async function inTurns(church: Church, leadOwnerIds: string[] = []) {
  const { version } = await church.owner.church.read({})
  return church.owner.church.change({ version, leadAssignment: 'turns', leadOwnerIds })
}
const ownersOf = async (church: Church, many: number) => {
  const owners: (string | null)[] = []
  for (let i = 0; i < many; i++) owners.push((await church.staff.leads.create({ firstName: `Guest ${i}` })).assignedTo)
  return owners
}

test('new leads go in turn to those who work with leads, and never to a volunteer, finance or a viewer', async () => {
  const church = await aChurch()
  await inTurns(church)
  const able = (['owner', 'admin', 'staff', 'pastor'] as const).map(role => church.people[role].id)
  const owners = await ownersOf(church, 8)
  expect(new Set(owners.slice(0, 4))).toEqual(new Set(able))
  expect(owners.slice(4)).toEqual(owners.slice(0, 4))
})

test('only the members whom the church chose take turns; one who has left is passed over; an owner who was given stays', async () => {
  const church = await aChurch()
  const [staff, pastor] = [church.people.staff.id, church.people.pastor.id]
  await inTurns(church, [staff, pastor])
  expect(new Set(await ownersOf(church, 2))).toEqual(new Set([staff, pastor]))
  const { items } = await church.owner.members.list({})
  const { id } = items.find(one => one.userId === pastor)!
  await church.owner.members.remove({ id })
  expect(await ownersOf(church, 2)).toEqual([staff, staff])
  const given = await church.staff.leads.create({ firstName: 'Ann', assignedTo: church.people.admin.id })
  expect(given.assignedTo).toBe(church.people.admin.id)
  expect((await church.staff.leads.create({ firstName: 'Ben', assignedTo: null })).assignedTo).toBeNull()
})

test('two at once don’t get the same owner', async () => {
  const church = await aChurch()
  await inTurns(church, [church.people.staff.id, church.people.admin.id])
  const made = await Promise.all(['Ann', 'Ben'].map(firstName => church.staff.leads.create({ firstName })))
  expect(new Set(made.map(lead => lead.assignedTo)).size).toBe(2)
})

test('a stranger can’t take turns, and a church that assigns by hand leaves a lead unassigned', async () => {
  const church = await aChurch()
  const other = await aChurch('Hope Chapel')
  await expect(inTurns(church, [other.people.staff.id])).rejects.toMatchObject({
    data: { issues: [{ path: ['leadOwnerIds'] }] },
  })
  expect(await ownersOf(church, 1)).toEqual([null])
})

test('a form’s lead goes to the member whom the form names, else to the next in turn', async () => {
  const { church, form, at } = await aForm('connect')
  await inTurns(church, [church.people.admin.id])
  const ownerNow = async () => (await church.staff.leads.list({})).items[0]?.assignedTo
  await fill(at, pat())
  await runWaitingJobs()
  expect(await ownerNow()).toBe(church.people.admin.id)
  const handling = { ...form.handling, leadOwner: church.people.pastor.id }
  await church.staff.forms.update({ id: form.id, version: form.version, handling })
  await fill(at, { ...pat(), firstName: 'Sam' })
  await runWaitingJobs()
  expect(await ownerNow()).toBe(church.people.pastor.id)
})
