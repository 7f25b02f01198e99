import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

test('a church renames stages and outcomes: labels change everywhere, keys nowhere', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope')]
  const { owner, staff } = church
  const before = await staff.leadSettings.read({})
  expect(before.stageTitles).toMatchObject({ new: 'New Leads', closed: 'Closed' })
  expect(before.outcomeTitles).toEqual({ won: 'Won', lost: 'Lost', abandoned: 'Abandoned' })
  await owner.leadSettings.change({
    stageTitles: { new: 'First-time guests', proposal: 'Invited' },
    outcomeTitles: { won: 'Joined' },
  })
  const after = await owner.leadSettings.change({ stageTitles: { proposal: '' } })
  expect(after.stageTitles).toEqual({ ...before.stageTitles, new: 'First-time guests' })
  expect(after.outcomeTitles.won).toBe('Joined')
  expect((await other.staff.leadSettings.read({})).stageTitles).toEqual(before.stageTitles)
  const lead = await staff.leads.create({ firstName: 'Pat' })
  expect(lead.status).toBe('new')
  expect((await owner.leads.export({})).csv).toContain('First-time guests')
  await staff.leads.move({ id: lead.id, status: 'closed', after: null, outcome: 'won' })
  expect((await owner.leads.export({})).csv).toMatch(/,Closed,Joined,/)
})

test('two stages can’t have one name, and only those who may change settings rename them', async () => {
  const { owner, staff } = await aChurch()
  await expect(
    owner.leadSettings.change({ stageTitles: { new: 'Guests', contacted: 'guests' } }),
  ).rejects.toMatchObject({
    data: { issues: [{ path: ['stageTitles.new'] }] },
  })
  await owner.leadSettings.change({ stageTitles: { new: 'Guests' } })
  await expect(owner.leadSettings.change({ stageTitles: { contacted: 'Guests' } })).rejects.toMatchObject({
    data: { issues: [{ path: ['stageTitles.contacted'] }] },
  })
  await expect(staff.leadSettings.change({ showValue: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('values are shown where some lead has one, or the church wants them', async () => {
  const { owner, staff } = await aChurch()
  const shown = async () => (await staff.leadSettings.read({})).valueShown
  expect(await shown()).toBe(false)
  await owner.leadSettings.change({ showValue: true })
  expect(await shown()).toBe(true)
  await owner.leadSettings.change({ showValue: false })
  const { id } = await staff.leads.create({ firstName: 'Pat', value: 5_000 })
  expect(await shown()).toBe(true)
  await staff.leads.remove({ id })
  expect(await shown()).toBe(false)
})
