import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aChurch } from '#testing/church.ts'
import { noon } from '#testing/flock.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { smsKind } from './campaigns/service/kind.ts'
import { checkRunningCampaigns } from './campaigns/service/spam-guard.ts'
import { UNDO_MS } from './rules/states.ts'

const { writeBatch } = engineOf(smsKind)

type Church = Awaited<ReturnType<typeof aChurch>>
let next = 2_000
/** A number in Austin. */
const newPhone = () => `+1512555${next++}`
const tomorrow = noon.plus({ days: 1 }).toISODate()
const everybody = { ...emptyAudience, everybody: true }
const id = () => crypto.randomUUID()

async function query(text: string, ...values: unknown[]) {
  const { owner } = await testHouse()
  return (await owner.query(text, values)).rows
}
/** People with a number each, who opted in to texts. */
async function aFlock(church: Church, names: string[], yes = true) {
  const numbers: string[] = []
  for (const firstName of names) {
    const phone = newPhone()
    numbers.push(phone)
    await church.owner.people.create({ firstName, lastName: 'Miller', points: [{ kind: 'phone', value: phone }] })
    if (yes) await agrees(church, phone)
  }
  return numbers
}
const agrees = (church: Church, phone: string) =>
  church.inside(ctx =>
    subscribe(ctx, phone, { channel: 'sms', topic: 'newsletter', source: 'test', wording: 'yes', reference: id() }),
  )
async function atNoon(church: Church) {
  await query(`update clients set time_zone = 'America/Chicago' where id = $1`, church.id)
  clock.advance(noon.toMillis() - clock.ms())
}
const textsTo = (number: string) =>
  query(`select body_text as text, state, skip_reason as reason from messages where recipient = $1 order by id`, number)
const pass = async (church: Church, ms: number) => {
  clock.advance(ms)
  await church.settle()
}
const words = { topic: 'newsletter', audience: everybody, body: 'Hi {firstName|friend}, picnic on Sunday!' }

test('a text to everyone: each number once, who writes and how to end it said the first time, the figures add up', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const [ann, bob] = await aFlock(church, ['Ann', 'Bob'])
  const [silent] = await aFlock(church, ['Cat'], false)
  await church.owner.people.create({
    firstName: 'Ann’s',
    lastName: 'Husband',
    points: [{ kind: 'phone', value: ann! }],
  })
  const estimate = await church.staff.smsCampaigns.estimate(words)
  expect(estimate).toMatchObject({ reached: 2, segments: 2, cost: 3, sleeping: null, left: null })
  expect(estimate.longest).toMatchObject({ encoding: 'GSM-7', segments: 1 })
  const key = id()
  const sent = await Promise.all([1, 2].map(() => church.staff.smsCampaigns.send({ id: key, ...words })))
  expect(sent.map(one => one.state)).toEqual(['sending', 'sending'])
  await church.settle()
  expect(await textsTo(ann!)).toEqual([]) // it can still be undone
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(ann!)).toEqual([
    { text: 'Grace: Hi Ann, picnic on Sunday! Reply STOP to opt out', state: 'delivered', reason: null },
  ])
  expect(await textsTo(silent!)).toMatchObject([{ state: 'skipped', reason: 'no_consent' }])
  const { state, progress } = await church.staff.smsCampaigns.get({ id: key })
  expect(state).toBe('sent')
  expect(progress).toMatchObject({
    total: 3,
    sent: 2,
    delivered: 2,
    skipped: 1,
    skippedBy: { no_consent: 1 },
    segments: 2,
    cost: 3,
  })
  const [{ person_id: personId }] = await query('select person_id from sms_recipients where address = $1', bob)
  expect((await church.staff.timeline.list({ personId })).items[0]).toMatchObject({
    type: 'campaign.sms',
    data: { name: 'Hi {firstName|friend}, picnic on Sunday!' },
  })
  // The second time they know who writes.
  await church.staff.smsCampaigns.send({ id: id(), ...words })
  await pass(church, UNDO_MS + 1)
  expect((await textsTo(bob!)).at(-1)).toMatchObject({ text: 'Hi Bob, picnic on Sunday!' })
  clock.reset()
})

test('within ten seconds it is undone whole; a pause holds what waits; a cancel takes the rest back', async () => {
  const church = await aChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann'])
  const key = id()
  await church.staff.smsCampaigns.send({ id: key, ...words })
  expect(await church.staff.smsCampaigns.cancel({ id: key })).toMatchObject({
    state: 'cancelled',
    progress: { skipped: 1 },
  })
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(ann!)).toEqual([])
  const second = id()
  await church.staff.smsCampaigns.send({ id: second, ...words })
  expect((await church.staff.smsCampaigns.pause({ id: second })).state).toBe('paused')
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(ann!)).toEqual([])
  await church.staff.smsCampaigns.resume({ id: second })
  await church.settle()
  expect(await textsTo(ann!)).toMatchObject([{ state: 'delivered' }])
  clock.reset()
})

test('a schedule keeps the church’s clock, or each recipient’s; until then it can be changed', async () => {
  const church = await aChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann'])
  // Lives in Hawaii and has kept a number of Texas.
  const honolulu = newPhone()
  await church.owner.people.create({ firstName: 'Kai', lastName: 'K', points: [{ kind: 'phone', value: honolulu }] })
  await query(`update people set time_zone = 'Pacific/Honolulu' where client_id = $1 and first_name = 'Kai'`, church.id)
  await agrees(church, honolulu)
  const plan = { ...words, mode: 'instant' as const, at: `${tomorrow}T10:00`, anyway: true }
  const made = await church.staff.smsCampaigns.schedule({ id: id(), ...plan })
  expect(made).toMatchObject({ state: 'scheduled', scheduledFor: noon.plus({ hours: 22 }).toJSDate() })
  const moved = await church.staff.smsCampaigns.update({
    id: made.id,
    version: made.version,
    mode: 'local',
    at: `${tomorrow}T15:00`,
  })
  expect(moved).toMatchObject({ mode: 'local', localTime: `${tomorrow}T15:00` })
  await expect(
    church.staff.smsCampaigns.update({ id: made.id, version: made.version, body: 'x' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(church.staff.smsCampaigns.schedule({ id: id(), ...plan, at: '2020-01-01T10:00' })).rejects.toMatchObject(
    {
      data: { issues: [{ path: ['at'] }] },
    },
  )
  await pass(church, hours(27)) // 15:00 in Chicago
  await pass(church, 1_000)
  expect(await textsTo(ann!)).toMatchObject([{ state: 'delivered' }])
  expect(await textsTo(honolulu)).toMatchObject([{ state: 'queued' }])
  await pass(church, hours(4))
  expect(await textsTo(honolulu)).toMatchObject([{ state: 'delivered' }])
  clock.reset()
})

test('the month’s cap stops a campaign before it costs more, and tells who answers for it', async () => {
  const church = await aChurch()
  await atNoon(church)
  await aFlock(church, ['Ann', 'Bob'])
  await church.owner.smsSettings.change({ monthlyCap: 100 })
  const long = { ...words, body: 'Hello there' }
  await church.staff.smsCampaigns.send({ id: id(), ...long })
  await pass(church, UNDO_MS + 1)
  expect(await church.staff.smsSettings.read({})).toMatchObject({ spent: 3 })
  await query('update sms_recipients set cost = 990000 where client_id = $1 and cost > 0', church.id)
  await expect(church.staff.smsCampaigns.send({ id: id(), ...long })).rejects.toMatchObject({ code: 'OVER_CAP' })
  // Planned while there was room, and due when there is none.
  await church.owner.smsSettings.change({ monthlyCap: 10_000 })
  const key = id()
  await church.staff.smsCampaigns.send({ id: key, ...long })
  await church.owner.smsSettings.change({ monthlyCap: 100 })
  await pass(church, UNDO_MS + 1)
  expect(await church.staff.smsCampaigns.get({ id: key })).toMatchObject({
    state: 'paused',
    problem: expect.stringContaining('cap'),
  })
  const { items } = await church.owner.notifications.list({})
  expect(items[0]).toMatchObject({ type: 'sms_cap' })
  await church.owner.smsSettings.change({ monthlyCap: null })
  await church.staff.smsCampaigns.resume({ id: key })
  await church.settle()
  expect(await church.staff.smsCampaigns.get({ id: key })).toMatchObject({ state: 'sent', progress: { sent: 2 } })
  clock.reset()
})

test('phone companies that take it for spam stop a campaign; resumed, it goes on until they do so again', async () => {
  const church = await aChurch()
  await atNoon(church)
  const numbers = await aFlock(
    church,
    Array.from({ length: 22 }, (_, i) => `P${i}`),
  )
  const key = id()
  await church.staff.smsCampaigns.send({ id: key, ...words })
  clock.advance(UNDO_MS + 1)
  await church.inside(ctx => writeBatch(ctx, key))
  const spam = (of: string[]) =>
    query(
      `update messages set state = case when recipient = any($2) then 'undelivered' else 'delivered' end,
        error_code = case when recipient = any($2) then '30007' end, sent_at = $3 where batch_id = $1 and recipient <> $4`,
      key,
      of,
      clock.now(),
      numbers[21],
    )
  await spam([numbers[0]!])
  await church.inside(checkRunningCampaigns)
  expect((await church.staff.smsCampaigns.get({ id: key })).state).toBe('sending')
  await spam([numbers[0]!, numbers[1]!])
  await church.inside(checkRunningCampaigns)
  const stopped = await church.staff.smsCampaigns.get({ id: key })
  expect(stopped).toMatchObject({ state: 'paused', problem: expect.stringContaining('2 of 21 texts as spam') })
  expect((await church.owner.notifications.list({})).items[0]).toMatchObject({ type: 'sms_filtered' })
  expect(await textsTo(numbers[21]!)).toMatchObject([{ state: 'held' }])
  clock.advance(1_000)
  await church.staff.smsCampaigns.resume({ id: key })
  await church.settle()
  expect(await church.staff.smsCampaigns.get({ id: key })).toMatchObject({
    state: 'sent',
    progress: { undelivered: 2 },
  })
  clock.reset()
})

test('links are short, lead on, and count who clicked, without machines; answers and STOP are counted too', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const [ann, bob] = await aFlock(church, ['Ann', 'Bob'])
  const key = id()
  const body = 'Sign up: https://grace.example/picnic?from=text.'
  await church.staff.smsCampaigns.send({ id: key, ...words, body })
  await pass(church, UNDO_MS + 1)
  const [{ text }] = await textsTo(ann!)
  const [, path] = /http:\/\/[^/]+(\/l\/\w+)\./.exec(text)!
  expect(text).not.toContain('picnic')
  const { send } = await aServer()
  const visit = (agent: string, method = 'GET') => send(path!, { method, headers: { 'user-agent': agent } })
  const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  await visit(safari) // within two seconds: the phone company
  clock.advance(5_000)
  await visit('Twitterbot/1.0')
  await visit(safari, 'HEAD')
  expect((await church.staff.smsCampaigns.get({ id: key })).progress!.clicked).toBe(0)
  for (const _ of [1, 2]) {
    const answer = await visit(safari)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://grace.example/picnic?from=text'])
  }
  expect((await send('/l/nonsense', {})).status).toBe(404)
  clock.advance(hours(1))
  for (const [from, said] of [
    [ann!, 'We will be there'],
    [bob!, 'STOP'],
  ])
    await church.inside(ctx =>
      receiveMessage(ctx, { channel: 'sms', from: from!, to: '', text: said!, provider: 'test', providerId: id() }),
    )
  await church.settle()
  const { progress } = await church.staff.smsCampaigns.get({ id: key })
  expect(progress).toMatchObject({ clicked: 1, replied: 2, optedOut: 1 })
  const { items } = await church.staff.smsCampaigns.recipients({ id: key, outcome: 'opted_out' })
  expect(items).toMatchObject([{ number: bob, outcome: 'opted_out' }])
  expect((await church.admin.smsCampaigns.recipientsCsv({ id: key })).csv).toContain(`${ann},Ann Miller,Replied`)
  clock.reset()
})

test('a keyword is consent with its wording, once; no keyword undoes a STOP, and taken words are refused', async () => {
  const church = await aChurch()
  const [ann] = await aFlock(church, ['Ann'], false)
  const group = await church.owner.groups.create({ name: 'Picnic' })
  const { staff } = church
  for (const word of ['stop', 'HELP', 'Start!', 'unsubscribe'])
    await expect(staff.smsKeywords.create({ word })).rejects.toMatchObject({ data: { issues: [{ path: ['word'] }] } })
  await expect(staff.smsKeywords.create({ word: 'two words' })).rejects.toMatchObject({
    data: { issues: [{ path: ['word'] }] },
  })
  const keyword = await staff.smsKeywords.create({
    word: 'Picnic!',
    topic: 'newsletter',
    reply: 'You are in.',
    groupId: group.id,
  })
  expect(keyword.word).toBe('PICNIC')
  await expect(staff.smsKeywords.create({ word: 'picnic' })).rejects.toMatchObject({
    data: { issues: [{ path: ['word'] }] },
  })
  const says = async (text: string, from = ann!, providerId = id()) => {
    await church.inside(ctx =>
      receiveMessage(ctx, { channel: 'sms', from, to: '', text, provider: 'test', providerId }),
    )
    await church.settle()
  }
  const key = id()
  for (const _ of [1, 2]) await says('picnic 🙂 please', ann, key)
  expect(await textsTo(ann!)).toMatchObject([{ text: 'You are in.', state: 'delivered' }])
  const [yes] = await query('select state, source, evidence from consents where value = $1', ann)
  expect(yes).toMatchObject({
    state: 'granted',
    source: 'keyword',
    evidence: { wording: expect.stringContaining('picnic 🙂 please') },
  })
  expect((await church.owner.people.list({ group: group.id })).items).toMatchObject([{ name: 'Ann Miller' }])
  expect((await staff.smsKeywords.list({})).items).toMatchObject([{ uses: 1 }])
  await says('STOP')
  await says('picnic')
  expect((await query('select 1 from consents where value = $1', ann)).length).toBe(1)
  clock.reset()
})

test('what is too long, unknown or another church’s is refused at its field, and nothing is kept', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope')]
  await atNoon(church)
  await aFlock(church, ['Ann'])
  const refused = (change: object) =>
    church.staff.smsCampaigns.send({ id: id(), ...words, ...change }).then(
      () => 'sent',
      error => error.data?.issues?.[0]?.path[0] ?? error.code,
    )
  expect(await refused({ body: 'x'.repeat(161) })).toBe('body')
  expect(await refused({ body: '' })).toBe('body')
  expect(await refused({ body: 'Hi {firstname}' })).toBe('body')
  expect(await refused({ topic: '' })).toBe('topic')
  const tag = await other.owner.tags.create({ name: 'Theirs' })
  expect(await refused({ audience: { ...emptyAudience, tags: [tag.id] } })).toBe('NOT_FOUND')
  expect(await refused({ audience: emptyAudience })).toBe('NOBODY')
  expect((await church.staff.smsCampaigns.list({})).items).toEqual([])
  await church.owner.smsSettings.change({ longTexts: true })
  expect(await refused({ body: 'x'.repeat(161) })).toBe('sent')
  const key = (await church.staff.smsCampaigns.list({})).items[0]!.id
  await expect(other.owner.smsCampaigns.get({ id: key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(other.owner.smsCampaigns.send({ id: key, ...words })).rejects.toThrow()
  await expect(church.pastor.smsCampaigns.send({ id: id(), ...words })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  clock.reset()
})

test('tests go to a phone of one’s own, twenty an hour; a phone that answers by itself gets five answers', async () => {
  const church = await aChurch()
  const to = newPhone()
  for (let i = 0; i < 20; i++) await church.staff.smsCampaigns.test({ body: `Hi ${i}`, to })
  await expect(church.staff.smsCampaigns.test({ body: 'Hi', to })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await church.staff.smsKeywords.create({ word: 'echo', reply: 'ECHO' })
  for (let i = 0; i < 8; i++) {
    const said = { channel: 'sms' as const, from: to, to: '', text: 'ECHO', provider: 'test', providerId: id() }
    await church.inside(ctx => receiveMessage(ctx, said))
    await church.settle()
  }
  const answers = (await textsTo(to)).filter(row => row.text === 'ECHO')
  expect(answers.filter(row => row.state === 'delivered')).toHaveLength(5)
  expect(answers.filter(row => row.reason === 'loop')).toHaveLength(3)
})

test('only what failed for a while is tried again', async () => {
  const church = await aChurch()
  await atNoon(church)
  const [ann, bob] = await aFlock(church, ['Ann', 'Bob'])
  const key = id()
  await church.staff.smsCampaigns.send({ id: key, ...words })
  await pass(church, UNDO_MS + 1)
  await query(`update messages set state = 'undelivered', error_code = '30003' where recipient = $1`, ann)
  await query(`update messages set state = 'undelivered', error_code = '21614' where recipient = $1`, bob)
  await church.staff.smsCampaigns.retry({ id: key })
  await church.settle()
  expect((await textsTo(ann!)).map(row => row.state)).toEqual(['undelivered', 'delivered'])
  expect((await textsTo(bob!)).map(row => row.state)).toEqual(['undelivered'])
  expect((await church.staff.smsCampaigns.get({ id: key })).progress).toMatchObject({
    total: 2,
    delivered: 1,
    undelivered: 1,
  })
  clock.reset()
})
