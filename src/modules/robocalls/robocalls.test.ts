import { randomUUID as id } from 'node:crypto'
import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { subscribe, suppress } from '#consent/service.ts'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { callIn, pressKey } from '#providers/telephony/sandbox/phones/service.ts'
import { reactionOf } from '#providers/telephony/sandbox/rules/reactions.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { newPhone, query } from '#testing/flock.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

/** A working day at noon in Chicago without a holiday: windows are open from coast to coast. */
const weekday = Array.from({ length: 12 }, (_, i) =>
  DateTime.now()
    .setZone('America/Chicago')
    .plus({ days: i + 1 })
    .set({ hour: 12, minute: 0, second: 0, millisecond: 0 }),
).find(day => [2, 3].includes(day.weekday) && !['12-24', '12-25', '12-31', '01-01'].includes(day.toFormat('LL-dd')))!

/** Numbers of Texas whose other side reacts like that. */
function numberThat(fits: (reaction: ReturnType<typeof reactionOf>) => boolean): string {
  for (;;) {
    const number = newPhone()
    if (fits(reactionOf(number))) return number
  }
}
const human = () => numberThat(one => one.call === 'answer' && one.answeredBy === 'human' && !one.hangsUp)
const machine = () => numberThat(one => one.answeredBy.startsWith('machine'))
const nobodyThere = () => numberThat(one => one.call === 'no-answer')
const engaged = () => numberThat(one => one.call === 'busy')

let bought = 0
async function aCaller(name?: string) {
  const church = await aChurch(name)
  await query(`update clients set time_zone = 'America/Chicago' where id = $1`, church.id)
  clock.advance(weekday.toMillis() - clock.ms())
  await aServer()
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  const { number } = await church.owner.phoneNumbers.buy({ ...items[bought++ % 3]!, name: 'Office' })
  const script = await church.staff.voiceScripts.create({
    name: 'Picnic',
    category: 'announcement',
    content: 'Hi {firstName|friend}, this is {church}. The picnic is at {time|noon}.',
    voicemail: 'This is {church}. Please call us about the picnic.',
  })
  return { church, number, script }
}

const agrees = (church: Church, phone: string, source = 'staff') =>
  church.inside(ctx =>
    subscribe(ctx, phone, { channel: 'voice', topic: 'newsletter', source, wording: 'Yes, call me', reference: id() }),
  )
const person = (church: Church, firstName: string, value: string, more: object = {}) =>
  church.owner.people.create({ firstName, lastName: 'Miller', points: [{ kind: 'phone', value }], ...more })

async function draft(church: Church, scriptId: string, more: object = {}) {
  return church.staff.robocalls.create({
    id: id(),
    name: 'Picnic',
    topic: 'newsletter',
    audience: { ...emptyAudience, everybody: true },
    scriptId,
    ...more,
  })
}

/** The carrier, its webhooks and our jobs, second by second. */
async function pass(times: number, step = 1) {
  for (let i = 0; i < times; i++) {
    clock.advance(seconds(step))
    await passTime()
    await runWaitingJobs()
  }
}
const get = (church: Church, campaignId: string) => church.staff.robocalls.get({ id: campaignId })
const files = async (church: Church, campaignId: string) => {
  const { items } = await church.staff.robocalls.recipients({ id: campaignId, limit: 100 })
  return Promise.all(
    items.map(async one => ({ ...one, calls: (await church.staff.robocalls.calls({ recipientId: one.id })).items })),
  )
}

test('preflight says who is called and why the others are not, and its numbers are those of the report', async () => {
  const { church, script } = await aCaller()
  const [ann, ben, cal, dee] = [human(), machine(), nobodyThere(), engaged()]
  for (const [name, number] of [
    ['Ann', ann],
    ['Ben', ben],
    ['Cal', cal],
    ['Dee', dee],
  ] as const) {
    await person(church, name, number)
    await agrees(church, number)
  }
  await person(church, 'Eve', newPhone()) // never agreed
  const stopped = newPhone()
  await person(church, 'Flo', stopped)
  await agrees(church, stopped)
  await church.inside(ctx => suppress(ctx, [{ value: stopped, channel: 'voice', reason: 'manual', source: 'staff' }]))
  await person(church, 'Gus', ann) // shares Ann's phone
  await church.owner.people.create({ firstName: 'Hal', lastName: 'Miller' })
  await person(church, 'Ida', '+18005550100')
  const campaign = await draft(church, script.id, { retries: 1 })
  const before = await church.staff.robocalls.preflight({ id: campaign.id })
  expect(before).toMatchObject({ obstacles: [], people: 9, now: 4, held: [], needsApproval: false })
  expect(Object.fromEntries(before.excluded.map(one => [one.reason, one.count]))).toEqual({
    no_consent: 2, // the toll-free one never agreed either
    manual: 1,
    duplicate: 1,
    no_address: 1,
  })
  const { csv } = await church.owner.robocalls.excludedCsv({ id: campaign.id })
  expect(csv).toContain('Eve Miller')
  expect(csv.trim().split('\r\n')).toHaveLength(6)

  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version, confirmed: 4 })
  await pass(60)
  const going = await get(church, campaign.id)
  expect(going).toMatchObject({
    state: 'sending',
    progress: { total: 7, calls: 4, excluded: 3, human: 1, voicemail: 1, waiting: 2, completed: 2 },
  })
  await pass(70, 60)
  const done = await get(church, campaign.id)
  expect(done).toMatchObject({
    state: 'sent',
    progress: { calls: 4, completed: 4, human: 1, voicemail: 1, no_answer: 1, busy: 1, waiting: 0, answerRate: 0.25 },
  })
  const rows = await files(church, campaign.id)
  const called = Object.fromEntries(rows.map(one => [one.name, one.calls.map(call => call.result)]))
  expect(called).toMatchObject({
    'Ann Miller': ['human'],
    'Ben Miller': ['voicemail'],
    'Cal Miller': ['no_answer', 'no_answer'],
    'Dee Miller': ['busy', 'busy'],
    'Eve Miller': [],
    'Flo Miller': [],
  })
  const [file] = rows.find(one => one.name === 'Ann Miller')!.calls
  expect(file).toMatchObject({
    answeredBy: 'human',
    said:
      'Hi Ann and Gus, this is Grace Community Church. To stop these calls, press 9. The picnic is at noon. ' +
      file!.said!.split('noon. ')[1],
    proof: {
      purpose: 'informational',
      consent: { state: 'granted', source: 'staff', wording: 'Yes, call me' },
      window: { from: '09:00', until: '17:00', days: [1, 2, 3, 4, 5] },
      recent: 0,
      cap: 3,
    },
  })
  expect(file!.proof.zones).toContainEqual({ zone: 'America/Chicago', clock: expect.stringMatching(/^(Tue|Wed) 12:0/) })
  const [left] = rows.find(one => one.name === 'Ben Miller')!.calls
  expect(left!.said).toMatch(
    /^This is Grace Community Church\. Please call us about the picnic\. To stop these calls, call/,
  )
  const stats = await church.staff.robocalls.stats({ days: 30 })
  expect(stats).toMatchObject({ totalCalls: 6, optOuts: 0 })
  expect(stats.results.find(one => one.result === 'no_answer')!.count).toBe(2)
})

test('key 9 stops these calls at once, key 2 asks for a call back, and a call back to us plays the message again', async () => {
  const { church, script, number } = await aCaller()
  const [ann, ben] = [human(), human()]
  await person(church, 'Ann', ann)
  await person(church, 'Ben', ben)
  for (const one of [ann, ben]) await agrees(church, one)
  const campaign = await draft(church, script.id, { atOnce: 1 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  // Both are rung one after the other; each is answered by hand before it hangs up.
  const pressed = new Map<string, boolean>()
  for (let i = 0; i < 60 && pressed.size < 2; i++) {
    await pass(1)
    const open = await query(
      `select sid, data ->> 'to' as "to" from carrier_sandbox_objects where kind = 'call' and account = $1
        and data ->> 'endedAt' is null and data ->> 'gather' is not null`,
      accountSid(church.id),
    )
    for (const { sid, to } of open) {
      if (pressed.has(to)) continue
      pressed.set(to, true)
      await pressKey(sid, to === ann ? '9' : '2')
    }
  }
  await pass(60)
  expect([...pressed.keys()].sort()).toEqual([ann, ben].sort())
  expect(await get(church, campaign.id)).toMatchObject({
    state: 'sent',
    progress: { human: 2, optedOut: 1, connected: 1, conversionRate: 0.5 },
  })
  expect(await query(`select channel, reason, source from suppressions where value = $1 order by reason`, ann)).toEqual(
    [
      { channel: 'voice', reason: 'stop', source: 'call' },
      { channel: 'voice', reason: 'unsubscribed', source: 'call' },
    ],
  )
  const { items } = await church.owner.notifications.list({})
  expect(items.map(one => one.title)).toContain('Ben Miller asks for a call back')
  // The same campaign once more reaches one of them alone.
  const again = await church.staff.robocalls.duplicate({ id: campaign.id, as: id() })
  expect(await church.staff.robocalls.preflight({ id: again.id })).toMatchObject({
    now: 1,
    excluded: [{ reason: 'unsubscribed', count: 1 }],
  })
  const sid = await callIn(accountSid(church.id), { from: ben, to: number })
  await pass(2)
  const [call] = await query(`select data from carrier_sandbox_objects where sid = $1`, sid)
  expect(JSON.stringify(call.data)).toContain('this is Grace Community Church')
})

test('pause places no further call and lets those in progress finish; resume goes on; nobody is called twice', async () => {
  const { church, script } = await aCaller()
  const numbers = Array.from({ length: 6 }, human)
  for (const [i, one] of numbers.entries()) {
    await person(church, `P${i}`, one)
    await agrees(church, one)
  }
  const campaign = await draft(church, script.id, { atOnce: 2, perMinute: 60 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await pass(3)
  const paused = await church.staff.robocalls.pause({ id: campaign.id })
  expect(paused).toMatchObject({ state: 'paused', progress: { calling: 2 } })
  await pass(90)
  const still = await get(church, campaign.id)
  expect(still.progress).toMatchObject({ calling: 0, human: 2, waiting: 4 })
  await church.staff.robocalls.resume({ id: campaign.id })
  await pass(120, 2)
  expect(await get(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 6 } })
  const calls = await query(
    `select number, count(*)::int as n from robocall_attempts where client_id = $1 group by 1`,
    church.id,
  )
  expect(calls.map(one => one.n)).toEqual([1, 1, 1, 1, 1, 1])
})

test('callbacks that come shuffled and five times each end the same', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await person(church, 'Ann', ann)
  await agrees(church, ann)
  const campaign = await draft(church, script.id)
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await pass(60)
  const end = await get(church, campaign.id)
  const told = await query(
    `select query, payload from inbound_events where client_id = $1 and query ->> 'step' = 'announcement' and route = 'status'`,
    church.id,
  )
  expect(told.length).toBeGreaterThan(2)
  const { announcements } = await import('./calls/service/announcements.ts')
  for (let round = 0; round < 5; round++)
    for (const one of [...told].reverse()) await church.inside(ctx => announcements.record(ctx, one.payload, one.query))
  await church.settle()
  const after = await get(church, campaign.id)
  expect(after.progress).toEqual(end.progress)
  expect(after.state).toBe('sent')
})

test('an answer that is lost: the call is looked up at the carrier and never placed again', async () => {
  const { church, script } = await aCaller()
  for (const [name, number] of [
    ['Lost', '+15005550030'],
    ['Silent', '+15005550031'],
    ['Wrong', '+15005550032'],
  ] as const) {
    await person(church, name, number, { timeZone: 'America/Chicago' })
    await agrees(church, number)
  }
  const campaign = await draft(church, script.id, { retries: 3 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await pass(60)
  await pass(8, 60)
  await runWaitingJobs({ schedules: true })
  await pass(8, 300)
  await runWaitingJobs({ schedules: true })
  await pass(5)
  const rows = await files(church, campaign.id)
  const results = Object.fromEntries(rows.map(one => [one.name, one.calls.map(call => call.result)]))
  expect(results).toEqual({ 'Lost Miller': ['human'], 'Silent Miller': ['failed'], 'Wrong Miller': ['failed'] })
  const [placed] = await query(
    `select count(*)::int as n from carrier_sandbox_objects where kind = 'call' and account = $1 and data ->> 'to' = '+15005550030'`,
    accountSid(church.id),
  )
  expect(placed.n).toBe(1)
  expect(await get(church, campaign.id)).toMatchObject({ state: 'sent' })
})

test('outside of the window nobody is dialed; calls wait for their own hours; the cap of three in thirty days spans campaigns', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await person(church, 'Ann', ann, { timeZone: 'America/Chicago' })
  await agrees(church, ann)
  clock.advance(minutes(60 * 6)) // 18:00
  const campaign = await draft(church, script.id)
  const held = await church.staff.robocalls.preflight({ id: campaign.id })
  expect(held.now).toBe(0)
  expect(held.held).toHaveLength(1)
  expect(DateTime.fromJSDate(held.held[0]!.until, { zone: 'America/Chicago' }).toFormat('HH:mm')).toBe('09:00')
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await pass(14, 3_600)
  expect((await get(church, campaign.id)).progress).toMatchObject({ human: 0, waiting: 1 })
  await pass(90, 60)
  expect(await get(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 1 } })
  for (let i = 0; i < 2; i++) {
    const next = await church.staff.robocalls.duplicate({ id: campaign.id, as: id() })
    await church.staff.robocalls.start({ id: next.id, version: next.version })
    await pass(60)
  }
  const fourth = await church.staff.robocalls.duplicate({ id: campaign.id, as: id() })
  expect(await church.staff.robocalls.preflight({ id: fourth.id })).toMatchObject({
    now: 0,
    excluded: [{ reason: 'call_cap', count: 1 }],
  })
  await expect(church.staff.robocalls.start({ id: fourth.id, version: fourth.version })).rejects.toMatchObject({
    code: 'NOBODY',
  })
})

test('what can’t start says why; a spending cap pauses; a stranger and a viewer learn nothing', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await person(church, 'Ann', ann)
  await agrees(church, ann)
  const bad = await church.staff.voiceScripts.create({
    name: 'Nobody says who',
    category: 'announcement',
    content: 'Buy now.',
  })
  const campaign = await draft(church, bad.id)
  expect((await church.staff.robocalls.preflight({ id: campaign.id })).obstacles[0]).toMatch(/^Say who calls/)
  await expect(church.staff.robocalls.start({ id: campaign.id, version: campaign.version })).rejects.toMatchObject({
    code: 'NOT_READY',
  })
  const poor = await draft(church, script.id, { spendingCap: 1 })
  await church.staff.robocalls.start({ id: poor.id, version: poor.version })
  await pass(20)
  expect(await get(church, poor.id)).toMatchObject({
    state: 'paused',
    problem: 'The spending cap of this campaign is reached. Raise it to go on.',
  })
  const other = await aChurch('Other')
  await expect(other.owner.robocalls.get({ id: poor.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.viewer.robocalls.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the rules for calls: loosened by an owner with a reason alone; opt-out instructions can’t be switched off', async () => {
  const { church } = await aCaller()
  const rules = await church.staff.callRules.read({})
  expect(rules).toMatchObject({
    respectDnc: true,
    requireOptIn: true,
    includeOptOut: true,
    from: '09:00',
    until: '17:00',
  })
  const { registry: _, suppressed: __, capDays: ___, ...given } = rules
  const change = (more: object, by = church.owner) => by.callRules.change({ ...given, reason: '', ...more } as never)
  await expect(change({ requireOptIn: false }, church.admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(change({ requireOptIn: false })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(change({ includeOptOut: false })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(change({ from: '06:00' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const loose = await change({ requireOptIn: false, reason: 'All of them asked for it on paper' })
  expect(loose).toMatchObject({ requireOptIn: false, reason: 'All of them asked for it on paper' })
  await expect(change({ cap: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
  const loaded = await church.owner.callRules.importNoCalls({ csv: '(512) 555-0188\nnonsense\n', how: 'Our old list' })
  expect(loaded).toMatchObject({ numbers: 1, failed: 1 })
  const list = await church.staff.callRules.noCalls({})
  expect(list.items).toMatchObject([{ number: '+15125550188', reason: 'manual', canRelease: true }])
  await church.owner.callRules.releaseNoCall({ id: list.items[0]!.id, why: 'A mistake' })
  expect((await church.staff.callRules.read({})).suppressed).toBe(0)
})

test('a closure: texts to those who agreed, calls to the others, email, and the site says it until it ends', async () => {
  const { church } = await aCaller('Hope Chapel')
  const [ann, ben, cal] = [human(), human(), human()]
  await person(church, 'Ann', ann)
  await person(church, 'Ben', ben)
  await church.owner.people.create({
    firstName: 'Dee',
    lastName: 'Miller',
    points: [{ kind: 'email', value: `${id()}@example.org` }],
  })
  await person(church, 'Cal', cal)
  await church.inside(ctx =>
    subscribe(ctx, ann, { channel: 'sms', topic: 'newsletter', source: 'form', wording: 'Yes', reference: id() }),
  )
  await church.inside(ctx => suppress(ctx, [{ value: cal, channel: 'all', reason: 'dnc', source: 'staff' }]))
  const words = {
    cause: 'weather' as const,
    message: 'All services today are canceled because of ice. Please stay home.',
  }
  expect(await church.owner.closures.estimate(words)).toMatchObject({
    texts: 1,
    calls: 1,
    emails: 1,
    unreached: 1,
    obstacles: [],
  })
  const until = weekday.plus({ hours: 8 }).toFormat("yyyy-LL-dd'T'HH:mm")
  const closureId = id()
  const made = await church.owner.closures.create({ id: closureId, ...words, until })
  await church.owner.closures.create({ id: closureId, ...words, until })
  await pass(60)
  const told = await church.owner.closures.get({ id: made.id })
  expect(told).toMatchObject({
    texts: { sent: 1, total: 1 },
    emails: { sent: 1, total: 1 },
    calls: { completed: 1, total: 1 },
  })
  const [call] = await query(`select number, said, proof from robocall_attempts where client_id = $1`, church.id)
  expect(call).toMatchObject({ number: ben, proof: { purpose: 'emergency', consent: null } })
  expect(call.said).toContain('This is Hope Chapel. To stop these calls, press 9. All services today are canceled')
  const [{ slug }] = await query(`select slug from clients where id = $1`, church.id)
  const { send } = await aServer()
  const page = async () => (await send(`/pray/${slug}`)).text()
  expect(await page()).toContain('class="notice-bar"')
  expect(await page()).toContain('canceled because of ice')
  await church.owner.closures.end({ id: made.id })
  expect(await page()).not.toContain('class="notice-bar"')
  // What isn't an emergency reaches only those who agreed; and an emergency asks for nothing.
  expect(await church.owner.closures.estimate({ cause: 'other', message: 'We moved the picnic.' })).toMatchObject({
    calls: 0,
  })
  await expect(
    church.owner.closures.estimate({ ...words, message: 'We are closed. Please give online.' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.closures.create({ id: id(), ...words, until })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('workers that are killed between dial and answer, twenty times: nobody is called twice', async () => {
  const { church, script } = await aCaller()
  const numbers = Array.from({ length: 20 }, human)
  for (const [i, one] of numbers.entries()) {
    await person(church, `P${i}`, one)
    await agrees(church, one)
  }
  const campaign = await draft(church, script.id, { atOnce: 20, perMinute: 120, retries: 3 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  // The carrier takes every call; the worker dies before it can write that down, and so do its first webhooks.
  for (let i = 0; i < 6; i++) {
    await pass(1)
    await query(`update robocall_attempts set call_sid = null where client_id = $1 and answered_at is null`, church.id)
    await query(
      `update messages set provider_id = null where client_id = $1 and channel = 'voice' and state = 'sending'`,
      church.id,
    )
  }
  await pass(60)
  await pass(8, 60)
  await runWaitingJobs({ schedules: true })
  await pass(8, 300)
  await runWaitingJobs({ schedules: true })
  await pass(5)
  const placed = await query(
    `select data ->> 'to' as "to", count(*)::int as n from carrier_sandbox_objects where kind = 'call' and account = $1 group by 1`,
    accountSid(church.id),
  )
  expect(placed.map(one => one.n)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(await get(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 20 } })
})

test('a step of a workflow calls one person once, by the same rules, and says what its script says', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  const someone = await person(church, 'Ann', ann)
  const stranger = await person(church, 'Eve', human())
  await agrees(church, ann)
  const { callActions } = await import('./service/workflow-pieces.ts')
  const input = { scriptId: script.id, scriptName: script.name, purpose: 'informational', topic: 'newsletter' }
  const call = (personId: string, key: string) =>
    church.inside(ctx => callActions['robocalls.call']!.run(ctx, { personId, input, key }))
  await call(someone.id, 'run:1:a')
  await call(someone.id, 'run:1:a')
  await call(stranger.id, 'run:2:a')
  await pass(60)
  const placed = await query(`select number, said, result from robocall_attempts where client_id = $1`, church.id)
  expect(placed).toEqual([
    {
      number: ann,
      result: 'human',
      said: expect.stringMatching(
        /^Hi Ann, this is Grace Community Church\. To stop these calls, press 9\. The picnic is at noon\./,
      ),
    },
  ])
  expect(await query(`select skip_reason from messages where client_id = $1 and state = 'skipped'`, church.id)).toEqual(
    [{ skip_reason: 'no_consent' }],
  )
})

test('a script is tested on a phone of one’s own: it says so, and takes nobody off', async () => {
  const { church, script } = await aCaller()
  const mine = human()
  await church.staff.voiceScripts.test({ id: script.id, to: mine })
  await expect(church.staff.voiceScripts.test({ id: script.id, to: '911' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(church.staff.voiceScripts.test({ id: script.id, to: '800 555 0100' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await pass(50)
  const [call] = await query(`select said, result, is_test from robocall_attempts where client_id = $1`, church.id)
  expect(call).toMatchObject({
    result: 'human',
    is_test: true,
    said: expect.stringMatching(/^Test\. This is how the call will sound\. Hi friend/),
  })
  expect((await church.staff.voiceScripts.get({ id: script.id })).usage).toBe(0)
  expect((await church.staff.robocalls.stats({ days: 30 })).totalCalls).toBe(0)
  // What calls have played is archived, and a campaign that is about to play it keeps it.
  const campaign = await draft(church, script.id)
  await expect(church.staff.voiceScripts.remove({ id: script.id })).rejects.toMatchObject({ code: 'IN_USE' })
  const changed = await church.staff.voiceScripts.update({
    id: script.id,
    version: script.version,
    content: 'This is {church}. Come at one.',
  })
  expect((await church.staff.voiceScripts.versions({ id: script.id })).items).toMatchObject([
    { content: script.content },
  ])
  expect(await get(church, campaign.id)).toMatchObject({ isScriptChanged: true, content: script.content })
  const renewed = await church.staff.robocalls.update({
    id: campaign.id,
    version: campaign.version,
    scriptId: changed.id,
  })
  expect(renewed).toMatchObject({ isScriptChanged: false, content: changed.content })
  await church.staff.robocalls.remove({ id: campaign.id })
  await church.staff.voiceScripts.remove({ id: script.id })
})

test('more than fifty calls wait for a second person, who reads what is said', async () => {
  const { church, script } = await aCaller()
  for (let i = 0; i < 51; i++) {
    const number = human()
    await person(church, `P${i}`, number)
    await agrees(church, number)
  }
  const campaign = await draft(church, script.id, { atOnce: 50, perMinute: 120 })
  expect(await church.staff.robocalls.preflight({ id: campaign.id })).toMatchObject({ now: 51, needsApproval: true })
  const waiting = await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  expect(waiting).toMatchObject({ state: 'waiting', progress: null })
  await expect(church.staff.robocalls.approve({ id: campaign.id, version: waiting.version })).rejects.toMatchObject({
    code: 'OWN',
  })
  await church.admin.robocalls.approve({ id: campaign.id, version: waiting.version })
  await pass(90)
  expect(await get(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 51 } })
})
