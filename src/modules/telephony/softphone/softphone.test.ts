import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { signatureOf } from '#providers/telephony/index.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { callIn, phonesInUse, press } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { identityOf } from '../rules/identity.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const ANN = '+15125550143'
const SID = `AC${'7'.repeat(32)}`
const KEY = `SK${'7'.repeat(32)}`
const SECRET = 'kept-by-nobody-else'
const TOKEN = 'd'.repeat(32)
const apps: Record<string, string>[] = []
let server: http.Server

/** Twilio, as far as it is asked here: one account with a key, its apps and one number. */
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path, query] = request.url!.split('?')
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const given = Buffer.from(request.headers.authorization!.split(' ')[1]!, 'base64').toString()
    if (![TOKEN, SECRET].includes(given.split(':')[1]!)) return answer(401, { code: 20003, message: 'Authenticate' })
    if (path!.endsWith(`${SID}.json`))
      return answer(200, { sid: SID, friendly_name: 'Grace at Twilio', type: 'Full', status: 'active' })
    const shown = (one: Record<string, string>, i: number) => ({ sid: `AP${i}`, friendly_name: one.FriendlyName })
    if (path!.endsWith('/Applications.json') && request.method === 'GET') {
      const name = new URLSearchParams(query).get('FriendlyName')
      return answer(200, { applications: apps.map(shown).filter(one => one.friendly_name === name) })
    }
    const body = Object.fromEntries(new URLSearchParams(text))
    if (path!.endsWith('/Applications.json')) return answer(201, shown(body, apps.push(body) - 1))
    const known = /Applications\/AP(\d+)\.json$/.exec(path!)
    if (known) {
      Object.assign(apps[Number(known[1])]!, body)
      return answer(200, { sid: `AP${known[1]}` })
    }
    if (path!.endsWith('/IncomingPhoneNumbers.json'))
      return answer(200, {
        incoming_phone_numbers: [
          {
            sid: 'PN0',
            phone_number: '+15125550911',
            friendly_name: 'Office',
            capabilities: { voice: true, sms: true, mms: true },
          },
        ],
      })
    answer(404, { code: 20404, message: 'not found' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env.TWILIO_TEST_HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  delete process.env.TWILIO_TEST_HOST
  server.close()
})
afterEach(() => clock.reset())

async function pass(ms: number) {
  clock.advance(ms)
  await passTime()
  await runWaitingJobs()
}
let next = 8
async function buy(church: Church) {
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  return church.owner.phoneNumbers.buy({ ...items[next++ % 12]!, name: 'Office' })
}
const newest = async (church: Church) => (await church.staff.calls.list({})).items[0]!

test('in the sandbox a call from the browser is a call like the others, without a phone of ours', async () => {
  const church = await aChurch()
  await buy(church)
  expect(await church.staff.softphone.read({})).toEqual({ by: 'sandbox' })
  const id = randomUUID()
  const [first] = await Promise.all([1, 2].map(() => church.staff.calls.start({ key: id, to: ANN, via: 'browser' })))
  expect(first).toMatchObject({ via: 'browser', to: ANN })
  const states: string[] = []
  for (let i = 0; i < 8; i++) {
    await pass(700)
    const { state, stage } = await church.staff.calls.get({ id })
    if (states.at(-1) !== `${stage} ${state}`) states.push(`${stage} ${state}`)
  }
  expect(states.slice(-2)).toEqual(['target ringing', 'target in-progress'])
  expect((await phonesInUse()).filter(one => one.to === ANN)).toHaveLength(1)
  await church.staff.calls.end({ id })
  await pass(seconds(1))
  expect(await church.staff.calls.get({ id })).toMatchObject({ state: 'completed', missed: false })
  expect((await church.staff.calls.list({})).total).toBe(1)
  // What is asked of a call by phone is asked here as well.
  await expect(church.staff.calls.start({ key: randomUUID(), to: '911', via: 'browser' })).rejects.toThrow(/dial 911/)
  await expect(church.staff.calls.start({ key: randomUUID(), to: ANN })).rejects.toMatchObject({
    data: { issues: [{ path: ['myPhone'] }] },
  })
})

test('a call rings in the browsers of those who are here; one picks up, and the others stop', async () => {
  const church = await aChurch()
  const { number, id, version } = await buy(church)
  const ann = { firstName: 'Ann', lastName: 'Miller', points: [{ kind: 'phone' as const, value: ANN }] }
  const { id: personId } = await church.staff.people.create(ann)
  await church.owner.phoneNumbers.update({ id, version, voiceRoute: 'browser' })
  const ring = () => callIn(accountSid(church.id), { from: ANN, to: number })
  const steps = async () =>
    (await church.staff.calls.steps({ id: (await newest(church)).id })).items.map(one => one.what)

  // Nobody is here, and who was here is not for ever.
  await church.staff.softphone.here({ on: true })
  clock.advance(minutes(2))
  await press(await ring(), 'hang_up')
  await pass(seconds(1))
  expect(await steps()).toEqual(['Nobody is online: voicemail'])

  for (const one of [church.staff, church.pastor, church.owner]) await one.softphone.here({ on: true })
  await church.owner.softphone.here({ on: false })
  await ring()
  for (let i = 0; i < 3; i++) await pass(seconds(1))
  const { items } = await church.pastor.softphone.ringing({})
  expect(items).toMatchObject([{ theirs: ANN, name: 'Ann Miller', personId, here: true }])
  await expect(church.viewer.softphone.ringing({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const call = items[0]!.id
  await expect(church.owner.softphone.pick({ id: call, what: 'answer' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await church.staff.softphone.pick({ id: call, what: 'decline' })
  await pass(seconds(1))
  // One has declined, the other still rings.
  await church.pastor.softphone.pick({ id: call, what: 'answer' })
  await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ state: 'in-progress', stage: 'forward', via: 'browser', missed: false })
  expect((await newest(church)).userName).toBe(church.people.pastor.name || church.people.pastor.email)
  expect((await church.pastor.softphone.ringing({})).items).toEqual([])
  await church.pastor.calls.end({ id: call })
  await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ state: 'completed', missed: false })

  // Nobody picks up: they may leave a message.
  for (const one of [church.staff, church.pastor]) await one.softphone.here({ on: true })
  const last = await ring()
  for (let i = 0; i < 30; i++) await pass(seconds(1))
  expect(await steps()).toEqual(['Rang in 2 browsers', 'No answer: voicemail'])
  await press(last, 'hang_up')
  await pass(seconds(1))
  expect(await newest(church)).toMatchObject({ missed: true })
})

test('by Twilio: an API key, an app with our addresses, a token for one member, and the line proven by its identity', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const connect = (more: object) => church.owner.carrierSettings.connect({ accountSid: SID, authToken: TOKEN, ...more })
  await connect({})
  expect(await church.staff.softphone.read({})).toEqual({ by: null })
  await expect(church.staff.softphone.token({})).rejects.toThrow(/API key/)
  await expect(church.staff.calls.start({ key: randomUUID(), to: ANN, via: 'browser' })).rejects.toMatchObject({
    data: { issues: [{ path: ['via'] }] },
  })
  await connect({ keySid: KEY, keySecret: SECRET })
  expect(await church.staff.softphone.read({})).toEqual({ by: 'twilio' })
  expect(apps).toMatchObject([
    {
      FriendlyName: `Lampstand ${church.id}`,
      VoiceUrl: `${env.publicUrl}/api/twilio/voice?t=${church.id}&step=browser`,
    },
  ])
  await connect({ keySid: KEY })
  expect(apps).toHaveLength(1)

  const { token, identity, expiresAt } = await church.staff.softphone.token({})
  expect(identity).toBe(identityOf(church.id, church.people.staff.id))
  await jwtVerify(token, new TextEncoder().encode(SECRET))
  const { iss, sub, exp, iat, grants } = decodeJwt(token) as Record<string, any>
  expect([iss, sub, exp - iat]).toEqual([KEY, SID, 600])
  expect(expiresAt.getTime() - clock.ms()).toBeLessThanOrEqual(minutes(10))
  expect(grants).toEqual({ identity, voice: { incoming: { allow: true }, outgoing: { application_sid: 'AP0' } } })
  for (const nobody of [church.viewer, church.volunteer])
    await expect(nobody.softphone.token({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await hope.owner.carrierSettings.connect({ accountSid: SID, authToken: TOKEN, keySid: KEY, keySecret: SECRET })
  expect((await hope.staff.softphone.token({})).identity).not.toContain(church.id.replaceAll('-', ''))
  expect(apps).toHaveLength(2)

  // The line that the browser opened.
  const { number } = await church.owner.phoneNumbers.adopt({ number: '+15125550911' })
  const { send } = await aServer()
  async function line(fields: Record<string, string>, step = '&step=browser') {
    const path = `/api/twilio/voice?t=${church.id}${step}`
    const params = { AccountSid: SID, CallSid: `CA${'1'.repeat(32)}`, Direction: 'inbound', To: '', ...fields }
    const signature = signatureOf(TOKEN, `${env.publicUrl}${path}`, Object.entries(params))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    return (await send(path, { method: 'POST', headers, body: new URLSearchParams(params).toString() })).text()
  }
  const id = randomUUID()
  await church.staff.calls.start({ key: id, to: ANN, via: 'browser' })
  expect(await line({ From: `client:${hope.people.staff.id}`, c: id })).toContain('<Hangup>')
  const pastor = identityOf(church.id, church.people.pastor.id)
  expect(await line({ From: `client:${pastor}`, c: id })).toContain('<Hangup>')
  expect(await line({ From: `client:${identity}`, c: 'x' })).toContain('<Hangup>')
  for (let i = 0; i < 2; i++) {
    const twiml = await line({ From: `client:${identity}`, c: id })
    expect(twiml).toContain(`<Dial callerId="${number}" timeout="30">`)
    expect(twiml).toMatch(new RegExp(`<Number statusCallback="[^"]*c=${id}&amp;leg=target"[^>]*>\\${ANN}</Number>`))
  }
  // A second line for the same call gets none.
  expect(await line({ From: `client:${identity}`, c: id, CallSid: `CA${'2'.repeat(32)}` })).toContain('<Hangup>')

  // Incoming: each who is here by name, and whose it was stands in what is told.
  const { items } = await church.owner.phoneNumbers.list({})
  await church.owner.phoneNumbers.update({ id: items[0]!.id, version: items[0]!.version, voiceRoute: 'browser' })
  await church.staff.softphone.here({ on: true })
  const twiml = await line({ From: '+15125550177', To: number, CallSid: `CA${'3'.repeat(32)}` }, '')
  expect(twiml).toMatch(
    new RegExp(`<Client statusCallback="[^"]*leg=forward&amp;u=${church.people.staff.id}"[^>]*>${identity}</Client>`),
  )
  // A call whose line never came up can be ended.
  const lost = randomUUID()
  await church.staff.calls.start({ key: lost, to: ANN, via: 'browser' })
  expect(await church.staff.calls.end({ id: lost })).toMatchObject({ state: 'canceled' })
})
