import http from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Carrier, CarrierRefused, CarrierSilent, isSigned, signatureOf } from './index.ts'
import { liveCarrier } from './live.ts'
import { reactionOf } from './sandbox/rules/reactions.ts'
import { readTwiml } from './sandbox/rules/twiml.ts'
import { stock, tone } from './sandbox/rules.ts'

interface Asked {
  method: string
  path: string
  body: URLSearchParams
  authorization: string | undefined
}
let asked: Asked[] = []
/** What the server of this test answers, by method and path; `http` is the status, `silent` no answer at all. */
let answers: Record<string, { http?: number; silent?: boolean } & Record<string, unknown>> = {}
let server: http.Server
let host: string
let live: Carrier
const SID = `AC${'a'.repeat(32)}`
const home = `/2010-04-01/Accounts/${SID}`

/** Speaks HTTP as Twilio's API does: form in, JSON out. */
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path, query] = request.url!.split('?')
    asked.push({
      method: request.method!,
      path: path!,
      body: new URLSearchParams(text || query),
      authorization: request.headers.authorization,
    })
    const {
      http: status = 200,
      silent,
      ...found
    } = answers[`${request.method} ${path}`] ?? { http: 404, code: 20404, message: 'not found' }
    if (silent) return
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  live = liveCarrier({ kind: 'twilio', sid: SID, token: 'b'.repeat(32) }, host)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  answers = {}
})

const text = {
  from: '+15125550200',
  to: '+15125550143',
  text: 'Hello ’',
  statusUrl: 'https://crm.example.org/api/twilio/status?t=1&m=2',
}

test('a text carries its address for notices, and what Twilio answers is its name and pieces', async () => {
  answers[`POST ${home}/Messages.json`] = { sid: 'SM1', from: '+15125550200', num_segments: '2', status: 'queued' }
  expect(await live.sendText(text)).toEqual({ sid: 'SM1', from: '+15125550200', segments: 2 })
  expect(asked[0]!.authorization).toBe(`Basic ${Buffer.from(`${SID}:${'b'.repeat(32)}`).toString('base64')}`)
  expect(Object.fromEntries(asked[0]!.body)).toEqual({
    To: text.to,
    From: text.from,
    Body: text.text,
    StatusCallback: text.statusUrl,
  })
  const pooled = liveCarrier(
    { kind: 'twilio', sid: SID, token: 'b'.repeat(32), keySid: 'SK1', keySecret: 'secret' },
    host,
  )
  await pooled.sendText({ ...text, messagingServiceSid: 'MG1' })
  expect(asked[1]!.body.get('MessagingServiceSid')).toBe('MG1')
  expect(asked[1]!.authorization).toBe(`Basic ${Buffer.from('SK1:secret').toString('base64')}`)
})

test('a no, a passing no and silence are three things, and silence is never asked twice', async () => {
  answers[`POST ${home}/Messages.json`] = {
    http: 400,
    code: 21610,
    message: 'Attempt to send to unsubscribed recipient',
  }
  await expect(live.sendText(text)).rejects.toMatchObject({ code: '21610', temporary: false })
  answers[`POST ${home}/Messages.json`] = { http: 429, code: 20429, message: 'Too many requests' }
  await expect(live.sendText(text)).rejects.toMatchObject({ code: '20429', temporary: true })
  answers[`POST ${home}/Messages.json`] = { http: 503, message: 'down' }
  await expect(live.sendText(text)).rejects.toBeInstanceOf(CarrierSilent)
  asked = []
  answers[`POST ${home}/Messages.json`] = { silent: true }
  await expect(live.sendText(text)).rejects.toBeInstanceOf(CarrierSilent)
  expect(asked).toHaveLength(1)
  // Nobody was there to take it: it can be tried again.
  const nowhere = liveCarrier({ kind: 'twilio', sid: SID, token: 'b'.repeat(32) }, 'http://127.0.0.1:9')
  await expect(nowhere.sendText(text)).rejects.toEqual(
    expect.objectContaining({ code: 'unreachable', temporary: true }),
  )
  expect(new CarrierRefused('x', '1').temporary).toBe(false)
})

test('texts are listed by number and day, with what they cost', async () => {
  answers[`GET ${home}/Messages.json`] = {
    messages: [
      {
        sid: 'SM1',
        from: text.from,
        to: text.to,
        body: 'Hello',
        status: 'undelivered',
        error_code: 30003,
        price: '-0.0079',
        price_unit: 'USD',
        direction: 'outbound-api',
        date_created: 'Fri, 20 Nov 2026 12:00:00 +0000',
      },
      { sid: 'SM2', from: text.to, to: text.from, body: 'Hi', status: 'received', direction: 'inbound' },
    ],
  }
  const listed = await live.texts({ to: text.to, from: text.from, since: new Date('2026-11-20T11:00:00Z') })
  expect(listed).toEqual([
    {
      sid: 'SM1',
      from: text.from,
      to: text.to,
      body: 'Hello',
      state: 'undelivered',
      errorCode: '30003',
      price: 7_900,
      currency: 'USD',
      at: new Date('2026-11-20T12:00:00Z'),
    },
  ])
  expect(asked[0]!.body.get('To')).toBe(text.to)
  expect(await live.text('SM0')).toBeNull()
})

test('a call asks for notices of all its states; hanging up depends on whether someone answered', async () => {
  answers[`POST ${home}/Calls.json`] = { sid: 'CA1', from: text.from, to: text.to, status: 'queued' }
  answers[`POST ${home}/Calls/CA1.json`] = { sid: 'CA1' }
  await live.startCall({ from: text.from, to: text.to, twiml: '<Response/>', statusUrl: text.statusUrl, timeout: 25 })
  expect(asked[0]!.body.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed'])
  expect(asked[0]!.body.get('Twiml')).toBe('<Response/>')
  await live.endCall('CA1', true)
  await live.endCall('CA1', false)
  expect(asked.slice(1).map(one => one.body.get('Status'))).toEqual(['completed', 'canceled'])
})

test('an announcement asks our address and waits for the end of a greeting; calls are looked up by number', async () => {
  answers[`POST ${home}/Calls.json`] = { sid: 'CA1', from: text.from, to: text.to, status: 'queued' }
  const call = { from: text.from, to: text.to, statusUrl: text.statusUrl, timeout: 25 }
  const placed = await live.startCall({
    ...call,
    twiml: '<Response/>',
    answerUrl: 'https://crm.example.org/api/twilio/x?t=1',
    detectMachine: true,
    timeLimit: 90,
  })
  expect(placed.answeredBy).toBeNull()
  const { body } = asked[0]!
  expect(body.get('Url')).toBe('https://crm.example.org/api/twilio/x?t=1')
  expect([body.get('Method'), body.get('MachineDetection'), body.get('TimeLimit')]).toEqual([
    'POST',
    'DetectMessageEnd',
    '90',
  ])
  expect(body.has('Twiml')).toBe(false)

  const one = { from: text.from, to: text.to, status: 'completed', direction: 'outbound-api', duration: '31' }
  const started = (time: string) => `Fri, 20 Nov 2026 ${time} +0000`
  answers[`GET ${home}/Calls.json`] = {
    calls: [
      { ...one, sid: 'CA1', start_time: started('12:00:00'), answered_by: 'human' },
      { ...one, sid: 'CA2', start_time: started('12:00:09'), answered_by: 'machine_end_beep' },
      { ...one, sid: 'CA3', start_time: started('11:59:00') },
      { ...one, sid: 'CA4', start_time: started('12:00:01'), direction: 'inbound' },
      { ...one, sid: 'CA5', date_created: started('12:00:10'), status: 'queued', answered_by: 'a novelty' },
    ],
  }
  const since = new Date('2026-11-20T12:00:00.800Z')
  const found = await live.calls({ to: text.to, since })
  expect(found.map(({ sid, answeredBy }) => [sid, answeredBy])).toEqual([
    ['CA5', null],
    ['CA2', 'machine_end_beep'],
    ['CA1', 'human'],
  ])
  expect(asked[1]!.body.get('To')).toBe(text.to)
})

test('numbers are searched with their price, and bought with our addresses in the same call', async () => {
  answers[`GET ${home}/AvailablePhoneNumbers/US/Local.json`] = {
    available_phone_numbers: [
      {
        phone_number: '+15125550201',
        locality: 'Austin',
        region: 'TX',
        capabilities: { voice: true, SMS: true, MMS: false },
      },
    ],
  }
  answers['GET /v1/PhoneNumbers/Countries/US'] = {
    price_unit: 'usd',
    phone_number_prices: [{ number_type: 'local', current_price: '1.15' }],
  }
  answers[`POST ${home}/IncomingPhoneNumbers.json`] = {
    sid: 'PN1',
    phone_number: '+15125550201',
    friendly_name: 'Office',
    capabilities: { voice: true, sms: true, mms: false },
    sms_url: 'https://a/sms',
    voice_url: 'https://a/voice',
    status_callback: 'https://a/status',
  }
  expect(await live.offers({ country: 'US', kind: 'local', areaCode: '512', sms: true })).toEqual([
    {
      number: '+15125550201',
      city: 'Austin',
      region: 'TX',
      voice: true,
      sms: true,
      mms: false,
      monthly: 1_150_000,
      currency: 'USD',
    },
  ])
  expect(asked[0]!.body.get('AreaCode')).toBe('512')
  const hooks = { smsUrl: 'https://a/sms', voiceUrl: 'https://a/voice', statusUrl: 'https://a/status' }
  expect(await live.buy('+15125550201', 'Office', hooks)).toMatchObject({
    sid: 'PN1',
    voice: true,
    mms: false,
    ...hooks,
  })
  expect(Object.fromEntries(asked.at(-1)!.body)).toMatchObject({
    PhoneNumber: '+15125550201',
    SmsUrl: 'https://a/sms',
    VoiceUrl: 'https://a/voice',
    StatusCallback: 'https://a/status',
  })
  // No stock is an empty list.
  expect(await live.offers({ country: 'XX', kind: 'local' })).toEqual([])
})

test('credentials are tried at the account itself; pictures are fetched from the carrier alone', async () => {
  answers[`GET ${home}.json`] = { sid: SID, friendly_name: 'Grace', type: 'Trial', status: 'active' }
  expect(await live.account()).toMatchObject({ name: 'Grace', type: 'trial', balance: null })
  answers[`GET ${home}.json`] = { http: 401, code: 20003, message: 'Authenticate' }
  await expect(live.account()).rejects.toMatchObject({ code: '20003' })
  await expect(live.media('https://evil.example/x.jpg')).rejects.toMatchObject({ code: 'foreign' })
  answers[`GET ${home}/Messages/MM1/Media/ME1`] = { a: 1 }
  const { contentType } = await live.media(`${host}${home}/Messages/MM1/Media/ME1`)
  expect(contentType).toBe('application/json')
})

test('the signature of a notice, as the official library computes it', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const params: [string, string][] = [
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+14158675309'],
    ['Digits', '1234'],
    ['From', '+14158675309'],
    ['To', '+18005551212'],
  ]
  expect(signatureOf('12345', url, params)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  expect(twilio.validateRequest('12345', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', url, Object.fromEntries(params))).toBe(true)
  // A name that stands there twice, in any order.
  const twice: [string, string][] = [
    ['MediaUrl', 'b'],
    ['MediaUrl', 'a'],
    ['MediaUrl', 'a'],
  ]
  const signed = signatureOf('12345', url, twice)
  expect(twilio.validateRequest('12345', signed, url, { MediaUrl: ['b', 'a', 'a'] })).toBe(true)
})

test('signed by either token, with and without the standard port; nothing else', () => {
  const params: [string, string][] = [['A', '1']]
  const url = 'https://crm.example.org/api/twilio/sms?t=1'
  const withPort = 'https://crm.example.org:443/api/twilio/sms?t=1'
  expect(isSigned(['old', 'new'], url, params, signatureOf('new', url, params))).toBe(true)
  expect(isSigned(['old'], url, params, signatureOf('old', withPort, params))).toBe(true)
  expect(
    isSigned(['old'], 'http://127.0.0.1:3000/x', params, signatureOf('old', 'http://127.0.0.1:3000/x', params)),
  ).toBe(true)
  expect(isSigned(['old'], url, [['A', '2']], signatureOf('old', url, params))).toBe(false)
  expect(isSigned(['old'], url, params, signatureOf('other', url, params))).toBe(false)
  expect(isSigned(['old'], url, params, '')).toBe(false)
  expect(isSigned([], url, params, signatureOf('', url, params))).toBe(false)
})

test('the sandbox has a stock that is the same for everyone, with areas that are sold out', () => {
  expect(stock({ country: 'US', kind: 'local', areaCode: '512' })).toHaveLength(50)
  expect(stock({ country: 'US', kind: 'local', areaCode: '212' })).toEqual([])
  expect(stock({ country: 'US', kind: 'local', areaCode: '512', contains: '0207' }).map(one => one.number)).toEqual([
    '+15125550207',
  ])
  expect(stock({ country: 'US', kind: 'toll_free', sms: true })[0]).toMatchObject({ monthly: 2_150_000, sms: true })
  expect([...tone(2)].reduce((sum, one) => sum + one.length, 0)).toBe(44 + 16_000)
})

test('the sandbox reads the verbs of an answer in their order', () => {
  expect(
    readTwiml(
      '<Response><Dial callerId="+1" action="https://a?x=1&amp;y=2"><Number statusCallback="https://b">+2</Number></Dial></Response>',
    ),
  ).toEqual([
    {
      does: 'dial',
      callerId: '+1',
      action: 'https://a?x=1&y=2',
      targets: [{ to: '+2', statusUrl: 'https://b' }],
      recordingUrl: null,
    },
  ])
  expect(
    readTwiml(
      '<Response><Gather action="https://k"><Say language="en-US">A &amp; B</Say></Gather><Dial><Client>one</Client><Client>two</Client></Dial></Response>',
    ),
  ).toMatchObject([
    {
      does: 'gather',
      action: 'https://k',
      onEmpty: false,
      lines: [{ text: 'A & B', language: 'en-US', url: null }],
    },
    { does: 'dial', targets: [{ to: 'client:one' }, { to: 'client:two' }] },
  ])
  expect(
    readTwiml(
      '<?xml version="1.0"?><Response><Play>https://a/x.mp3?a=1&amp;b=2</Play><Pause length="3"/><Say>It&#39;s &lt;on&gt;</Say><Redirect>https://r</Redirect><Record recordingStatusCallback="https://c"/><Hangup></Hangup></Response>',
    ),
  ).toMatchObject([
    { does: 'say', lines: [{ text: '', url: 'https://a/x.mp3?a=1&b=2' }] },
    { does: 'say', lines: [], seconds: 3 },
    { does: 'say', lines: [{ text: "It's <on>", language: null }] },
    { does: 'redirect', url: 'https://r' },
    { does: 'record', recordingUrl: 'https://c', transcriptUrl: null },
    { does: 'hangup' },
  ])
})

test('of many numbers so many listen, are machines, are not there, are busy and hang up', () => {
  const counts: Record<string, number> = {}
  for (let i = 0; i < 2_000; i++) {
    const { call, answeredBy, hangsUp } = reactionOf(`+1512555${String(i).padStart(4, '0')}`)
    const what = call === 'answer' ? (hangsUp ?? answeredBy) : call
    counts[what] = (counts[what] ?? 0) + 1
  }
  const expected = { human: 60, machine_end_beep: 20, 'no-answer': 13, busy: 5, 'at once': 2 }
  expect(Object.keys(counts).sort()).toEqual(Object.keys(expected).sort())
  for (const [what, percent] of Object.entries(expected))
    expect(Math.abs(counts[what]! / 20 - percent), what).toBeLessThan(3)
})
