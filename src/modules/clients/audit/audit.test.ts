import { expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { inTrial } from '#testing/billing.ts'
import { aChurch, aUser } from '#testing/church.ts'

test('owners and admins read who changed what in plain words, narrowed by kind, person and time, page by page', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat', lastName: 'Miller' })
  await church.pastor.leads.update({ id: lead.id, source: 'Website', version: lead.version })
  await church.staff.leads.remove({ id: lead.id })
  await church.staff.tags.create({ name: 'Choir' })
  const { items } = await church.owner.audit.list({ table: 'leads' })
  expect(items.map(({ who, what }) => `${who} ${what}`)).toEqual([
    'staff of Grace Community Church removed a lead: Pat Miller',
    'pastor of Grace Community Church changed a lead: Pat Miller',
    'staff of Grace Community Church added a lead: Pat Miller',
  ])
  expect(items[1]!.changes).toEqual([{ field: 'source', before: null, after: 'Website' }])
  const first = await church.admin.audit.list({ limit: 2 })
  const second = await church.admin.audit.list({ limit: 2, cursor: first.nextCursor! })
  expect(new Set([...first.items, ...second.items].map(item => item.id)).size).toBe(4)
  const byPastor = await church.owner.audit.list({ userId: church.people.pastor.id, table: 'leads' })
  expect(byPastor.items).toHaveLength(1)
  const tomorrow = new Date(clock.ms() + days(1))
  expect((await church.owner.audit.list({ from: tomorrow })).items).toEqual([])
  expect((await church.owner.audit.list({ until: new Date(clock.ms() - hours(1)) })).items).toEqual([])
  expect((await church.owner.audit.export({ table: 'leads' })).csv).toContain('source:  → Website')
})

test('the operator reads across accounts that something changed, not what stands in it', async () => {
  const [church, admin] = [await aChurch('Grace Chapel'), await aUser({ admin: true })]
  const { id, version } = await church.staff.leads.create({ firstName: 'Zebedee' })
  await church.staff.leads.update({ id, source: 'A secret place', version })
  const { version: read } = await church.owner.church.read({})
  await church.owner.church.change({ followUpHours: 48, version: read })
  const { items } = await admin.client.trail.list({ clientId: church.id })
  expect(items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ clientName: 'Grace Chapel', what: 'added a lead' }),
      expect.objectContaining({ what: 'changed a lead', changes: [{ field: 'source', before: null, after: null }] }),
      expect.objectContaining({ changes: [{ field: 'follow up hours', before: '36', after: '48' }] }),
    ]),
  )
  const { csv } = await admin.client.trail.export({ clientId: church.id })
  expect(csv + JSON.stringify(items)).not.toMatch(/Zebedee|secret place/)
  const everywhere = await admin.client.trail.list({ limit: 5 })
  expect(everywhere.items).toHaveLength(5)
  await expect(church.owner.trail.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a plan without an audit log still tells who came in as support, and why', async () => {
  const [church, admin] = [await inTrial('Starter'), await aUser({ name: 'Ada Admin', admin: true })]
  await admin.client.operator.enter({ id: church.id, reason: 'Their import hangs' })
  await expect(church.owner.audit.list({})).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
  const { items } = await church.owner.audit.list({ table: 'support_entries' })
  expect(items.map(item => item.what)).toEqual(['entered as support: Their import hangs'])
})
