import { createHash, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { signatureOf } from '#providers/telephony/index.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { textIn } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid, tokenOf } from '#providers/telephony/sandbox/store/service.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { noon } from '#testing/flock.ts'
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
  const { items } = await church.owner.phoneNumbers.offers({
    country: 'US',
    areaCode: '512',
    voice: true,
    sms: true,
    mms: true,
  })
  return church.owner.phoneNumbers.buy({ ...items[next++ % 3]!, name: 'Office' })
}
const ann = (church: Church) =>
  church.staff.people.create({ firstName: 'Ann', lastName: 'Miller', points: [{ kind: 'phone', value: ANN }] })
const sendTo = (church: Church, to: string, body = 'Hello', key = randomUUID()) =>
  church.staff.texts.send({ key, to, body, when: 'now' })
const newest = async (church: Church) => (await church.staff.texts.list({})).items[0]!

/** A notice as the carrier would post it; `by` is the account that it speaks of. */
async function post(
  route: string,
  church: Church,
  fields: Record<string, string> | [string, string][],
  { token = '', path = `?t=${church.id}`, signature = '' } = {},
) {
  const { send } = await aServer()
  const sid = accountSid(church.id)
  const named = Array.isArray(fields) ? fields : Object.entries(fields)
  const params: [string, string][] = [['AccountSid', sid], ...named]
  const url = `${env.publicUrl}/api/twilio/${route}${path}`
  const signed = signature || signatureOf(token || (await tokenOf(sid)), url, params)
  return send(`/api/twilio/${route}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed },
    body: new URLSearchParams(params).toString(),
  })
}
const incoming = (from: string, to: string, body: string, more: Record<string, string> = {}) => ({
  MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
  From: from,
  To: to,
  Body: body,
  NumMedia: '0',
  ...more,
})

test('a number is bought with its price agreed to, once however often it is pressed, and named, switched off and given back', async () => {
  const church = await aChurch()
  const { items, instead } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512' })
  expect(items[0]).toMatchObject({ city: 'Austin', region: 'TX', monthly: 1_150_000, currency: 'USD' })
  expect(instead).toEqual([])
  expect(await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '212' })).toEqual({
    items: [],
    instead: ['646', '332', '917'],
  })
  // The last that can send texts: tests that run beside this one buy from the front of the same stock.
  const texting = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', sms: true })
  const wanted = { ...texting.items.at(-1)!, name: 'Office' }
  const both = await Promise.allSettled([1, 2].map(() => church.owner.phoneNumbers.buy(wanted)))
  expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const { items: mine } = await church.staff.phoneNumbers.list({})
  expect(mine).toMatchObject([
    { number: wanted.number, friendlyName: 'Office', isDefault: true, drift: [], active: true },
  ])
  const other = await aChurch('Hope Chapel')
  await expect(other.owner.phoneNumbers.buy(wanted)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['number'], message: expect.stringContaining('Someone else has just bought') }] },
  })
  expect((await other.staff.phoneNumbers.list({})).items).toEqual([])
  const [{ id }] = mine as [(typeof mine)[0]]
  const named = await church.owner.phoneNumbers.rename({ id, name: 'Front desk' })
  expect(named.friendlyName).toBe('Front desk')
  await church.owner.phoneNumbers.update({ id, version: named.version, active: false })
  await sendTo(church, ANN)
  await church.settle()
  // The sandbox carries it all the same; a call leaves from a number.
  await expect(church.staff.calls.start({ key: randomUUID(), to: ANN, myPhone: '512 555 0199' })).rejects.toMatchObject(
    {
      code: 'BAD_REQUEST',
    },
  )
  await expect(church.owner.phoneNumbers.release({ id, typed: 'yes' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await church.owner.phoneNumbers.release({ id, typed: mine[0]!.number })
  expect((await church.staff.phoneNumbers.list({})).items).toEqual([])
  const again = await church.owner.phoneNumbers.buy(wanted)
  expect(again.number).toBe(wanted.number)
})

test('webhooks that point elsewhere are shown, and set right', async () => {
  const church = await aChurch()
  const { id } = await buy(church)
  const { owner } = await testHouse()
  await owner.query(
    `update carrier_sandbox_objects set data = data || '{"smsUrl":"https://old-host.com/sms","voiceUrl":""}' where account = $1 and kind = 'number'`,
    [accountSid(church.id)],
  )
  const { items } = await church.owner.phoneNumbers.check({})
  expect(items[0]!.drift).toEqual(['Texts: points to old-host.com', 'Calls: no address is set'])
  expect(await church.owner.carrierSettings.health({})).toMatchObject({ numbers: 1, drifted: 1 })
  expect((await church.owner.phoneNumbers.configure({ ids: [id] })).items[0]!.drift).toEqual([])
})

test('a server that was started at another address still gets the texts to its sandbox numbers, and texts from them', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  const [today, former] = [env.publicUrl, 'http://127.0.0.1:9999']
  const moved = [church.id, today, former]
  await query('update phone_numbers set sms_url = replace(sms_url, $2, $3) where client_id = $1', moved)
  const stored = 'update carrier_sandbox_objects set data = replace(data::text, $1, $2)::jsonb where key = $3'
  await query(stored, [today, former, number])
  await textIn(accountSid(church.id), { from: ANN, to: number, body: 'Is there a nursery?' })
  await pass(0)
  expect(await newest(church)).toMatchObject({ direction: 'in', body: 'Is there a nursery?' })
  expect(await sendTo(church, ANN)).toMatchObject({ status: 'queued' })
})

test('a text leaves from the church’s number, is queued at once, and delivered when the carrier says so', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  const person = await ann(church)
  const key = randomUUID()
  const [first, second] = await Promise.all(
    [1, 2].map(() =>
      church.staff.texts.send({ key, personId: person.id, body: 'Choir at seven', from: number, when: 'now' }),
    ),
  )
  expect(second!.id).toBe(first!.id)
  expect(first).toMatchObject({ status: 'queued', name: 'Ann Miller', from: number })
  await church.settle()
  const sent = await newest(church)
  expect(sent).toMatchObject({ status: 'delivered', from: number, to: ANN, segments: 1, errorCode: null })
  expect(await church.staff.telephony.summary({})).toMatchObject({
    carrier: 'sandbox',
    activeNumbers: 1,
    textsToday: { sent: 1, delivered: 1 },
    cost: { amount: 7_900, pending: 0 },
  })
  // It stands in her thread.
  const { items } = await church.staff.conversations.list({})
  expect(items).toMatchObject([{ personId: person.id, preview: 'Choir at seven', direction: 'out' }])
  expect(sent.conversationId).toBe(items[0]!.id)
})

test('what the carrier refuses or can’t deliver says why; 21610 is a no; a dead number is not written to a third time', async () => {
  const church = await aChurch()
  const results: Record<string, string> = {}
  for (const end of ['10', '14', '07', '03', '08']) {
    await sendTo(church, `+150055500${end}`)
    await church.settle()
    const { status, errorCode, mayRetry } = await newest(church)
    results[end] = `${status} ${errorCode} ${mayRetry}`
  }
  expect(results).toEqual({
    '10': 'failed 21610 false',
    '14': 'failed 21614 false',
    '07': 'undelivered 30007 false',
    '03': 'undelivered 30003 true',
    '08': 'undelivered 30008 true',
  })
  expect(await sendTo(church, '+15005550010')).toMatchObject({ status: 'skipped', skipReason: 'stop' })
  expect(await sendTo(church, '+15005550014')).toMatchObject({ status: 'skipped', skipReason: 'invalid' })
  const failed = (await church.staff.texts.list({ search: '5550003' })).items[0]!
  expect(failed.problem).toContain('off or out of reach')
  const [one, two] = [
    await church.staff.texts.retry({ id: failed.id }),
    await church.staff.texts.retry({ id: failed.id }),
  ]
  expect(two.id).toBe(one.id)
  await church.settle()
  // A phone that is off is no dead number, however often.
  expect(await sendTo(church, '+15005550003')).toMatchObject({ status: 'queued' })
  await expect(
    church.staff.texts.retry({ id: (await church.staff.texts.list({ search: '5550007' })).items[0]!.id }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('silence after the carrier took it is resolved to what is true, and nothing leaves twice', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  const texts = async (to: string) =>
    (
      await owner.query('select sid, state from carrier_sandbox_texts where recipient = $1 and account = $2', [
        to,
        accountSid(church.id),
      ])
    ).rows
  // Its notices are lost as well.
  await owner.query(
    `create or replace function lose() returns trigger language plpgsql as $$ begin return null; end $$`,
  )
  await owner.query(
    `create trigger lose before insert on carrier_sandbox_callbacks for each row execute function lose()`,
  )
  await sendTo(church, '+15005550015')
  await sendTo(church, '+15005550016')
  await church.settle()
  await owner.query('drop trigger lose on carrier_sandbox_callbacks')
  const states = async () =>
    (await church.staff.texts.list({})).items.map(one => [one.to.slice(-2), one.status, one.problem])
  expect(await states()).toMatchObject([
    ['16', 'unknown', expect.any(String)],
    ['15', 'unknown', expect.any(String)],
  ])
  await runWaitingJobs({ schedules: true })
  expect(await states()).toMatchObject([
    ['16', 'unknown', expect.any(String)],
    ['15', 'delivered', null],
  ])
  expect(await texts('+15005550015')).toHaveLength(1)
  clock.advance(minutes(20))
  await runWaitingJobs({ schedules: true })
  expect(await states()).toMatchObject([
    ['16', 'failed', expect.stringContaining('never received it')],
    ['15', 'delivered', null],
  ])
  expect(await texts('+15005550016')).toEqual([])
})

test('a text that nobody can say anything of for a day stays unknown, and those who mind the numbers hear of it once', async () => {
  const church = await aChurch()
  await sendTo(church, ANN)
  const { owner } = await testHouse()
  await owner.query(`update messages set state = 'unknown' where client_id = $1`, [church.id])
  clock.advance(days(2))
  for (const _ of [1, 2]) await runWaitingJobs({ schedules: true })
  expect(await newest(church)).toMatchObject({ status: 'unknown' })
  const { items } = await church.owner.notifications.list({})
  expect(items.filter(one => one.type === 'text-lost')).toHaveLength(1)
})

test('forged, replayed, duplicated and reordered notices are harmless', async () => {
  const church = await aChurch()
  const other = await aChurch('Hope Chapel')
  const { number } = await buy(church)
  const hello = incoming(ANN, number, 'Hello')
  for (const wrong of [
    { token: 'not the token' },
    { signature: 'x' },
    { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    { path: `?t=${other.id}` },
    { path: '?t=x' },
    { path: `?t=${randomUUID()}` },
  ])
    expect((await post('sms', church, hello, wrong)).status, JSON.stringify(wrong)).toBe(
      wrong.path === '?t=x' ? 200 : 400,
    )
  // Without an account in its address the number says whose it is.
  const answers = await Promise.all([1, 2, 3].map(() => post('sms', church, hello)))
  expect(answers.map(one => one.status)).toEqual([200, 200, 200])
  expect(await answers[0]!.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>')
  await church.settle()
  expect((await church.staff.texts.list({})).items).toMatchObject([
    { direction: 'in', body: 'Hello', from: ANN, to: number },
  ])
  expect((await other.staff.texts.list({})).items).toEqual([])
  const { items: log } = await church.owner.carrierWebhooks.list({ route: 'sms' })
  expect(log).toMatchObject([{ copies: 3, error: null, processedAt: expect.any(Date) }])
  await church.owner.carrierWebhooks.replay({ id: log[0]!.id })
  await church.settle()
  expect((await church.staff.texts.list({})).items).toHaveLength(1)
  await expect(other.owner.carrierWebhooks.replay({ id: log[0]!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.staff.carrierWebhooks.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // The last word of a text stands, in whatever order it came.
  const { id } = await sendTo(church, ANN, 'Bye')
  await church.settle()
  for (const MessageStatus of ['sent', 'queued', 'undelivered', 'sent'])
    await post(
      'status',
      church,
      { MessageSid: 'SMother', MessageStatus, ErrorCode: '30003' },
      { path: `?t=${church.id}&m=${id}` },
    )
  await post('status', church, { MessageSid: 'SMnobody', MessageStatus: 'delivered' })
  await church.settle()
  expect(await newest(church)).toMatchObject({ id, status: 'delivered' })
})

test('a no that the carrier knows of counts from its notice on; JSON is proven by its sum in the address', async () => {
  const church = await aChurch()
  const { id } = await sendTo(church, ANN)
  const { owner } = await testHouse()
  // On its way: nothing is known of it yet.
  await church.settle()
  await owner.query(`update messages set state = 'sent' where id = $1`, [id])
  const told = { MessageSid: 'SMlate', MessageStatus: 'failed', ErrorCode: '21610' }
  const { send } = await aServer()
  const body = JSON.stringify({ AccountSid: accountSid(church.id), ...told })
  const sum = createHash('sha256').update(body).digest('hex')
  const json = async (text: string) => {
    const path = `/api/twilio/status?t=${church.id}&m=${id}&bodySHA256=${sum}`
    const signature = signatureOf(await tokenOf(accountSid(church.id)), `${env.publicUrl}${path}`, [])
    const headers = { 'content-type': 'application/json', 'x-twilio-signature': signature }
    return (await send(path, { method: 'POST', headers, body: text })).status
  }
  expect([await json(body.replace('failed', 'delivered')), await json('{'), await json(body)]).toEqual([400, 400, 200])
  await church.settle()
  expect(await newest(church)).toMatchObject({ id, status: 'failed', errorCode: '21610' })
  expect(await sendTo(church, ANN)).toMatchObject({ status: 'skipped', skipReason: 'stop' })
})

test('at night one is asked, and what waits for the morning leaves then', async () => {
  const church = await aChurch()
  clock.advance(noon.toMillis() + 11 * 3_600_000 - clock.ms())
  const text = { key: randomUUID(), to: ANN, body: 'Good night' }
  await expect(church.staff.texts.send(text)).rejects.toMatchObject({ data: { night: true } })
  expect((await church.staff.texts.list({})).items).toEqual([])
  await church.staff.texts.send({ ...text, when: 'morning' })
  await church.settle()
  expect(await newest(church)).toMatchObject({ status: 'queued' })
  const held = async () => (await church.staff.texts.list({ status: 'held', limit: 1 })).total
  expect(await held()).toBe(1)
  clock.advance(days(1) / 2)
  await church.settle()
  expect(await newest(church)).toMatchObject({ status: 'delivered' })
  expect(await held()).toBe(0)
})

test('a notice that can’t be handled is kept with what went wrong, and is done when it can be', async () => {
  const church = await aChurch()
  await post('status', church, {
    RecordingSid: 'RE1',
    RecordingStatus: 'completed',
    CallSid: 'CAlate',
    RecordingDuration: '3',
  })
  await church.settle()
  const { items } = await church.owner.carrierWebhooks.list({ failed: true })
  expect(items).toMatchObject([{ error: expect.stringContaining('not known yet'), attempts: 1 }])
  await post('voice', church, { CallSid: 'CAlate', From: ANN, To: '+15125550299' })
  await church.settle()
  await church.owner.carrierWebhooks.replay({ id: items[0]!.id })
  expect((await church.owner.carrierWebhooks.list({ failed: true })).items).toEqual([])
}, 20_000)

test('STOP counts before anything else; what the carrier read counts more than the words, and it is not answered twice', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  await post('sms', church, incoming(ANN, number, 'Please no more of these', { OptOutType: 'STOP' }))
  await church.settle()
  expect(await sendTo(church, ANN)).toMatchObject({ status: 'skipped', skipReason: 'stop' })
  expect((await church.staff.texts.list({ direction: 'out' })).items).toHaveLength(1)
  await post('sms', church, incoming(ANN, number, 'ok', { OptOutType: 'START' }))
  await church.settle()
  expect(await sendTo(church, ANN)).toMatchObject({ status: 'queued' })
  const other = '+15125550144'
  await post('sms', church, incoming(other, number, 'stop'))
  await church.settle()
  expect((await church.staff.texts.list({ search: '5550144', direction: 'out' })).items).toMatchObject([
    { body: expect.stringContaining('no more texts'), from: number, status: 'delivered' },
  ])
})

test('pictures that come with a text are fetched and kept', async () => {
  const church = await aChurch()
  const { number } = await buy(church)
  await textIn(accountSid(church.id), {
    from: ANN,
    to: number,
    body: 'Look',
    media: [`data:image/png;base64,${Buffer.from('picture').toString('base64')}`],
  })
  await pass(0)
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select f.content_type, f.size::int, f.purpose from message_files m join files f on f.client_id = m.client_id and f.id = m.file_id where m.client_id = $1`,
    [church.id],
  )
  expect(rows).toEqual([{ content_type: 'image/png', size: 7, purpose: 'attachment' }])
  const [thread] = (await church.staff.conversations.list({})).items
  expect(thread!.files).toBe(true)
  const { items } = await church.staff.conversations.items({ id: thread!.id })
  expect(items).toMatchObject([{ text: 'Look', files: [{ contentType: 'image/png', size: 7 }] }])
})
