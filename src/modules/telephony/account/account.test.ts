import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { signatureOf } from '#providers/telephony/index.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const SID = `AC${'1'.repeat(32)}`
const [TOKEN, NEXT] = ['a'.repeat(32), 'b'.repeat(32)]
const ANN = '+15125550143'
let server: http.Server
let sent: URLSearchParams[] = []
/** What Twilio would answer to a text: its refusal, or silence. */
let refusal: { status: number; code?: number } | undefined
let listed: object[] = []

/** Addresses that its numbers have had set. */
const hooks = new Map<string, object>()
const numberFacts = (sid: string) => ({
  sid,
  phone_number: `+1512555090${Number(sid.at(-1)) + 1}`,
  friendly_name: sid,
  capabilities: { voice: true, sms: true, mms: true },
  ...(hooks.get(sid) ?? { sms_url: 'https://old-host.com/x' }),
})

/** Twilio, as far as it is asked here: one account, whose token is known. */
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path] = request.url!.split('?')
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const given = Buffer.from(request.headers.authorization!.split(' ')[1]!, 'base64').toString()
    if (![TOKEN, NEXT].includes(given.split(':')[1]!)) return answer(401, { code: 20003, message: 'Authenticate' })
    if (path!.endsWith(`${SID}.json`))
      return answer(200, { sid: SID, friendly_name: 'Grace at Twilio', type: 'Trial', status: 'active' })
    if (path!.endsWith('/Messages.json') && request.method === 'GET') return answer(200, { messages: listed })
    if (path!.endsWith('/Messages.json')) {
      if (refusal) return answer(refusal.status, { ...refusal, message: 'no' })
      const body = new URLSearchParams(text)
      sent.push(body)
      return answer(201, { sid: `SM${sent.length}`, from: body.get('From'), num_segments: '1', status: 'queued' })
    }
    if (path!.endsWith('/IncomingPhoneNumbers.json'))
      return answer(200, { incoming_phone_numbers: ['PN0', 'PN1'].map(numberFacts) })
    const sid = path!.match(/\/IncomingPhoneNumbers\/(PN\d)\.json$/)?.[1]
    if (sid) {
      const { SmsUrl, VoiceUrl, StatusCallback } = Object.fromEntries(new URLSearchParams(text))
      hooks.set(sid, { sms_url: SmsUrl, voice_url: VoiceUrl, status_callback: StatusCallback })
      return answer(200, numberFacts(sid))
    }
    answer(404, { code: 20404, message: 'not found' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env.TWILIO_TEST_HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  delete process.env.TWILIO_TEST_HOST
  server.close()
})
beforeEach(() => {
  ;[sent, refusal, listed] = [[], undefined, []]
  hooks.clear()
})
afterEach(() => clock.reset())

const connect = (church: Church, more: object = {}) =>
  church.owner.carrierSettings.connect({ accountSid: SID, authToken: TOKEN, ...more })
const write = (church: Church, to: string) =>
  church.staff.texts.send({ key: randomUUID(), to, body: 'Hello', when: 'now' })
async function notice(church: Church, token: string, fields: Record<string, string>) {
  const { send } = await aServer()
  const [path, params] = [`/api/twilio/sms?t=${church.id}`, { AccountSid: SID, ...fields }]
  const signature = signatureOf(token, `${env.publicUrl}${path}`, Object.entries(params))
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  return (await send(path, { method: 'POST', headers, body: new URLSearchParams(params).toString() })).status
}

test('credentials are looked at, tried at Twilio, kept sealed, and never shown again', async () => {
  const church = await aChurch()
  const wrong = async (input: object, field: string, words: RegExp) =>
    expect(connect(church, input), field).rejects.toMatchObject({
      data: { issues: [{ path: [field], message: expect.stringMatching(words) }] },
    })
  await wrong({ accountSid: TOKEN }, 'accountSid', /looks like the Auth Token/)
  await wrong({ accountSid: 'AC1' }, 'accountSid', /begins with AC/)
  await wrong({ authToken: SID }, 'authToken', /looks like the Account SID/)
  await wrong({ authToken: '' }, 'authToken', /enter the Auth Token/)
  await wrong({ authToken: 'c'.repeat(32) }, 'authToken', /Twilio refused these credentials \(20003\)/)
  expect(await church.owner.carrierSettings.read({})).toMatchObject({ carrier: 'sandbox', authToken: { set: false } })
  expect(await connect(church)).toMatchObject({
    carrier: 'twilio',
    friendlyName: 'Grace at Twilio',
    type: 'trial',
    authToken: { set: true, last4: 'aaaa' },
  })
  expect(await church.staff.telephony.summary({})).toMatchObject({ carrier: 'twilio', trial: true })
  // Left empty, the stored one stays.
  await connect(church, { authToken: '', messagingServiceSid: `MG${'2'.repeat(32)}` })
  const everything = JSON.stringify(await church.owner.carrierSettings.read({}))
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select c::text, (select string_agg(changes::text, ' ') from audit_log where client_id = $1) as trail from carrier_accounts c where client_id = $1`,
    [church.id],
  )
  for (const text of [everything, rows[0].c, rows[0].trail]) expect(text).not.toContain(TOKEN)
  await expect(church.staff.carrierSettings.read({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await church.owner.carrierSettings.test({})).toMatchObject({ name: 'Grace at Twilio' })
  expect(await church.owner.carrierSettings.disconnect({})).toMatchObject({ carrier: 'sandbox', accountSid: null })
})

test('two churches may share an account, and no two of them a number; numbers that are there already are taken over', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  await connect(grace)
  await connect(hope)
  const { others } = await grace.owner.phoneNumbers.check({})
  expect(others.map(one => one.number)).toEqual(['+15125550901', '+15125550902'])
  const mine = await grace.owner.phoneNumbers.adopt({ number: others[0]!.number })
  expect(mine).toMatchObject({
    isDefault: true,
    drift: ['Texts: points to old-host.com', 'Calls: no address is set', 'Status: no address is set'],
  })
  await expect(hope.owner.phoneNumbers.adopt({ number: others[0]!.number })).rejects.toMatchObject({ code: 'CONFLICT' })
  await hope.owner.phoneNumbers.adopt({ number: others[1]!.number })
  // Without an account in its address, the number says whose a text is.
  const { send } = await aServer()
  const params = { AccountSid: SID, MessageSid: 'SMx', From: ANN, To: others[1]!.number, Body: 'Hi' }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signatureOf(TOKEN, `${env.publicUrl}/api/twilio/sms`, Object.entries(params)),
  }
  expect(
    (await send('/api/twilio/sms', { method: 'POST', headers, body: new URLSearchParams(params).toString() })).status,
  ).toBe(200)
  await runWaitingJobs()
  expect((await hope.staff.texts.list({})).items).toMatchObject([{ body: 'Hi' }])
  expect((await grace.staff.texts.list({})).items).toEqual([])
})

test('nothing leaves from an adopted number until its webhooks lead here, nor once they lead elsewhere: a STOP would be missed', async () => {
  const church = await aChurch()
  await connect(church)
  await (await testHouse()).owner.query(`delete from phone_numbers where number in ('+15125550901', '+15125550902')`)
  const { id } = await church.owner.phoneNumbers.adopt({ number: '+15125550901' })
  const newest = async () => (await church.staff.texts.list({})).items[0]!
  const refused = { status: 'failed', errorCode: 'webhooks', problem: expect.stringContaining('STOP would be missed') }
  await write(church, ANN)
  await church.settle()
  expect(await newest()).toMatchObject({ ...refused, mayRetry: true })
  expect(sent).toEqual([])
  await church.owner.phoneNumbers.configure({ ids: [id] })
  clock.advance(seconds(5))
  await church.staff.texts.retry({ id: (await newest()).id })
  await church.settle()
  expect(sent).toHaveLength(1)
  // Someone changes the address at Twilio; the daily check reads it.
  hooks.set('PN0', { sms_url: 'https://old-host.com/x' })
  await church.owner.phoneNumbers.check({})
  clock.advance(seconds(5))
  await write(church, ANN)
  await church.settle()
  expect(await newest()).toMatchObject(refused)
  expect(sent).toHaveLength(1)
})

test('while the token is being changed both sign, and then the new one alone; the sandbox’s signature counts no more', async () => {
  const church = await aChurch()
  await connect(church, { secondToken: NEXT })
  const text = () => ({ MessageSid: randomUUID(), From: ANN, To: '+15125550901', Body: 'Hi' })
  expect([await notice(church, TOKEN, text()), await notice(church, NEXT, text())]).toEqual([200, 200])
  await church.owner.carrierSettings.rotate({})
  expect([await notice(church, TOKEN, text()), await notice(church, NEXT, text())]).toEqual([400, 200])
})

test('texts wait for their place in the line of their number, one a second, across workers', async () => {
  const church = await aChurch()
  await connect(church)
  const { number, id } = await church.owner.phoneNumbers.adopt({ number: '+15125550901' }).catch(async () => {
    // Another test's church has it.
    await (await testHouse()).owner.query(`delete from phone_numbers where number = '+15125550901'`)
    return church.owner.phoneNumbers.adopt({ number: '+15125550901' })
  })
  await church.owner.phoneNumbers.configure({ ids: [id] })
  for (let i = 0; i < 6; i++) await write(church, `+1512555030${i}`)
  await church.settle()
  const first = sent.length
  expect(first).toBeLessThanOrEqual(2)
  for (let i = 0; i < 10; i++) {
    clock.advance(seconds(1))
    await church.settle()
  }
  expect(sent).toHaveLength(6)
  expect(new Set(sent.map(one => one.get('To'))).size).toBe(6)
  expect(sent.map(one => one.get('From'))).toEqual(Array(6).fill(number))
  expect(sent[0]!.get('StatusCallback')).toContain(`/api/twilio/status?t=${church.id}&m=`)
  // Switched off, nothing leaves from it.
  const { version } = (await church.owner.phoneNumbers.list({})).items[0]!
  await church.owner.phoneNumbers.update({ id, version, active: false })
  await write(church, ANN)
  await church.settle()
  expect((await church.staff.texts.list({})).items[0]).toMatchObject({
    status: 'failed',
    errorCode: 'no_number',
    fix: expect.stringContaining('Buy a number'),
  })
})

test('Twilio’s no is told in plain words, 21610 is obeyed, and its silence is resolved by its own list', async () => {
  const church = await aChurch()
  await connect(church)
  await (await testHouse()).owner.query(`delete from phone_numbers where number = '+15125550902'`)
  const { id: numberId } = await church.owner.phoneNumbers.adopt({ number: '+15125550902' })
  await church.owner.phoneNumbers.configure({ ids: [numberId] })
  refusal = { status: 400, code: 21610 }
  await write(church, ANN)
  await church.settle()
  const newest = async () => (await church.staff.texts.list({})).items[0]!
  expect(await newest()).toMatchObject({
    status: 'failed',
    errorCode: '21610',
    problem: 'They replied STOP, so they get no more texts.',
    mayRetry: false,
  })
  expect(await write(church, ANN)).toMatchObject({ status: 'skipped', skipReason: 'stop' })
  clock.advance(seconds(5))
  refusal = { status: 503 }
  const { id } = await write(church, '+15125550333')
  await church.settle()
  expect(await newest()).toMatchObject({ id, status: 'unknown' })
  listed = [
    {
      sid: 'SMfound',
      from: '+15125550902',
      to: '+15125550333',
      body: 'Hello',
      status: 'delivered',
      direction: 'outbound-api',
      price: '-0.0079',
      price_unit: 'USD',
      date_created: new Date().toUTCString(),
    },
  ]
  await runWaitingJobs({ schedules: true })
  expect(await newest()).toMatchObject({ id, status: 'delivered', sid: 'SMfound' })
  expect(sent).toHaveLength(0)
  expect(await church.owner.carrierSettings.health({})).toMatchObject({
    carrier: 'twilio',
    lastError: expect.any(String),
  })
})

test('readiness says what was said of the registration, in the sandbox too', async () => {
  const { owner } = await aChurch()
  const done = async () => {
    const { items } = await owner.carrierSettings.readiness({})
    return items.filter(one => one.done).map(one => one.key)
  }
  expect(await done()).toEqual(['quiet', 'public'])
  await owner.carrierSettings.change({ brandStatus: 'approved', helpText: 'Grace, 555-0100' })
  expect(await done()).toEqual(['help', 'quiet', 'brand', 'public'])
})
