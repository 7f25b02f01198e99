import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { signatureOf } from '#providers/telephony/index.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { callIn, phonesInUse, press, pressKey, speak } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid, tokenOf } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { byId, drawingOf, levelsFrom, type Menu, problemsFrom } from '../rules/ivr.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const ANN = '+15125550143'
afterEach(() => clock.reset())

async function pass(ms: number) {
  clock.advance(ms)
  await passTime()
  await runWaitingJobs()
}
let next = 3
async function buy(church: Church) {
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  return church.owner.phoneNumbers.buy({ ...items[next++ % 4]!, name: 'Office' })
}
const ring = (church: Church, to: string, from = ANN) => callIn(accountSid(church.id), { from, to })
const heard = async (sid: string) => (await phonesInUse()).find(one => one.sid === sid)
const newest = async (church: Church) => (await church.staff.calls.list({})).items[0]!
const steps = async (church: Church) =>
  (await church.staff.calls.steps({ id: (await newest(church)).id })).items.map(one => one.what)

const plain = { language: 'en-US', otherwiseTo: null }
/** Main: 1 the office, 2 service times, 3 Maria, 4 groups, 5 again. Groups: 1 back. */
async function menus(church: Church) {
  const groups = { key: randomUUID(), name: 'Groups', greeting: 'Press 1 to go back.', keys: [], ...plain }
  const { id: groupsId, version } = await church.owner.voiceMenus.create(groups)
  const main = await church.owner.voiceMenus.create({
    key: randomUUID(),
    name: 'Main',
    greeting: 'Welcome. Press 1, 2, 3, 4 or 5.',
    language: 'es-US',
    keys: [
      { key: '1', label: 'Office', does: 'forward', to: '512-555-0198' },
      { key: '2', label: 'Service times', does: 'say', text: 'Sundays at nine & eleven.' },
      { key: '3', label: 'Pastor', does: 'voicemail', userId: church.people.pastor.id },
      { key: '4', label: 'Groups', does: 'menu', menuId: groupsId },
      { key: '5', label: 'Again', does: 'repeat' },
    ],
    otherwiseTo: null,
  })
  const keys = [{ key: '1' as const, label: 'Back', does: 'menu' as const, menuId: main.id }]
  await church.owner.voiceMenus.update({ ...groups, id: groupsId, version, keys })
  return { mainId: main.id, groupsId }
}

test('a caller is led by keys: what is said, where it leads, and each step in the record', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const { mainId } = await menus(church)
  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'menu', menuId: mainId })

  const first = await ring(church, number)
  await pass(seconds(1))
  expect(await heard(first)).toMatchObject({ keys: true, speaks: false, said: ['Welcome. Press 1, 2, 3, 4 or 5.'] })
  expect(await newest(church)).toMatchObject({ stage: 'menu', endedAt: null })
  await pressKey(first, '2')
  await pass(seconds(1))
  expect((await heard(first))!.said.slice(-2)).toEqual(['Sundays at nine & eleven.', 'Welcome. Press 1, 2, 3, 4 or 5.'])
  await press(first, 'hang_up')
  await pass(seconds(1))
  expect(await steps(church)).toEqual(['Heard “Main”', 'Pressed 2, Service times: heard “Main”'])
  // They heard what they called for: nobody has missed them.
  expect(await newest(church)).toMatchObject({ state: 'completed', missed: false })

  // To another menu and back, to the office, which picks up.
  const second = await ring(church, number)
  for (const key of ['4', '1', '5', '1']) {
    await pass(seconds(1))
    await pressKey(second, key)
  }
  for (let i = 0; i < 8; i++) await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ stage: 'forward', state: 'in-progress', missed: false })
  await press(second, 'hang_up')
  await pass(seconds(1))
  expect(await steps(church)).toEqual([
    'Heard “Main”',
    'Pressed 4, Groups: heard “Groups”',
    'Pressed 1, Back: heard “Main”',
    'Pressed 5, Again: heard “Main”',
    'Pressed 1, Office: forwarded to (512) 555-0198',
  ])

  // A wrong key, then nothing: voicemail, since the menu says nothing else.
  const third = await ring(church, number)
  await pass(seconds(1))
  await pressKey(third, '9')
  await pass(seconds(21))
  expect(await heard(third)).toMatchObject({ keys: false, speaks: true })
  expect(await steps(church)).toEqual([
    'Heard “Main”',
    'Pressed 9, which has no action: heard “Main”',
    'Pressed nothing, twice: voicemail',
  ])
  await press(third, 'hang_up')
  await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ missed: true, state: 'no-answer', recorded: true, transcript: null })
})

test('a voicemail with a sign of danger pages the people on call, and is read by the person who takes it', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const { mainId } = await menus(church)
  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'menu', menuId: mainId })
  const sid = await ring(church, number)
  await pass(seconds(1))
  await pressKey(sid, '3')
  await pass(seconds(1))
  await speak(sid, 'This is Ann. I want to kill myself tonight. Please call me.')
  for (let i = 0; i < 3; i++) await pass(seconds(1))
  const [alert] = (await church.pastor.crisis.list({})).items
  expect(alert).toMatchObject({ level: 'page', source: 'voicemail', kind: 'self_harm' })
  await church.volunteer.crisis.take({ id: alert!.id })
  expect(await church.volunteer.crisis.words({ id: alert!.id })).toMatchObject({
    text: expect.stringContaining('Please call me'),
    phone: ANN,
  })
})

test('a message for one of us is recorded, stands in the thread, is found, and goes with its recording', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const { mainId } = await menus(church)
  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'menu', menuId: mainId })
  const ann = { firstName: 'Ann', lastName: 'Miller', points: [{ kind: 'phone' as const, value: ANN }] }
  await church.staff.people.create(ann)
  const sid = await ring(church, number)
  await pass(seconds(1))
  await expect(speak(sid, 'Too early')).rejects.toThrow()
  await pressKey(sid, '3')
  await pass(seconds(1))
  const words = 'Hello Pastor, my mother is at Seton hospital and would love a visit. Thank you.'
  await speak(sid, words)
  for (let i = 0; i < 3; i++) await pass(seconds(1))
  const call = await newest(church)
  expect(call).toMatchObject({ missed: true, recorded: true, transcript: words })
  expect(call.userName).toBe(church.people.pastor.name || church.people.pastor.email)
  const [thread] = (await church.staff.conversations.list({})).items
  const [item] = (await church.staff.conversations.items({ id: thread!.id })).items
  expect(item).toMatchObject({ text: `Voicemail, 0:06 – ${words}`, call: { written: true, recorded: true } })
  expect((await church.staff.conversations.list({ search: 'seton hosp', inMessages: true })).items).toHaveLength(1)
  expect((await church.staff.calls.list({ search: 'SETON' })).total).toBe(1)
  expect((await church.admin.calls.export({})).csv).toContain('would love a visit')
  const { items: news } = await church.pastor.notifications.list({})
  expect(news.filter(one => one.type === 'call-missed')).toMatchObject([{ title: 'Ann Miller called for you' }])

  // The trail says that, never what.
  const { owner } = await testHouse()
  const trail = await owner.query(`select from audit_log where client_id = $1 and changes::text ilike '%seton%'`, [
    church.id,
  ])
  expect(trail.rowCount).toBe(0)
  await church.owner.calls.removeRecording({ id: call.id })
  await church.settle()
  expect(await newest(church)).toMatchObject({ transcript: null, recorded: false })
  expect((await church.staff.calls.list({ search: 'SETON' })).total).toBe(0)
  const [after] = (await church.staff.conversations.items({ id: thread!.id })).items
  expect(after).toMatchObject({ text: 'Missed call', call: { written: false } })
  expect((await church.staff.conversations.list({ search: 'seton', inMessages: true })).items).toHaveLength(0)
  const left = await owner.query(`select from inbound_events where client_id = $1 and payload::text ilike '%seton%'`, [
    church.id,
  ])
  expect(left.rowCount).toBe(0)

  // Switched off, no machine listens.
  await church.owner.carrierSettings.change({ transcribe: false })
  const again = await ring(church, number)
  await pass(seconds(1))
  await pressKey(again, '3')
  await pass(seconds(1))
  await speak(again, 'Nobody writes this down')
  for (let i = 0; i < 3; i++) await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ recorded: true, transcript: null })
})

test('what was said may be told first, twice, forged, or after the recording was deleted', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  const { send } = await aServer()
  const account = accountSid(church.id)
  async function post(route: string, more: string, fields: Record<string, string>, token?: string) {
    const url = `${env.publicUrl}/api/twilio/${route}?t=${church.id}${more}`
    const params = Object.entries({ AccountSid: account, ...fields })
    const signature = signatureOf(token ?? (await tokenOf(account)), url, params)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    const answer = await send(url.slice(env.publicUrl.length), {
      method: 'POST',
      headers,
      body: new URLSearchParams(params).toString(),
    })
    await runWaitingJobs()
    return { status: answer.status, text: await answer.text() }
  }
  const CallSid = `CA${'a'.repeat(32)}`
  const RecordingSid = `RE${'a'.repeat(32)}`
  const transcript = {
    CallSid,
    RecordingSid,
    TranscriptionSid: `TR${'a'.repeat(32)}`,
    TranscriptionStatus: 'completed',
    TranscriptionText: 'Please call me back',
  }
  const { text } = await post('voice', '', { CallSid, From: ANN, To: number, Direction: 'inbound' })
  expect(text).toMatch(/<Record [^>]*transcribe="true" transcribeCallback="[^"]*kind=transcript"/)
  expect((await post('status', '&kind=transcript', transcript, 'wrong')).status).toBe(400)
  for (let i = 0; i < 2; i++) await post('status', '&kind=transcript', transcript)
  expect(await newest(church)).toMatchObject({ transcript: 'Please call me back' })
  const recording = { CallSid, RecordingSid, RecordingStatus: 'completed', RecordingDuration: '42' }
  await post('status', '&kind=voicemail', recording)
  await post('status', '', { CallSid, CallStatus: 'completed', CallDuration: '50', Direction: 'inbound' })
  const [thread] = (await church.staff.conversations.list({})).items
  const text1 = (await church.staff.conversations.items({ id: thread!.id })).items.map(one => one.text)
  expect(text1).toEqual(['Voicemail, 0:42 – Please call me back'])
  await church.owner.calls.removeRecording({ id: (await newest(church)).id })
  const { items } = await church.owner.carrierWebhooks.list({ route: 'status' })
  for (const one of items) await church.owner.carrierWebhooks.replay({ id: one.id })
  await post('status', '&kind=transcript', { ...transcript, TranscriptionSid: `TR${'b'.repeat(32)}` })
  expect(await newest(church)).toMatchObject({ transcript: null, recorded: false })
})

test('inside office hours one way, outside the other, by the clock of the church', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const open = { from: '09:00', to: '17:00' }
  const bad = [{ from: '17:00', to: '09:00' }, ...Array(6).fill(null)]
  await expect(church.owner.carrierSettings.change({ officeHours: bad })).rejects.toMatchObject({
    data: { issues: [{ path: ['officeHours', 0, 'to'], message: 'The closing time must be after the opening time' }] },
  })
  await church.owner.carrierSettings.change({ officeHours: Array(7).fill(open) })
  await expect(
    church.owner.phoneNumbers.update({ id, version, byHours: true, closedRoute: 'forward' }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['closedForwardTo'] }] } })
  await church.owner.phoneNumbers.update({
    id,
    version,
    voiceRoute: 'forward',
    forwardTo: '5125550198',
    byHours: true,
    closedRoute: 'voicemail',
  })
  const zone = (await church.owner.clients.mine({})).accounts[0]!.timeZone
  const at = (hour: number) => {
    const now = new Date(clock.ms())
    const there = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hour12: false, timeZone: zone }).format(now))
    clock.advance(((hour - (there % 24) + 24) % 24) * 3_600_000)
  }
  at(12)
  await press(await ring(church, number), 'hang_up')
  await pass(seconds(1))
  expect(await steps(church)).toEqual(['Forwarded to (512) 555-0198'])
  at(22)
  await press(await ring(church, number), 'hang_up')
  await pass(seconds(1))
  expect(await steps(church)).toEqual(['Outside office hours: voicemail'])
})

test('menus are complete, three deep at most, and kept while something leads to them; another church has its own', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { id, version } = await buy(church)
  const { mainId, groupsId } = await menus(church)
  const given = (keys: object[]) => ({ key: randomUUID(), name: 'Deep', greeting: 'Press 1', ...plain, keys }) as never
  const refused = async (keys: object[], path: string) =>
    expect(church.owner.voiceMenus.create(given(keys))).rejects.toMatchObject({ data: { issues: [{ path: [path] }] } })
  await refused([{ key: '1', label: 'Police', does: 'forward', to: '911' }], 'keys.0.to')
  await refused([{ key: '1', label: 'Times', does: 'say' }], 'keys.0.text')
  await refused([{ key: '1', label: 'X', does: 'voicemail', userId: hope.people.staff.id }], 'keys.0.userId')
  await refused([{ key: '1', label: 'X', does: 'menu', menuId: randomUUID() }], 'keys.0.menuId')
  const again = { label: 'X', does: 'repeat' }
  await refused(
    [
      { key: '1', ...again },
      { key: '1', ...again },
    ],
    'keys.1.key',
  )
  const two = await church.owner.voiceMenus.create(given([{ key: '1', label: 'Main', does: 'menu', menuId: mainId }]))
  await refused([{ key: '1', label: 'Two', does: 'menu', menuId: two.id }], 'keys.0.menuId')
  expect((await church.owner.voiceMenus.list({})).items.map(one => one.name)).toEqual(['Groups', 'Main', 'Deep'])

  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'menu', menuId: two.id })
  await expect(church.owner.voiceMenus.remove({ id: two.id })).rejects.toThrow(/“Office” opens this menu/)
  await expect(church.owner.voiceMenus.remove({ id: groupsId })).rejects.toThrow(/“Main” opens this menu/)
  await expect(hope.owner.voiceMenus.remove({ id: two.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await hope.owner.voiceMenus.list({})).items).toEqual([])
  const theirs = await buy(hope)
  await expect(
    hope.owner.phoneNumbers.update({ id: theirs.id, version: theirs.version, voiceRoute: 'menu', menuId: two.id }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['menuId'] }] } })
  await expect(church.staff.voiceMenus.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('who reached nobody gets a text once a day, from that number, if they opted in to texts', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  await church.owner.phoneNumbers.update({ id, version, missedText: 'Sorry we missed you. Write here any time.' })
  const miss = async (from: string) => {
    await press(await ring(church, number, from), 'hang_up')
    for (let i = 0; i < 3; i++) await pass(seconds(1))
  }
  const sent = async () =>
    (await church.staff.texts.list({ direction: 'out' })).items.map(({ from, to, status }) => [from, to, status])
  await miss(ANN)
  expect(await sent()).toEqual([])
  await church.inside(async ctx => {
    const { subscribe } = await import('#consent/service.ts')
    const yes = { channel: 'sms' as const, topic: 'news', source: 'form', wording: 'Text me', reference: 'x' }
    for (const one of [ANN, '+15125550177']) await subscribe(ctx, one, yes)
  })
  await miss(ANN)
  await miss(ANN)
  expect(await sent()).toEqual([[number, ANN, 'delivered']])
  const thread = (await church.staff.conversations.list({})).items.find(one => one.name.includes('0143'))!
  // A machine's answer is none: they still wait.
  expect(thread.waitingSince).not.toBeNull()
  const { items } = await church.staff.conversations.items({ id: thread.id })
  expect(items.filter(one => one.kind === 'message')).toMatchObject([{ direction: 'out' }])
  await church.inside(async ctx => {
    const { suppress } = await import('#consent/service.ts')
    await suppress(ctx, [{ value: '+15125550177', channel: 'sms', reason: 'stop', source: 'reply' }])
  })
  await miss('+15125550177')
  expect((await sent()).filter(([, to]) => to === '+15125550177')).toEqual([[number, '+15125550177', 'skipped']])
})

test('the drawing shows every key once, and the lint what callers would stumble over', () => {
  const menu = (id: string, keys: Menu['keys'], greeting = 'Press 1, two') => ({
    ...plain,
    id,
    name: id,
    greeting,
    keys,
  })
  const to = (key: '1' | '2', menuId: string) => ({ key, label: menuId, does: 'menu' as const, menuId })
  const a = menu('A', [to('1', 'B'), to('2', 'gone')])
  const b = menu('B', [to('1', 'A'), { key: '7', label: 'Times', does: 'say', text: 'Nine' }])
  const all = [a, b, menu('C', [])]
  expect([...levelsFrom(byId(all), 'A')]).toEqual([
    ['A', 1],
    ['B', 2],
  ])
  expect(problemsFrom(all, 'A')).toEqual([
    'Key 2 of “A” opens a menu that was deleted.',
    '“A” has no key for a person or voicemail: callers can only wait.',
    '“B” has no key for a person or voicemail: callers can only wait.',
    'The greeting of “B” does not mention key 7.',
  ])
  expect(problemsFrom(all, 'C')).toEqual(['“C” has no keys: callers hear it twice and are forwarded.'])
  const naming = { phone: (one: string) => one, member: (one: string) => one }
  expect(drawingOf(all, 'A', naming)).toMatchObject({
    name: 'A',
    otherwise: 'Voicemail',
    branches: [
      { key: '1', to: '“B”', menu: { name: 'B', branches: [{ to: 'Back to “A”' }, { to: 'Say “Nine”' }] } },
      { key: '2', to: 'A deleted menu' },
    ],
  })
})
