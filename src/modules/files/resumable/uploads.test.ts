import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { piecesDir } from './service.ts'

const PATH = '/storage/v1/upload'
/** The beginning of an MP4, then noise. */
const film = Buffer.concat([
  Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(200_000, 7),
])
const avi = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), Buffer.alloc(70_000)])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')

async function setup() {
  const [{ send }, church] = [await aServer(), await aChurch()]
  const as = (role: 'staff' | 'owner' | 'viewer', of = church) => ({
    authorization: `Bearer ${of.people[role].session.access_token}`,
    'lampstand-client': of.id,
    'tus-resumable': '1.0.0',
  })
  const begin = (size: number, more: Record<string, string> = {}, headers: Record<string, string> = as('staff')) => {
    const said = { filename: 'easter.mp4', purpose: 'video', ...more }
    const metadata = Object.entries(said).map(([key, value]) => `${key} ${base64(value)}`)
    return send(PATH, {
      method: 'POST',
      headers: { ...headers, 'upload-length': `${size}`, 'upload-metadata': metadata.join(',') },
    })
  }
  const patch = (at: string, offset: number, body: BodyInit, headers: Record<string, string> = as('staff')) =>
    send(at, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
      body,
      duplex: 'half',
    } as RequestInit)
  const head = (at: string, headers = as('staff')) => send(at, { method: 'HEAD', headers })
  const status = async (at: string) => (await send(at, { headers: as('staff') })).json()
  return { send, church, as, begin, patch, head, status }
}

test('an upload that is cut off goes on where it stopped, and arrives whole', async () => {
  const { begin, patch, head, status } = await setup()
  const created = await begin(film.length, { sha256: sha256(film) })
  expect(created.status).toBe(201)
  const at = created.headers.get('location')!
  expect(at).toMatch(/^\/storage\/v1\/upload\/[0-9a-f-]{36}$/)

  let pieces = 0
  const broken = new ReadableStream({
    pull(stream) {
      if (pieces++ === 0) stream.enqueue(new Uint8Array(film.subarray(0, 100_000)))
      else stream.error(new Error('the network went away'))
    },
  })
  await patch(at, 0, broken).catch(() => undefined)
  const offset = Number((await head(at)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(0)
  expect(offset).toBeLessThanOrEqual(100_000)
  expect((await patch(at, offset + 1, film.subarray(offset))).status).toBe(409)
  expect((await patch(at, offset, film.subarray(offset, 150_000))).headers.get('upload-offset')).toBe('150000')
  expect((await patch(at, 150_000, film.subarray(150_000))).status).toBe(204)
  expect(await status(at)).toMatchObject({
    name: 'easter.mp4',
    size: film.length,
    refusal: null,
    fileId: expect.any(String),
  })
  expect((await head(at)).headers.get('upload-offset')).toBe(`${film.length}`)
})

test('what is too large, empty or no video is refused at creation', async () => {
  const { begin } = await setup()
  expect((await begin(524_288_001)).status).toBe(413)
  expect((await begin(0)).status).toBe(400)
  for (const filename of ['notes.pdf', '../../etc/passwd', 'a\0.mp4.exe'])
    expect(await (await begin(100, { filename })).json()).toMatchObject({
      message: 'Please choose an MP4, MOV, AVI or WEBM file.',
    })
  expect((await begin(100, { purpose: 'constructor' })).status).toBe(400)
})

test('first bytes that are something else than the name says are refused, and nothing more is taken', async () => {
  const { begin, patch, head } = await setup()
  const at = (await begin(avi.length)).headers.get('location')!
  const answer = await patch(at, 0, avi)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: 'The file is called .mp4, but its content is AVI.' },
  ])
  expect((await patch(at, 0, film)).status).toBe(400)
  expect((await head(at)).status).toBe(410)
})

test('a file whose checksum is another one is not kept', async () => {
  const { begin, patch, status } = await setup()
  const at = (await begin(film.length, { sha256: sha256(avi) })).headers.get('location')!
  expect((await patch(at, 0, film)).status).toBe(400)
  expect(await status(at)).toMatchObject({
    fileId: null,
    refusal: expect.stringContaining('damaged while it was sent'),
  })
})

test('another member, another church, a viewer and a stranger have no part in it', async () => {
  const { begin, patch, head, as, send } = await setup()
  const hope = await aChurch('Hope Chapel')
  const at = (await begin(film.length)).headers.get('location')!
  for (const headers of [as('owner'), as('staff', hope)]) {
    expect((await head(at, headers)).status).toBe(404)
    expect((await patch(at, 0, film, headers)).status).toBe(404)
    expect((await send(at, { method: 'DELETE', headers })).status).toBe(404)
  }
  expect((await begin(100, {}, as('viewer'))).status).toBe(403)
  expect((await begin(100, {}, { 'tus-resumable': '1.0.0' })).status).toBe(401)
  expect((await head(`${PATH}/${'0'.repeat(36)}`)).status).toBe(404)
})

test('what nobody goes on with is gone after a day; what is canceled at once', async () => {
  const { begin, patch, head, send, as } = await setup()
  const at = (await begin(film.length)).headers.get('location')!
  await patch(at, 0, film.subarray(0, 70_000))
  const canceled = (await begin(film.length)).headers.get('location')!
  expect((await send(canceled, { method: 'DELETE', headers: as('staff') })).status).toBe(204)
  expect((await head(canceled)).status).toBe(404)
  clock.advance(days(1) + 3_600_000)
  const part = path.join(piecesDir, path.basename(at))
  expect(existsSync(part)).toBe(true)
  await runWaitingJobs({ schedules: true })
  expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false])
})
