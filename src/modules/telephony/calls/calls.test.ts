import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { suppress } from '#consent/service.ts'
import { clock, days, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { callIn } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const ANN = '+15125550143'
afterEach(() => clock.reset())

/** Time passes at the carrier, and what it tells is handled. */
async function pass(ms: number) {
  clock.advance(ms)
  await passTime()
  await runWaitingJobs()
}
let next = 0
/** Another one for each: the stock is everyone's. */
async function buy(church: Church) {
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  return church.owner.phoneNumbers.buy({ ...items[next++ % 3]!, name: 'Office' })
}
const ann = (church: Church) =>
  church.staff.people.create({ firstName: 'Ann', lastName: 'Miller', points: [{ kind: 'phone', value: ANN }] })
const call = (church: Church, to: string, more: object = {}) =>
  church.staff.calls.start({ key: randomUUID(), to, myPhone: '(512) 555-0199', ...more })

test('a call rings our phone, then theirs; its states come from the carrier alone, and its recording can be heard', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  await church.owner.carrierSettings.change({ recordCalls: 'announce' })
  const person = await ann(church)
  const id = randomUUID()
  const [first, twice] = await Promise.all(
    [1, 2].map(() => church.staff.calls.start({ key: id, to: '512-555-0143', myPhone: '512-555-0199' })),
  )
  expect(twice!.id).toBe(first!.id)
  expect(first).toMatchObject({ state: 'queued', to: ANN, from: number, name: 'Ann Miller', personId: person.id })
  const states: string[] = []
  for (let i = 0; i < 12; i++) {
    await pass(700)
    const { state, stage } = await church.staff.calls.get({ id })
    if (states.at(-1) !== `${stage} ${state}`) states.push(`${stage} ${state}`)
  }
  expect(states).toEqual(['agent ringing', 'target queued', 'target ringing', 'target in-progress'])
  await pass(seconds(20))
  await church.staff.calls.end({ id })
  await pass(seconds(1))
  const ended = await church.staff.calls.get({ id })
  expect(ended).toMatchObject({ state: 'completed', recorded: true, missed: false })
  expect(ended.duration).toBeGreaterThan(15)
  const { url, duration } = await church.staff.calls.play({ id })
  expect(duration).toBe(ended.duration)
  const { send } = await aServer()
  const part = await send(url, { headers: { range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 0-3/${44 + 8_000 * duration}`,
    'RIFF',
  ])
  expect((await send(url, { headers: { range: 'bytes=999999999-' } })).status).toBe(416)
  expect((await send('/storage/v1/recordings/x')).status).toBe(404)
  const trail = await (await testHouse()).owner.query(
    `select actor ->> 'userId' as who from audit_log where client_id = $1 and table_name = 'recording_plays'`,
    [church.id],
  )
  expect(trail.rows).toEqual([{ who: church.people.staff.id }])
  await expect(church.viewer.calls.play({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  clock.advance(minutes(16))
  expect((await send(url)).status).toBe(404)
  // The thread shows it.
  const [thread] = (await church.staff.conversations.list({})).items
  const { items } = await church.staff.conversations.items({ id: thread!.id })
  expect(items).toMatchObject([{ kind: 'call', direction: 'out', call: { id, recorded: true } }])
  const { items: remembered } = await church.staff.timeline.list({ personId: person.id })
  expect(remembered.filter(one => one.type === 'call.out')).toHaveLength(1)
  await expect(church.staff.calls.removeRecording({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.owner.calls.removeRecording({ id })
  await church.settle()
  await expect(church.staff.calls.play({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { owner } = await testHouse()
  expect(
    (
      await owner.query(`select from carrier_sandbox_objects where kind = 'recording' and account = $1`, [
        accountSid(church.id),
      ])
    ).rowCount,
  ).toBe(0)
  expect((await church.admin.calls.export({})).csv).toContain('Completed')
})

test('what must not be dialled is refused with a sentence; who wants no calls is called by a pastor with a reason alone', async () => {
  const church = await aChurch()
  await buy(church)
  for (const [to, words] of [
    ['911', /dial 911/],
    ['9-8-8', /988/],
    ['+1 900 555 0123', /premium/],
    ['12', /full phone number/],
  ] as const)
    await expect(call(church, to), to).rejects.toMatchObject({
      data: { issues: [{ path: ['to'], message: expect.stringMatching(words) }] },
    })
  await expect(call(church, '512 555 0199')).rejects.toMatchObject({ data: { issues: [{ path: ['myPhone'] }] } })
  await church.inside(ctx => suppress(ctx, [{ value: ANN, channel: 'voice', reason: 'manual', source: 'staff' }]))
  await expect(call(church, ANN, { reason: 'She is ill' })).rejects.toThrow(/A pastor or an admin/)
  await expect(church.pastor.calls.start({ key: randomUUID(), to: ANN, myPhone: '5125550199' })).rejects.toThrow(
    /Enter a reason/,
  )
  expect((await church.staff.calls.list({})).total).toBe(0)
  await church.pastor.calls.start({ key: randomUUID(), to: ANN, myPhone: '5125550199', reason: 'She is ill' })
  expect((await church.staff.calls.list({})).total).toBe(1)
})

test('busy, no answer, our own phone not picked up, and hanging up before anyone answers', async () => {
  const church = await aChurch()
  await buy(church)
  const ends = async (to: string, more: object = {}) => {
    const { id } = await call(church, to, more)
    for (let i = 0; i < 20; i++) await pass(seconds(1))
    const { state, problem } = await church.staff.calls.get({ id })
    return [state, problem]
  }
  expect(await ends('+15005550020')).toEqual(['busy', null])
  expect(await ends('+15005550021')).toEqual(['no-answer', null])
  expect(await ends('+15005550022')).toEqual(['failed', null])
  expect(await ends(ANN, { myPhone: '+15005550021' })).toEqual(['no-answer', 'Your phone was not answered.'])
  const { id } = await call(church, ANN)
  await pass(700)
  await church.staff.calls.end({ id })
  await pass(seconds(1))
  expect(await church.staff.calls.get({ id })).toMatchObject({ state: 'canceled', duration: null })
})

test('where no notice comes for ninety seconds, the carrier is asked', async () => {
  const church = await aChurch()
  await buy(church)
  const { id } = await call(church, ANN)
  const { owner } = await testHouse()
  await owner.query(
    `update carrier_sandbox_objects set data = data || '{"state":"no-answer","endedAt":1,"next":null}', due_at = null where kind = 'call' and account = $1`,
    [accountSid(church.id)],
  )
  await church.settle()
  clock.advance(seconds(91))
  await church.settle()
  expect(await church.staff.calls.get({ id })).toMatchObject({ state: 'no-answer' })
})

test('someone calls: known by their number, a message after the tone, a missed call in the thread', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const person = await ann(church)
  await callIn(accountSid(church.id), { from: ANN, to: number })
  await pass(seconds(1))
  expect((await church.staff.calls.list({})).items).toMatchObject([
    { direction: 'in', name: 'Ann Miller', personId: person.id, endedAt: null },
  ])
  for (let i = 0; i < 16; i++) await pass(seconds(4))
  const { items } = await church.staff.calls.list({ state: 'missed' })
  expect(items).toMatchObject([{ state: 'no-answer', missed: true, recorded: true }])
  expect((await church.staff.calls.play({ id: items[0]!.id })).kind).toBe('voicemail')
  const [thread] = (await church.staff.conversations.list({})).items
  expect(thread).toMatchObject({ personId: person.id, unread: 1 })
  expect(thread!.waitingSince).not.toBeNull()
  expect((await church.staff.conversations.items({ id: thread!.id })).items).toMatchObject([
    { kind: 'call', direction: 'in', call: { missed: true, recorded: true } },
  ])
  // Passed on to a phone of ours, and answered there.
  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'forward', forwardTo: '512-555-0198' })
  await callIn(accountSid(church.id), { from: '+15125550177', to: number })
  for (let i = 0; i < 16; i++) await pass(seconds(4))
  expect((await church.staff.calls.list({})).items[0]).toMatchObject({
    state: 'completed',
    stage: 'forward',
    missed: false,
    theirs: '+15125550177',
  })
})

test('recordings follow the law of their state, and are gone after the days that were chosen', async () => {
  const church = await aChurch()
  await buy(church)
  const { owner } = await testHouse()
  const records = async (to: string) => {
    await call(church, to)
    const { rows } = await owner.query(
      `select data ->> 'twiml' as twiml from carrier_sandbox_objects where account = $1 and kind = 'call' order by created_at desc limit 1`,
      [accountSid(church.id)],
    )
    return rows[0].twiml.includes('record="record-from-answer-dual"') && rows[0].twiml.includes('step=announce')
  }
  expect(await records(ANN)).toBe(false)
  await church.owner.carrierSettings.change({ recordCalls: 'consent_states', retentionDays: 2 })
  // California wants both to agree, Texas one.
  expect([await records('+12135550143'), await records(ANN)]).toEqual([false, true])
  await church.owner.carrierSettings.change({ recordCalls: 'announce' })
  expect(await records('+12135550143')).toBe(true)
  for (let i = 0; i < 60; i++) await pass(seconds(1))
  expect((await church.staff.calls.list({ recorded: true })).total).toBe(2)
  clock.advance(days(3))
  await runWaitingJobs({ schedules: true })
  expect((await church.staff.calls.list({ recorded: true })).total).toBe(0)
  const kept = await owner.query(
    `select from files where client_id = $1 and purpose = 'recording' and expires_at is null`,
    [church.id],
  )
  expect(kept.rowCount).toBe(0)
})
