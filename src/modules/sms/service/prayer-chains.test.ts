import { randomUUID as id } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, newPhone, noon, pass, query, says, textsTo } from '#testing/flock.ts'
import { UNDO_MS } from '../rules/states.ts'

afterEach(() => clock.reset())

test('a prayer chain: at night it wakes only who agreed to that by its keyword, with a reason that is kept', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const { staff } = church
  const chain = await church.owner.groups.create({ name: 'Prayer chain' })
  const choir = await church.owner.groups.create({ name: 'Choir' })
  await staff.smsKeywords.create({
    word: 'CHAIN',
    topic: 'newsletter',
    groupId: chain.id,
    urgent: true,
    reply: 'Welcome',
  })
  const ann = newPhone()
  const points = [{ kind: 'phone' as const, value: ann }]
  await church.owner.people.create({ firstName: 'Ann', lastName: 'Miller', points })
  await says(church, ann, 'Chain')
  const [bob] = await aFlock(church, ['Bob'], { groupIds: [chain.id] })
  clock.advance(noon.set({ hour: 23 }).toMillis() - clock.ms())
  const urgent = {
    topic: 'newsletter',
    body: 'Please pray for Tom now',
    urgentReason: 'Tom is in surgery',
    audience: { ...emptyAudience, groups: [chain.id] },
  }
  const refused = (audience: object) =>
    expect(
      staff.smsCampaigns.send({ id: id(), ...urgent, audience: { ...emptyAudience, ...audience } }),
    ).rejects.toMatchObject({ data: { issues: [{ path: ['urgentReason'] }] } })
  await refused({ everybody: true })
  await refused({ groups: [choir.id] })
  await refused({ groups: [chain.id, choir.id] })
  expect(await staff.smsCampaigns.estimate(urgent)).toMatchObject({ reached: 2, sleeping: { count: 1 } })
  const key = id()
  await staff.smsCampaigns.send({ id: key, ...urgent })
  await pass(church, UNDO_MS + 1)
  expect((await textsTo(church, ann)).at(-1)).toMatchObject({
    text: expect.stringContaining('Tom'),
    state: 'delivered',
  })
  expect(await textsTo(church, bob!)).toMatchObject([{ state: 'queued' }])
  expect(await staff.smsCampaigns.get({ id: key })).toMatchObject({ urgentReason: 'Tom is in surgery' })
  // Without a reason it waits for the morning like any other.
  await staff.smsCampaigns.send({ id: id(), ...urgent, urgentReason: '', body: 'Thank you' })
  await pass(church, UNDO_MS + 1)
  expect((await textsTo(church, ann)).at(-1)).toMatchObject({ state: 'queued' })
  await pass(church, hours(10))
  expect(await textsTo(church, bob!)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  const yes = await query(`select evidence from consents where value = $1 and topic = 'urgent-messages'`, ann)
  expect(yes).toMatchObject([{ evidence: { wording: expect.stringContaining('urgent messages at any hour') } }])
})

test('the slide counts who joined today, each number once; answers go to whom the keyword says', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope')]
  await atNoon(church)
  const { staff } = church
  const care = church.people.pastor.id
  const made = await staff.smsKeywords.create({ word: 'JOIN', topic: 'newsletter', answersTo: care })
  const [ann, bob] = [newPhone(), newPhone()]
  await says(church, ann, 'join')
  await says(church, ann, 'JOIN!')
  await says(church, bob, 'Join please')
  await says(church, '72345', 'JOIN')
  expect(await staff.smsKeywords.slide({ id: made.id })).toMatchObject({ word: 'JOIN', today: 3 })
  const threads = await query('select assigned_to as "to" from conversations where client_id = $1', church.id)
  expect(threads).toEqual([{ to: care }, { to: care }, { to: care }])
  // Nobody had their numbers: they are people now, with one thread each, and a campaign reaches them.
  const { items } = await church.owner.people.list({})
  expect(items.map(one => one.phone).sort()).toEqual([ann, bob].sort())
  expect(await church.owner.people.get({ id: items[0]!.id })).toMatchObject({ source: 'Keyword JOIN' })
  const { items: inbox } = await staff.conversations.list({})
  expect(inbox.flatMap(one => one.personId ?? []).sort()).toEqual(items.map(one => one.id).sort())
  const asked = { body: 'See you on Sunday', topic: 'newsletter', audience: { ...emptyAudience, everybody: true } }
  expect(await staff.smsCampaigns.estimate(asked)).toMatchObject({ reached: 2 })
  await says(church, ann, 'When does it begin?')
  expect((await staff.conversations.list({})).items).toHaveLength(3)
  await pass(church, hours(13))
  expect(await staff.smsKeywords.slide({ id: made.id })).toMatchObject({ today: 0 })
  await expect(other.staff.smsKeywords.slide({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(staff.smsKeywords.create({ word: 'X', answersTo: other.people.pastor.id })).rejects.toMatchObject({
    data: { issues: [{ path: ['answersTo'] }] },
  })
})

test('the registration is prepared with texts of the church’s own, and kept; what no tax office knows is refused', async () => {
  const church = await aChurch('Grace')
  const { staff, owner } = church
  await staff.smsTemplates.create({ name: 'Welcome', category: 'Guests', body: 'Hi {firstName|friend}, welcome!' })
  await staff.smsKeywords.create({ word: 'NEWS', topic: 'newsletter' })
  const begun = await staff.smsRegistration.read({})
  expect(begun).toMatchObject({ brand: 'none', campaign: 'none', done: [] })
  expect(begun.texts.samples).toEqual(['Grace: Hi Ann, welcome! Reply STOP to opt out'])
  expect(begun.texts.optIn[0]).toContain('texting NEWS')
  const kept = await owner.smsRegistration.change({
    legalName: 'Grace Church, Inc.',
    ein: '12-3456789',
    done: ['brand', 'brand'],
  })
  expect(kept).toMatchObject({ ein: '12-3456789', done: ['brand'] })
  expect(kept.texts.useCase[0]).toContain('Grace Church, Inc.')
  await owner.smsRegistration.change({ website: 'https://grace.example' })
  expect(await staff.smsRegistration.read({})).toMatchObject({
    legalName: 'Grace Church, Inc.',
    website: 'https://grace.example',
  })
  const refused = (change: object, field: string) =>
    expect(owner.smsRegistration.change(change)).rejects.toMatchObject({ data: { issues: [{ path: [field] }] } })
  await refused({ ein: '123' }, 'ein')
  await refused({ privacyUrl: 'grace.example' }, 'privacyUrl')
  await expect(staff.smsRegistration.change({ done: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
