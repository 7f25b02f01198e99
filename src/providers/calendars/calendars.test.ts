// Isolated: it allows loopback addresses, so that servers of the tests answer as Google and Microsoft document it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { googleCalendar } = await import('#providers/google-calendar/index.ts')
const { microsoftCalendar } = await import('#providers/microsoft-calendar/index.ts')
const { ChangedThere, CursorGone, ServiceRefused } = await import('#providers/outbound/index.ts')

interface Asked {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
  body: any
}
type Answering = (asked: Asked) => { status?: number; data?: unknown } | undefined
let asked: Asked[] = []
let answering: Answering = () => undefined
let tokens = 0
const server = http.createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    const text = Buffer.concat(pieces).toString()
    const url = new URL(request.url!, 'http://x')
    const isForm = request.headers['content-type']?.includes('form')
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : undefined
    const one = { method: request.method!, url, headers: request.headers, body }
    asked.push(one)
    const { status = 200, data } = (url.pathname === '/token' ? token(body) : answering(one)) ?? { status: 404 }
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(data === undefined ? '' : JSON.stringify(data))
  })
})
function token({ refresh_token }: any) {
  if (refresh_token.startsWith('revoked')) return { status: 400, data: { error: 'invalid_grant' } }
  return { data: { access_token: `token ${++tokens}`, expires_in: 3600, refresh_token: `${refresh_token}+` } }
}

let base: string
beforeAll(async () => {
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise(done => server.close(done))
})

const google = () => googleCalendar({ api: `${base}/calendar/v3`, tokenUrl: `${base}/token` })
const microsoft = () => microsoftCalendar({ api: `${base}/v1.0`, tokenUrl: `${base}/token` })
let accounts = 0
const access = () => ({ clientId: 'id', clientSecret: 'secret', refreshToken: `account ${++accounts}` })
const window = { from: new Date('2026-11-22T00:00Z'), to: new Date('2027-12-01T00:00Z'), timeZone: 'America/Chicago' }
const event = {
  key: '0199a0aa-1111-7222-8333-444455556666',
  uid: 'one@lampstand',
  title: 'Coffee',
  location: 'Café',
  startsAt: new Date('2026-11-24T15:00Z'),
  endsAt: new Date('2026-11-24T16:00Z'),
  ics: '',
}
const span = [Date.parse('2026-11-24T15:00Z'), Date.parse('2026-11-24T16:00Z')]

test('Google: the first reading has a window and pages, the next one a sync token; free and declined events are free', async () => {
  const item = (id: string, more: object = {}) => ({
    id,
    etag: `"${id}"`,
    status: 'confirmed',
    iCalUID: `${id}@google.com`,
    start: { dateTime: '2026-11-24T09:00:00-06:00' },
    end: { dateTime: '2026-11-24T10:00:00-06:00' },
    ...more,
  })
  answering = ({ url }) => {
    if (url.searchParams.get('pageToken') === '2')
      return {
        data: {
          items: [item('whole', { start: { date: '2026-11-25' }, end: { date: '2026-11-26' } })],
          nextSyncToken: 'S1',
        },
      }
    if (url.searchParams.get('syncToken') === 'S1')
      return { data: { items: [{ id: 'busy', status: 'cancelled' }], nextSyncToken: 'S2' } }
    if (url.searchParams.has('syncToken')) return { status: 410 }
    const self = { self: true, responseStatus: 'declined' }
    return {
      data: {
        items: [item('busy'), item('free', { transparency: 'transparent' }), item('no', { attendees: [self] })],
        nextPageToken: '2',
      },
    }
  }
  const account = access()
  const first = await google().changes(account, 'me@example.org', '', window)
  expect(asked[1]!.url.pathname).toBe('/calendar/v3/calendars/me%40example.org/events')
  expect(Object.fromEntries(asked[1]!.url.searchParams)).toMatchObject({
    timeMin: '2026-11-22T00:00:00.000Z',
    singleEvents: 'true',
  })
  expect(first).toMatchObject({
    isWhole: true,
    removed: [],
    events: [
      { id: 'busy', uid: 'busy@google.com', spans: [span] },
      { id: 'free', spans: [], first: span },
      { id: 'no', spans: [] },
      { id: 'whole', spans: [[Date.parse('2026-11-25T06:00Z'), Date.parse('2026-11-26T06:00Z')]] },
    ],
  })
  const second = await google().changes(account, 'me@example.org', first.cursor, window)
  expect(second).toMatchObject({ isWhole: false, removed: ['busy'], events: [] })
  expect(asked.at(-1)!.url.searchParams.has('timeMin')).toBe(false)
  const gone = google().changes(account, 'me@example.org', first.cursor.replace('S1', 'S0'), window)
  await expect(gone).rejects.toThrow(CursorGone)
  // One access token for all of it, and the refresh token that came with it is kept.
  expect(asked.filter(one => one.url.pathname === '/token')).toHaveLength(1)
  expect(account.refreshToken).toMatch(/\+$/)
})

test('Google: written once however often it is tried, changed only as the version that is known', async () => {
  let inserted = 0
  answering = ({ method, url, headers, body }) => {
    if (method === 'POST') return inserted++ ? { status: 409 } : { data: { id: body.id, etag: '"1"' } }
    if (method === 'PATCH' && headers['if-match'] === '"old"') return { status: 412 }
    if (method === 'PATCH') return { data: { id: url.pathname.split('/').at(-1), etag: '"2"' } }
    return { status: 410 }
  }
  const [account, id] = [access(), '0199a0aa111172228333444455556666']
  expect(await google().create(account, 'c', event)).toEqual({ id, etag: '"1"' })
  expect(asked.at(-1)!.body).toMatchObject({
    id,
    summary: 'Coffee',
    start: { dateTime: '2026-11-24T15:00:00.000Z' },
    extendedProperties: { private: { lampstand: 'one@lampstand' } },
  })
  expect(await google().create(account, 'c', event)).toEqual({ id, etag: '"2"' })
  expect(await google().update(account, 'c', { id, etag: '"1"' }, event)).toEqual({ id, etag: '"2"' })
  await expect(google().update(account, 'c', { id, etag: '"old"' }, event)).rejects.toThrow(ChangedThere)
  await google().remove(account, 'c', { id, etag: '"2"' })
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'if-match': '"2"' } })
})

test('calendars of an account, and one that no longer lets us in', async () => {
  answering = ({ url }) =>
    url.pathname.endsWith('calendarList')
      ? {
          data: {
            items: [
              { id: 'a', summary: 'Work', accessRole: 'owner' },
              { id: 'b', summary: 'Team', accessRole: 'reader' },
            ],
          },
        }
      : { data: { value: [{ id: 'c', name: 'Calendar', canEdit: true }] } }
  expect(await google().calendars(access())).toEqual([
    { id: 'a', name: 'Work', canWrite: true },
    { id: 'b', name: 'Team', canWrite: false },
  ])
  expect(await microsoft().calendars(access())).toEqual([{ id: 'c', name: 'Calendar', canWrite: true }])
  const revoked = { ...access(), refreshToken: 'revoked' }
  await expect(google().calendars(revoked)).rejects.toThrow(ServiceRefused)
  await expect(microsoft().calendars(revoked)).rejects.toThrow('Microsoft no longer accepts this connection')
})

test('Microsoft: a delta link goes on where the last reading ended, and is followed to Microsoft alone', async () => {
  const at = (hour: string) => ({ dateTime: `2026-11-24T${hour}:00:00.0000000`, timeZone: 'UTC' })
  const item = (id: string, more: object = {}) => ({
    id,
    '@odata.etag': `W/"${id}"`,
    type: 'singleInstance',
    showAs: 'busy',
    start: at('15'),
    end: at('16'),
    ...more,
  })
  const path = `${base}/v1.0/me/calendars/c/calendarView/delta`
  let link = `${path}?$deltatoken=D1`
  answering = ({ url }) => {
    if (url.searchParams.get('$deltatoken') === 'D1')
      return { data: { value: [{ id: 'busy', '@removed': { reason: 'deleted' } }], '@odata.deltaLink': link } }
    if (url.searchParams.get('$skiptoken'))
      return {
        data: {
          value: [
            item('master', { type: 'seriesMaster', showAs: 'free' }),
            {
              id: 'one',
              '@odata.etag': 'W/"o"',
              type: 'occurrence',
              seriesMasterId: 'master',
              start: at('15'),
              end: at('16'),
            },
          ],
          '@odata.deltaLink': link,
        },
      }
    return {
      data: {
        value: [item('busy'), item('off', { isCancelled: true }), item('free', { showAs: 'free' })],
        '@odata.nextLink': `${path}?$skiptoken=2`,
      },
    }
  }
  const account = access()
  const first = await microsoft().changes(account, 'c', '', window)
  expect(asked.find(one => one.url.searchParams.has('startDateTime'))!.headers.prefer).toContain(
    'outlook.timezone="UTC"',
  )
  expect(first.events.map(one => ('spans' in one ? [one.id, one.spans.length] : []))).toEqual([
    ['busy', 1],
    ['off', 0],
    ['free', 0],
    ['master', 0],
    ['one', 0],
  ])
  expect(first.events[0]).toMatchObject({ spans: [span], etag: 'W/"busy"' })
  const second = await microsoft().changes(account, 'c', first.cursor, window)
  expect(second).toMatchObject({ isWhole: false, removed: ['busy'] })
  link = 'https://attacker.example.org/'
  const third = await microsoft().changes(account, 'c', second.cursor, window)
  await expect(microsoft().changes(account, 'c', third.cursor, window)).rejects.toThrow('leads elsewhere')
})

test('Microsoft: written with a transaction id, changed and deleted by version', async () => {
  answering = ({ method, headers, body }) => {
    if (method === 'POST') return { status: 201, data: { id: 'e1', '@odata.etag': 'W/"1"', echo: body } }
    if (headers['if-match'] !== 'W/"1"') return { status: 412 }
    return method === 'PATCH' ? { data: { id: 'e1', '@odata.etag': 'W/"2"' } } : { status: 204 }
  }
  const account = access()
  expect(await microsoft().create(account, 'c', event)).toEqual({ id: 'e1', etag: 'W/"1"' })
  expect(asked.at(-1)!.body).toMatchObject({
    transactionId: event.key,
    subject: 'Coffee',
    start: { dateTime: '2026-11-24T15:00:00', timeZone: 'UTC' },
  })
  expect(await microsoft().update(account, 'c', { id: 'e1', etag: 'W/"1"' }, event)).toEqual({
    id: 'e1',
    etag: 'W/"2"',
  })
  await expect(microsoft().update(account, 'c', { id: 'e1', etag: 'W/"0"' }, event)).rejects.toThrow(ChangedThere)
  await microsoft().remove(account, 'c', { id: 'e1', etag: 'W/"1"' })
})
