import { randomUUID as id } from 'node:crypto'
import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { suppress } from '#consent/service.ts'
import { clock, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { callIn, pressKey } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { newPhone, query } from '#testing/flock.ts'
import {
  aCallDraft,
  aCaller,
  agreesToCalls,
  aPersonWith,
  callFilesOf,
  campaignOf,
  engaged,
  human,
  machine,
  nobodyThere,
  passCalls,
} from '#testing/robocalls.ts'

afterEach(() => clock.reset())

test('preflight says who is called and why the others are not, and its numbers are those of the report', async () => {
  const { church, script } = await aCaller()
  const [ann, ben, cal, dee] = [human(), machine(), nobodyThere(), engaged()]
  for (const [name, number] of [
    ['Ann', ann],
    ['Ben', ben],
    ['Cal', cal],
    ['Dee', dee],
  ] as const) {
    await aPersonWith(church, name, number)
    await agreesToCalls(church, number)
  }
  const silent = newPhone()
  await aPersonWith(church, 'Eve', silent) // never agreed
  await aPersonWith(church, 'Jan', silent) // shares a phone that isn’t called
  const stopped = newPhone()
  await aPersonWith(church, 'Flo', stopped)
  await agreesToCalls(church, stopped)
  await church.inside(ctx => suppress(ctx, [{ value: stopped, channel: 'voice', reason: 'manual', source: 'staff' }]))
  await aPersonWith(church, 'Gus', ann) // shares Ann's phone
  await church.owner.people.create({ firstName: 'Hal', lastName: 'Miller' })
  await aPersonWith(church, 'Ida', '+18005550100')
  const campaign = await aCallDraft(church, script.id, { retries: 1 })
  const before = await church.staff.robocalls.preflight({ id: campaign.id })
  expect(before).toMatchObject({ obstacles: [], people: 10, now: 4, held: [], needsApproval: false })
  expect(Object.fromEntries(before.excluded.map(one => [one.reason, one.count]))).toEqual({
    no_consent: 3, // the toll-free one never agreed either
    manual: 1,
    duplicate: 1,
    no_address: 1,
  })
  const { csv } = await church.owner.robocalls.excludedCsv({ id: campaign.id })
  expect(csv).toContain('Eve Miller')
  expect(csv.trim().split('\r\n')).toHaveLength(7)

  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version, confirmed: 4 })
  await passCalls(60)
  const going = await campaignOf(church, campaign.id)
  expect(going).toMatchObject({
    state: 'sending',
    progress: { total: 7, calls: 4, excluded: 3, human: 1, voicemail: 1, waiting: 2, completed: 2 },
  })
  await passCalls(70, 60)
  const done = await campaignOf(church, campaign.id)
  expect(done).toMatchObject({
    state: 'sent',
    progress: { calls: 4, completed: 4, human: 1, voicemail: 1, no_answer: 1, busy: 1, waiting: 0, answerRate: 0.25 },
  })
  const rows = await callFilesOf(church, campaign.id)
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
  await aPersonWith(church, 'Ann', ann)
  await aPersonWith(church, 'Ben', ben)
  for (const one of [ann, ben]) await agreesToCalls(church, one)
  const campaign = await aCallDraft(church, script.id, { atOnce: 1 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  // Both are rung one after the other; each is answered by hand before it hangs up.
  const pressed = new Map<string, boolean>()
  for (let i = 0; i < 60 && pressed.size < 2; i++) {
    await passCalls(1)
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
  await passCalls(60)
  expect([...pressed.keys()].sort()).toEqual([ann, ben].sort())
  expect(await campaignOf(church, campaign.id)).toMatchObject({
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
  await passCalls(2)
  const [call] = await query(`select data from carrier_sandbox_objects where sid = $1`, sid)
  expect(JSON.stringify(call.data)).toContain('this is Grace Community Church')
})

test('pause places no further call and lets those in progress finish; resume goes on; nobody is called twice', async () => {
  const { church, script } = await aCaller()
  const numbers = Array.from({ length: 6 }, human)
  for (const [i, one] of numbers.entries()) {
    await aPersonWith(church, `P${i}`, one)
    await agreesToCalls(church, one)
  }
  const campaign = await aCallDraft(church, script.id, { atOnce: 2, perMinute: 60 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await passCalls(3)
  const paused = await church.staff.robocalls.pause({ id: campaign.id })
  expect(paused).toMatchObject({ state: 'paused', progress: { calling: 2 } })
  await passCalls(90)
  const still = await campaignOf(church, campaign.id)
  expect(still.progress).toMatchObject({ calling: 0, human: 2, waiting: 4 })
  await church.staff.robocalls.resume({ id: campaign.id })
  await passCalls(120, 2)
  expect(await campaignOf(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 6 } })
  const calls = await query(
    `select number, count(*)::int as n from robocall_attempts where client_id = $1 group by 1`,
    church.id,
  )
  expect(calls.map(one => one.n)).toEqual([1, 1, 1, 1, 1, 1])
})

test('callbacks that come shuffled and five times each end the same', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await aPersonWith(church, 'Ann', ann)
  await agreesToCalls(church, ann)
  const campaign = await aCallDraft(church, script.id)
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await passCalls(60)
  const end = await campaignOf(church, campaign.id)
  const told = await query(
    `select query, payload from inbound_events where client_id = $1 and query ->> 'step' = 'announcement' and route = 'status'`,
    church.id,
  )
  expect(told.length).toBeGreaterThan(2)
  const { announcements } = await import('./service/announcements.ts')
  for (let round = 0; round < 5; round++)
    for (const one of [...told].reverse()) await church.inside(ctx => announcements.record(ctx, one.payload, one.query))
  await church.settle()
  const after = await campaignOf(church, campaign.id)
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
    await aPersonWith(church, name, number, { timeZone: 'America/Chicago' })
    await agreesToCalls(church, number)
  }
  const campaign = await aCallDraft(church, script.id, { retries: 3 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await passCalls(60)
  await passCalls(8, 60)
  await runWaitingJobs({ schedules: true })
  await passCalls(8, 300)
  await runWaitingJobs({ schedules: true })
  await passCalls(5)
  const rows = await callFilesOf(church, campaign.id)
  const results = Object.fromEntries(rows.map(one => [one.name, one.calls.map(call => call.result)]))
  expect(results).toEqual({ 'Lost Miller': ['human'], 'Silent Miller': ['failed'], 'Wrong Miller': ['failed'] })
  const [placed] = await query(
    `select count(*)::int as n from carrier_sandbox_objects where kind = 'call' and account = $1 and data ->> 'to' = '+15005550030'`,
    accountSid(church.id),
  )
  expect(placed.n).toBe(1)
  expect(await campaignOf(church, campaign.id)).toMatchObject({ state: 'sent' })
})

test('outside of the window nobody is dialed; calls wait for their own hours; the cap of three in thirty days spans campaigns', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await aPersonWith(church, 'Ann', ann, { timeZone: 'America/Chicago' })
  await agreesToCalls(church, ann)
  clock.advance(minutes(60 * 6)) // 18:00
  const campaign = await aCallDraft(church, script.id)
  const held = await church.staff.robocalls.preflight({ id: campaign.id })
  expect(held.now).toBe(0)
  expect(held.held).toHaveLength(1)
  expect(DateTime.fromJSDate(held.held[0]!.until, { zone: 'America/Chicago' }).toFormat('HH:mm')).toBe('09:00')
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  await passCalls(14, 3_600)
  expect((await campaignOf(church, campaign.id)).progress).toMatchObject({ human: 0, waiting: 1 })
  await passCalls(90, 60)
  expect(await campaignOf(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 1 } })
  for (let i = 0; i < 2; i++) {
    const next = await church.staff.robocalls.duplicate({ id: campaign.id, as: id() })
    await church.staff.robocalls.start({ id: next.id, version: next.version })
    await passCalls(60)
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
