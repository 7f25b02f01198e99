// Isolated: it answers the posts of the sandbox carrier itself
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clock, days, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { type Carrier, CarrierRefused, CarrierSilent, carrier, isSigned, type OutgoingCall } from '../index.ts'
import { deliverCallbacksTo, passTime, sandboxToken } from './callbacks/service.ts'
import { endedCalls, phonesInUse, press, pressKey } from './phones/service.ts'

interface Posted {
  path: string
  params: Record<string, string>
}
let posted: Posted[] = []
/** What our addresses answer, by path; null is a failure. */
let answers: Record<string, string | null> = {}
let sandbox: Carrier
let from: string

beforeAll(async () => {
  await testHouse()
  deliverCallbacksTo(async ({ path, body, signature }) => {
    const params = [...new URLSearchParams(body)] as [string, string][]
    const token = await sandboxToken(sandbox.accountSid)
    expect(isSigned([token], `${env.publicUrl}${path}`, params, signature)).toBe(true)
    posted.push({ path, params: Object.fromEntries(params) })
    const text = answers[path] === undefined ? '<Response/>' : answers[path]
    return { ok: text !== null, text: text ?? '' }
  })
  sandbox = await carrier({ kind: 'sandbox', clientId: randomUUID() })
  const [offer] = await sandbox.offers({ country: 'US', kind: 'local', areaCode: '615' })
  from = offer!.number
  await sandbox.buy(from, 'Office', { smsUrl: '', voiceUrl: '', statusUrl: '' })
})
beforeEach(() => {
  posted = []
  answers = {
    '/api/twilio/said?t=1': `<Response><Gather action="${at('key')}" numDigits="1"><Say language="es-US">Hello &amp; welcome.</Say><Play>https://crm.example.org/a.mp3</Play></Gather><Pause length="2"/><Say>Goodbye.</Say><Hangup/></Response>`,
    '/api/twilio/key?t=1': '<Response><Say>Thank you.</Say></Response>',
  }
})
afterEach(() => clock.reset())

const at = (name: string) => `https://crm.example.org/api/twilio/${name}?t=1`
const place = (to: string, more: Partial<OutgoingCall> = {}) =>
  sandbox.startCall({
    from,
    to,
    answerUrl: at('said'),
    detectMachine: true,
    statusUrl: at('status'),
    timeout: 25,
    ...more,
  })
async function pass(times: number) {
  for (let i = 0; i < times; i++) {
    clock.advance(seconds(1))
    await passTime()
  }
}
const sent = (name: string) => posted.filter(one => one.path === `/api/twilio/${name}?t=1`).map(one => one.params)
const shown = async (sid: string) => [...(await phonesInUse()), ...(await endedCalls())].find(one => one.sid === sid)
const [HELLO, MUSIC, GOODBYE, THANKS] = ['Hello & welcome.', 'https://crm.example.org/a.mp3', 'Goodbye.', 'Thank you.']

/** Everyone else is told by their digits; these five stand for the five shares. */
const byDigits = {
  listens: '+15125550100',
  machine: '+15125550104',
  silent: '+15125550107',
  busy: '+15125550113',
  gone: '+15125550146',
}

test.each([
  ['a fax', '+15005550023', 'completed', 'fax', '', [HELLO, MUSIC, GOODBYE]],
  ['a machine', '+15005550024', 'completed', 'machine_end_beep', '', [HELLO, MUSIC, GOODBYE]],
  ['someone who hangs up at once', '+15005550025', 'completed', 'human', '', [HELLO]],
  ['someone who presses 9', '+15005550026', 'completed', 'human', '9', [HELLO, MUSIC, THANKS]],
  ['someone who presses 2', '+15005550027', 'completed', 'human', '2', [HELLO, MUSIC, THANKS]],
  ['someone who presses 1 and hangs up', '+15005550028', 'completed', 'human', '1', [HELLO, MUSIC, THANKS]],
  ['nobody knows who', '+15005550029', 'completed', 'unknown', '', [HELLO, MUSIC, GOODBYE]],
  ['a busy line', '+15005550020', 'busy', null, '', []],
  ['nobody', '+15005550021', 'no-answer', null, '', []],
  ['a number that fails', '+15005550022', 'failed', null, '', []],
  ['by its digits: listens', byDigits.listens, 'completed', 'human', '', [HELLO, MUSIC, GOODBYE]],
  ['by its digits: a machine', byDigits.machine, 'completed', 'machine_end_beep', '', [HELLO, MUSIC, GOODBYE]],
  ['by its digits: not there', byDigits.silent, 'no-answer', null, '', []],
  ['by its digits: busy', byDigits.busy, 'busy', null, '', []],
  ['by its digits: hangs up', byDigits.gone, 'completed', 'human', '', [HELLO]],
] as const)('an announcement reaches %s', async (_, to, state, answeredBy, pressed, heard) => {
  const { sid } = await place(to)
  await pass(50)
  expect(await sandbox.call(sid)).toMatchObject({ sid, to, state, answeredBy })
  const phone = (await shown(sid))!
  expect(phone.lines.map(line => line.url ?? line.text)).toEqual(heard)
  expect(phone.pressed).toBe(pressed)
  const about = { CallSid: sid, From: from, To: to, Direction: 'outbound-api' }
  const by = answeredBy ? [{ ...about, CallStatus: 'in-progress', AnsweredBy: answeredBy }] : []
  expect(sent('said')).toMatchObject(by)
  expect(sent('said')).toHaveLength(by.length)
  expect(sent('key').map(one => one.Digits)).toEqual(pressed ? [pressed] : [])
  const states = answeredBy ? ['ringing', 'in-progress', 'completed'] : ['ringing', state]
  expect(sent('status').map(one => one.CallStatus)).toEqual(states)
  expect(sent('status').at(-1)!.AnsweredBy).toBe(answeredBy ?? undefined)
})

test('a call lasts as long as what is said, at 150 words a minute, and never longer than it may', async () => {
  const words = (count: number) => `<Response><Say>${'word '.repeat(count)}</Say></Response>`
  const lasts = async (count: number, more: Partial<OutgoingCall> = {}) => {
    const { sid } = await place(byDigits.listens, { answerUrl: undefined, twiml: words(count), ...more })
    await pass(60)
    return (await sandbox.call(sid))!.duration!
  }
  // The clock of this test moves by whole seconds.
  expect(Math.abs((await lasts(50)) - 20)).toBeLessThanOrEqual(1)
  expect(Math.abs((await lasts(500)) - 45)).toBeLessThanOrEqual(1)
  expect(Math.abs((await lasts(500, { timeLimit: 10 })) - 10)).toBeLessThanOrEqual(1)
})

test('a question that nobody answers is asked again, and said once; one that is never answered ends the call', async () => {
  const said = answers['/api/twilio/said?t=1']!
  answers['/api/twilio/said?t=1'] = null
  const { sid } = await place(byDigits.listens)
  await pass(4)
  expect(sent('said')).toHaveLength(1)
  answers['/api/twilio/said?t=1'] = said
  await pass(32)
  const [first, second] = sent('said')
  expect(second).toEqual(first)
  await pass(20)
  expect((await shown(sid))!.lines.map(line => line.url ?? line.text)).toEqual([HELLO, MUSIC, GOODBYE])
  expect(sent('said')).toHaveLength(2)

  answers['/api/twilio/said?t=1'] = null
  const unanswered = await place(byDigits.listens)
  await pass(60)
  expect(await sandbox.call(unanswered.sid)).toMatchObject({ state: 'completed', duration: 45 })
})

test('a silent gather asks its address where it says so; a redirect asks on', async () => {
  answers['/api/twilio/said?t=1'] =
    `<Response><Gather action="${at('key')}" actionOnEmptyResult="true"><Say>Press 1.</Say></Gather></Response>`
  answers['/api/twilio/key?t=1'] = `<Response><Redirect>${at('more')}</Redirect></Response>`
  answers['/api/twilio/more?t=1'] = '<Response><Say>More.</Say></Response>'
  const { sid } = await place(byDigits.listens)
  await pass(30)
  expect(sent('key').map(one => one.Digits)).toEqual([''])
  expect((await shown(sid))!.said).toEqual(['Press 1.', 'More.'])
})

test('what the carrier does with the question: lost, silent, refused, and too fast for once', async () => {
  const since = clock.now()
  await expect(place('+15005550030')).rejects.toBeInstanceOf(CarrierSilent)
  await expect(place('+15005550031')).rejects.toBeInstanceOf(CarrierSilent)
  const refused = place('+15005550032')
  await expect(refused).rejects.toBeInstanceOf(CarrierRefused)
  await expect(refused).rejects.toMatchObject({ code: '21211', temporary: false })
  await expect(place('+15005550033')).rejects.toMatchObject({ code: '20429', temporary: true })
  const { sid } = await place('+15005550033')
  await pass(30)
  const placed = async (to: string) => (await sandbox.calls({ to, since })).map(one => one.state)
  expect(await placed('+15005550030')).toEqual(['completed'])
  expect(await placed('+15005550031')).toEqual([])
  expect(await placed('+15005550032')).toEqual([])
  expect(await sandbox.calls({ to: '+15005550033', since })).toMatchObject([{ sid, answeredBy: 'human' }])
  expect(await sandbox.calls({ to: '+15005550033', since: clock.now() })).toEqual([])
})

test('a person who takes the phone on the outbox page decides, whatever the number does otherwise', async () => {
  const { sid } = await place('+15005550024')
  await press(sid, 'answer')
  await pass(1)
  expect(await shown(sid)).toMatchObject({ state: 'in-progress', answeredBy: 'human', keys: true })
  await pass(25)
  await pressKey(sid, '5')
  expect(sent('key').map(one => one.Digits)).toEqual(['5'])
  await press(sid, 'hang_up')
  const declined = await place('+15005550026')
  await press(declined.sid, 'decline')
  expect((await sandbox.call(declined.sid))!.state).toBe('busy')
  // A key pressed by hand comes before the one that this number presses.
  const busy = await place('+15005550026')
  await pass(4)
  await pressKey(busy.sid, '1')
  await pass(30)
  expect((await shown(busy.sid))!.pressed).toBe('1')
})

test('the outbox lists a call while it is on and once it is over: to whom, who answered, and what was said line by line', async () => {
  const { send } = await aServer()
  const listed = async (path: string, sid: string) => {
    const answer = await send(`/rest/v1/outbox/phones${path}`)
    const { calls } = (await answer.json()) as { calls: { sid: string }[] }
    return calls.find(one => one.sid === sid)
  }
  const { sid } = await place('+15005550026')
  await pass(4)
  const lines = [
    { text: HELLO, language: 'es-US', url: null },
    { text: '', language: null, url: MUSIC },
  ]
  const about = { from, to: '+15005550026', answeredBy: 'human' }
  expect(await listed('', sid)).toMatchObject({ ...about, state: 'in-progress', lines, pressed: '', keys: true })
  expect(await listed('/ended', sid)).toBeUndefined()
  await pass(30)
  expect(await listed('', sid)).toBeUndefined()
  expect(await listed('/ended', sid)).toMatchObject({
    ...about,
    state: 'completed',
    pressed: '9',
    lines: [...lines, { text: THANKS, language: null, url: null }],
  })
  clock.advance(days(1))
  expect(await listed('/ended', sid)).toBeUndefined()
  const foreign = await send('/rest/v1/outbox/phones/ended', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(foreign.status).toBe(404)
})

test('an ordinary call is as it was: it is answered, and nobody is told by whom', async () => {
  const { sid } = await place('+15005550026', {
    answerUrl: undefined,
    detectMachine: undefined,
    twiml: '<Response><Say>Hello</Say></Response>',
  })
  await pass(8)
  expect(await sandbox.call(sid)).toMatchObject({ state: 'completed', answeredBy: null, duration: 3 })
  expect(sent('status').some(one => 'AnsweredBy' in one)).toBe(false)
})
