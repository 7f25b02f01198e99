import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { inTrial } from '#testing/billing.ts'
import { aChurch, aUser, clientFor, type TestUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await aUser({ name: 'Ada Admin', admin: true })
})

test('accounts are found by name or a member’s address, with owner, access and usage', async () => {
  const name = `Grace ${randomUUID()}`
  const church = await aChurch(name)
  await church.staff.leads.create({ firstName: 'Pat' })
  const { items, total } = await admin.client.operator.list({ q: name })
  expect(items).toMatchObject([
    {
      id: church.id,
      ownerName: 'Olive Owner',
      access: 'full',
      usage: { members: 7, people: 1, leads: 1, messages: 0 },
    },
  ])
  expect(total).toBe(1)
  const byMember = await admin.client.operator.list({ q: church.people.pastor.email })
  expect(byMember.items.map(item => item.id)).toEqual([church.id])
  expect((await admin.client.operator.list({ q: name, access: 'suspended' })).items).toEqual([])
  expect((await admin.client.operator.export({ q: name })).csv).toContain(name)
  const first = await admin.client.operator.list({ limit: 1 })
  const second = await admin.client.operator.list({ limit: 1, cursor: first.nextCursor! })
  expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
})

test('support enters with a reason, for an hour, sees no pastoral note, and the church reads of it', async () => {
  const church = await aChurch()
  const { personId } = await church.staff.leads.create({ firstName: 'Pat' })
  await church.pastor.notes.create({ personId, body: 'A confession', visibility: 'pastoral' })
  await church.pastor.notes.create({ personId, body: 'Likes coffee', visibility: 'staff' })
  const inside = clientFor(admin.caller(church.id))
  await expect(inside.leads.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(admin.client.operator.enter({ id: church.id, reason: ' ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })

  const entered = await Promise.all(
    [1, 2].map(() => admin.client.operator.enter({ id: church.id, reason: 'Their import hangs' })),
  )
  expect(entered[0]!.until).toEqual(entered[1]!.until)
  expect(entered[0]!.until!.getTime() - clock.ms()).toBeGreaterThan(minutes(58))
  expect((await admin.client.operator.get({ id: church.id })).entries).toMatchObject([
    { who: 'Ada Admin', reason: 'Their import hangs' },
  ])
  const { accounts } = await admin.client.clients.mine({})
  expect(accounts).toMatchObject([{ id: church.id, role: 'admin', supportUntil: expect.any(Date) }])

  expect((await inside.leads.list({})).items).toHaveLength(1)
  const { items: notes } = await inside.notes.list({ personId })
  expect(notes.map(note => note.body)).toEqual(['Likes coffee'])
  await expect(inside.notes.create({ personId, body: 'x', visibility: 'pastoral' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(inside.people.export({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(inside.exports.create({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(inside.members.transfer({ id: personId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await inside.leads.create({ firstName: 'Sam' })

  const { items } = await church.admin.audit.list({})
  expect(items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ who: 'Lampstand (support)', what: 'added a lead: Sam' }),
      expect.objectContaining({ who: 'Lampstand', what: 'entered as support: Their import hangs' }),
    ]),
  )
  await admin.client.operator.leave({ id: church.id })
  await expect(inside.leads.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an entry ends by itself after its hour, and nobody who is a user of the operator account alone can enter', async () => {
  const church = await aChurch()
  await admin.client.operator.enter({ id: church.id, reason: 'A look' })
  const { owner } = await testHouse()
  await owner.query(`update support_entries set expires_at = now() - interval '1 second' where client_id = $1`, [
    church.id,
  ])
  const inside = clientFor(admin.caller(church.id))
  await expect(inside.leads.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.owner.operator.enter({ id: church.id, reason: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a member needs no entry', async () => {
  const church = await aChurch()
  const { addMember } = await import('../service.ts')
  await church.inside(ctx => addMember(ctx, { clientId: church.id, userId: admin.id, role: 'viewer' }))
  expect(await admin.client.operator.enter({ id: church.id, reason: 'A look' })).toEqual({ until: null })
  expect(await admin.client.operator.get({ id: church.id })).toMatchObject({ member: true, entries: [] })
  const inside = clientFor(admin.caller(church.id))
  await expect(inside.leads.create({ firstName: 'Pat' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a suspended account is shut for its members, open for export and for support, and opened again', async () => {
  const church = await aChurch()
  await church.staff.leads.create({ firstName: 'Pat' })
  const { suspend, unsuspend } = admin.client.operator
  const suspended = await suspend({ id: church.id, reason: 'Sends spam' })
  expect(suspended).toMatchObject({ access: 'suspended', suspendedReason: 'Sends spam' })
  await expect(church.owner.leads.list({})).rejects.toMatchObject({ code: 'SUSPENDED' })
  expect((await church.owner.clients.mine({})).accounts).toMatchObject([{ access: 'suspended' }])
  expect((await church.owner.people.export({})).csv).toContain('Pat')
  await expect(church.owner.exports.create({})).resolves.toMatchObject({ state: 'waiting' })
  await admin.client.operator.enter({ id: church.id, reason: 'A look' })
  await expect(clientFor(admin.caller(church.id)).leads.list({})).resolves.toMatchObject({ items: [{ name: 'Pat' }] })
  expect(await unsuspend({ id: church.id })).toMatchObject({ access: 'full', suspendedReason: null })
  await expect(church.owner.leads.list({})).resolves.toMatchObject({ items: [{ name: 'Pat' }] })
})

test('an account that was read-only before is so again, and Lampstand’s own can’t be suspended', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  await owner.query(`update clients set access = 'read_only', billing_state = 'unpaid' where id = $1`, [church.id])
  await admin.client.operator.suspend({ id: church.id, reason: 'x' })
  expect(await admin.client.operator.unsuspend({ id: church.id })).toMatchObject({ access: 'read_only' })
  const { rows } = await owner.query('select id from clients where house')
  await expect(admin.client.operator.suspend({ id: rows[0].id, reason: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('the plan stands beside the church, with what billing says of it', async () => {
  const church = await inTrial('Professional')
  const { items } = await admin.client.operator.list({ q: church.people.owner.email })
  expect(items).toMatchObject([{ id: church.id, plan: 'Professional', billingState: 'trialing', access: 'full' }])
})
