import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { query } from '#testing/flock.ts'
import { aCallDraft, aCaller, agreesToCalls, aPersonWith, campaignOf, human, passCalls } from '#testing/robocalls.ts'

afterEach(() => clock.reset())

test('what can’t start says why; a spending cap pauses; a stranger and a viewer learn nothing', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  await aPersonWith(church, 'Ann', ann)
  await agreesToCalls(church, ann)
  const bad = await church.staff.voiceScripts.create({
    name: 'Nobody says who',
    category: 'announcement',
    content: 'Buy now.',
  })
  const campaign = await aCallDraft(church, bad.id)
  expect((await church.staff.robocalls.preflight({ id: campaign.id })).obstacles[0]).toMatch(/^Say who calls/)
  await expect(church.staff.robocalls.start({ id: campaign.id, version: campaign.version })).rejects.toMatchObject({
    code: 'NOT_READY',
  })
  const poor = await aCallDraft(church, script.id, { spendingCap: 1 })
  await church.staff.robocalls.start({ id: poor.id, version: poor.version })
  await passCalls(20)
  expect(await campaignOf(church, poor.id)).toMatchObject({
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

test('workers that are killed between dial and answer, twenty times: nobody is called twice', async () => {
  const { church, script } = await aCaller()
  const numbers = Array.from({ length: 20 }, human)
  for (const [i, one] of numbers.entries()) {
    await aPersonWith(church, `P${i}`, one)
    await agreesToCalls(church, one)
  }
  const campaign = await aCallDraft(church, script.id, { atOnce: 20, perMinute: 120, retries: 3 })
  await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  // The carrier takes every call; the worker dies before it can write that down, and so do its first webhooks.
  for (let i = 0; i < 6; i++) {
    await passCalls(1)
    await query(`update robocall_attempts set call_sid = null where client_id = $1 and answered_at is null`, church.id)
    await query(
      `update messages set provider_id = null where client_id = $1 and channel = 'voice' and state = 'sending'`,
      church.id,
    )
  }
  await passCalls(60)
  await passCalls(8, 60)
  await runWaitingJobs({ schedules: true })
  await passCalls(8, 300)
  await runWaitingJobs({ schedules: true })
  await passCalls(5)
  const placed = await query(
    `select data ->> 'to' as "to", count(*)::int as n from carrier_sandbox_objects where kind = 'call' and account = $1 group by 1`,
    accountSid(church.id),
  )
  expect(placed.map(one => one.n)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(await campaignOf(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 20 } })
})

test('a step of a workflow calls one person once, by the same rules, and says what its script says', async () => {
  const { church, script } = await aCaller()
  const ann = human()
  const someone = await aPersonWith(church, 'Ann', ann)
  const stranger = await aPersonWith(church, 'Eve', human())
  await agreesToCalls(church, ann)
  const { callActions } = await import('../service/workflow-pieces.ts')
  const input = { scriptId: script.id, scriptName: script.name, purpose: 'informational', topic: 'newsletter' }
  const call = (personId: string, key: string) =>
    church.inside(ctx => callActions['robocalls.call']!.run(ctx, { personId, input, key }))
  await call(someone.id, 'run:1:a')
  await call(someone.id, 'run:1:a')
  await call(stranger.id, 'run:2:a')
  await passCalls(60)
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
  await passCalls(50)
  const [call] = await query(`select said, result, is_test from robocall_attempts where client_id = $1`, church.id)
  expect(call).toMatchObject({
    result: 'human',
    is_test: true,
    said: expect.stringMatching(/^Test\. This is how the call will sound\. Hi friend/),
  })
  expect((await church.staff.voiceScripts.get({ id: script.id })).usage).toBe(0)
  expect((await church.staff.robocalls.stats({ days: 30 })).totalCalls).toBe(0)
  // What calls have played is archived, and a campaign that is about to play it keeps it.
  const campaign = await aCallDraft(church, script.id)
  await expect(church.staff.voiceScripts.remove({ id: script.id })).rejects.toMatchObject({ code: 'IN_USE' })
  const changed = await church.staff.voiceScripts.update({
    id: script.id,
    version: script.version,
    content: 'This is {church}. Come at one.',
  })
  expect((await church.staff.voiceScripts.versions({ id: script.id })).items).toMatchObject([
    { content: script.content },
  ])
  expect(await campaignOf(church, campaign.id)).toMatchObject({ isScriptChanged: true, content: script.content })
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
    await aPersonWith(church, `P${i}`, number)
    await agreesToCalls(church, number)
  }
  const campaign = await aCallDraft(church, script.id, { atOnce: 50, perMinute: 120 })
  expect(await church.staff.robocalls.preflight({ id: campaign.id })).toMatchObject({ now: 51, needsApproval: true })
  const waiting = await church.staff.robocalls.start({ id: campaign.id, version: campaign.version })
  expect(waiting).toMatchObject({ state: 'waiting', progress: null })
  await expect(church.staff.robocalls.approve({ id: campaign.id, version: waiting.version })).rejects.toMatchObject({
    code: 'OWN',
  })
  await church.admin.robocalls.approve({ id: campaign.id, version: waiting.version })
  await passCalls(90)
  expect(await campaignOf(church, campaign.id)).toMatchObject({ state: 'sent', progress: { human: 51 } })
})
