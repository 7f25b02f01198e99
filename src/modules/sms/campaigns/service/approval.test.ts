import { randomUUID as id } from 'node:crypto'
import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, noon, pass, query, textsTo } from '#testing/flock.ts'
import { UNDO_MS } from '../../rules/states.ts'

const words = {
  topic: 'newsletter',
  audience: { ...emptyAudience, everybody: true },
  body: 'Hi {firstName|friend}, picnic!',
}
afterEach(() => clock.reset())

async function two() {
  const church = await aChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann', 'Bob'])
  await church.owner.smsSettings.change({ approval: 'person', approvalAbove: 1 })
  return { church, ann: ann! }
}

test('a text to more than the church has set waits for a second person: not who asked, told by bell and mail, started once', async () => {
  const { church, ann } = await two()
  const { staff, admin, owner, pastor } = church
  const key = id()
  expect(await staff.smsCampaigns.estimate(words)).toMatchObject({ reached: 2, needs: 'person' })
  const asked = await staff.smsCampaigns.send({ id: key, ...words })
  expect(asked).toMatchObject({ state: 'waiting', approval: { askedBy: expect.any(String), mayDecide: false } })
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(church, ann)).toEqual([])
  const told = { type: 'sms_approval', href: `/sms/${key}` }
  expect((await admin.notifications.list({})).items[0]).toMatchObject(told)
  expect((await staff.notifications.list({})).items.filter(one => one.type === 'sms_approval')).toEqual([])
  expect((await pastor.notifications.list({})).items).toEqual([])
  expect(
    await query(`select recipient from messages where kind = 'sms_approval' and client_id = $1`, church.id),
  ).toHaveLength(2)
  const { version } = asked
  await expect(staff.smsCampaigns.approve({ id: key, version })).rejects.toMatchObject({ code: 'OWN' })
  await expect(pastor.smsCampaigns.approve({ id: key, version })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const both = await Promise.all(
    [owner, admin].map(one => one.smsCampaigns.approve({ id: key, version, note: 'Good' })),
  )
  expect(both.map(one => one.state)).toEqual(['sending', 'sending'])
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(church, ann)).toHaveLength(1)
  expect(await staff.smsCampaigns.get({ id: key })).toMatchObject({
    state: 'sent',
    approval: { decidedBy: expect.any(String), note: 'Good' },
  })
  const heard = (await staff.notifications.list({})).items.filter(one => one.type === 'sms_decided')
  expect(heard).toMatchObject([{ body: 'Good' }])
  const trail = await query(
    `select changes from audit_log where client_id = $1 and row_id = $2 and changes ? 'reviewed_by'`,
    church.id,
    key,
  )
  expect(trail).not.toHaveLength(0)
})

test('an approval covers only the text that was read: changed, it is asked again; declined with a note, it goes nowhere', async () => {
  const { church, ann } = await two()
  const { staff, admin, owner } = church
  const key = id()
  const at = noon.plus({ days: 1 }).toFormat("yyyy-MM-dd'T'HH:mm")
  const asked = await staff.smsCampaigns.schedule({ id: key, ...words, mode: 'instant', at })
  expect(asked.state).toBe('waiting')
  const yes = await admin.smsCampaigns.approve({ id: key, version: asked.version })
  expect(yes).toMatchObject({ state: 'scheduled' })
  const changed = await staff.smsCampaigns.update({ id: key, version: yes.version, body: 'Hi, other words' })
  expect(changed).toMatchObject({ state: 'waiting', approval: { decidedBy: '', decidedAt: null } })
  // Who looks at the old words approves nothing.
  await expect(owner.smsCampaigns.approve({ id: key, version: yes.version })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const no = await admin.smsCampaigns.decline({ id: key, version: changed.version, note: 'Which day?' })
  expect(no).toMatchObject({ state: 'declined', approval: { note: 'Which day?' } })
  await pass(church, hours(25))
  expect(await textsTo(church, ann)).toEqual([])
  const again = await staff.smsCampaigns.update({ id: key, version: no.version, body: 'Picnic on Sunday' })
  expect(again.state).toBe('waiting')
  await expect(admin.smsCampaigns.approve({ id: key, version: again.version })).rejects.toMatchObject({ code: 'PAST' })
  expect((await staff.smsCampaigns.cancel({ id: key })).state).toBe('cancelled')
})

test('planned for few and due for many it waits; a church where nobody else may send keeps the typed count', async () => {
  const { church, ann } = await two()
  const { staff, admin, owner } = church
  await owner.smsSettings.change({ approvalAbove: 2 })
  const at = noon.plus({ hours: 2 }).toFormat("yyyy-MM-dd'T'HH:mm")
  const made = await staff.smsCampaigns.schedule({ id: id(), ...words, mode: 'instant', at })
  expect(made).toMatchObject({ state: 'scheduled', approval: null })
  await aFlock(church, ['Cat'])
  await pass(church, hours(2) + 1_000)
  await pass(church, 1_000)
  const held = await admin.smsCampaigns.get(made)
  expect(held).toMatchObject({ state: 'waiting', approval: { mayDecide: true } })
  expect(await textsTo(church, ann)).toEqual([])
  await query(`update members set removed_at = now() where client_id = $1 and role in ('staff', 'admin')`, church.id)
  await expect(owner.smsSettings.change({ approval: 'person' })).rejects.toMatchObject({
    data: { issues: [{ path: ['approval'] }] },
  })
  await expect(owner.smsSettings.change({ approvalAbove: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await owner.smsSettings.change({ approval: 'count', approvalAbove: 1 })
  expect(await owner.smsCampaigns.estimate(words)).toMatchObject({ needs: 'count' })
})

test('an approval on Sunday morning to what leaves at once says so first; all the same is possible, and a planned text was asked before', async () => {
  const { church } = await two()
  const { staff, admin } = church
  const at = (text: string) =>
    clock.advance(DateTime.fromISO(text, { zone: 'America/Chicago' }).toMillis() - clock.ms())
  at('2027-03-06T15:00')
  const [now, planned] = [id(), id()]
  const asked = await staff.smsCampaigns.send({ id: now, ...words })
  expect(asked.approval).toMatchObject({ sunday: null })
  const plan = { ...words, mode: 'instant' as const, at: '2027-03-07T10:30', anyway: true }
  const later = await staff.smsCampaigns.schedule({ id: planned, ...plan })
  at('2027-03-07T09:30')
  const seen = await admin.smsCampaigns.get({ id: now })
  expect(seen.approval).toMatchObject({ mayDecide: true, sunday: '2027-03-07T12:00' })
  const yes = { id: now, version: asked.version }
  await expect(admin.smsCampaigns.approve(yes)).rejects.toMatchObject({ code: 'SUNDAY_MORNING' })
  expect(await admin.smsCampaigns.get({ id: now })).toMatchObject({ state: 'waiting', approval: { decidedAt: null } })
  expect((await staff.notifications.list({})).items.filter(one => one.type === 'sms_decided')).toEqual([])
  expect(await admin.smsCampaigns.approve({ ...yes, anyway: true })).toMatchObject({ state: 'sending' })
  expect(await admin.smsCampaigns.approve({ id: planned, version: later.version })).toMatchObject({
    state: 'scheduled',
  })
})
