import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { photo, picture } from '#testing/pictures.ts'
import { aServer } from '#testing/web.ts'
import { uploadLimits } from './rules.ts'

const MEGABYTE = new Uint8Array(1_048_576).fill(97)

/** A body whose length is not announced, and how much of it was asked for. */
function endless(most = Number.POSITIVE_INFINITY) {
  const read = { pieces: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      if (read.pieces++ < most) stream.enqueue(MEGABYTE)
      else stream.close()
    },
  })
  return { read, body }
}

test('a file of unknown length is read for members alone, and no further than the limit', async () => {
  const [{ send }, church] = [await aServer(), await aChurch()]
  const upload = (body: ReadableStream, headers: Record<string, string> = {}) =>
    send('/storage/v1/uploads?purpose=import&name=people.csv', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
  const strangers = endless()
  expect((await upload(strangers.body)).status).toBe(401)
  expect(strangers.read.pieces).toBeLessThan(3)

  const headers = { authorization: `Bearer ${church.people.staff.session.access_token}`, 'lampstand-client': church.id }
  const tooLong = endless()
  expect((await upload(tooLong.body, headers)).status).toBe(413)
  expect(tooLong.read.pieces).toBeLessThan(uploadLimits.import! / MEGABYTE.length + 5)
  const kept = await upload(endless(3).body, headers)
  expect(await kept.json()).toMatchObject({ name: 'people.csv', size: 3 * MEGABYTE.length })
})

test('a client that sends too much is told so over a real connection, which stays whole', async () => {
  const [{ app }, church] = [await aServer(), await aChurch()]
  const server = http.createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const headers = {
      authorization: `Bearer ${church.people.staff.session.access_token}`,
      'lampstand-client': church.id,
    }
    const send = (purpose: string, megabytes: number) =>
      fetch(`http://127.0.0.1:${port}/storage/v1/uploads?purpose=${purpose}&name=large.bin`, {
        method: 'POST',
        headers,
        body: new Uint8Array(megabytes * 1_048_576),
      })
    for (const [purpose, megabytes, most] of [
      ['attachment', 25, 10],
      ['picture', 12, 4],
      ['import', 70, 60],
    ] as const) {
      const answer = await send(purpose, megabytes)
      const { code, message } = await answer.json()
      expect([answer.status, code], purpose).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      if (purpose !== 'import') expect(message).toBe(`That file is too large. The limit is ${most} MB.`)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test.each([
  ['logo', '/storage/v1/uploads?purpose=logo&name=a.jpg'],
  ['picture', '/storage/v1/uploads?purpose=picture&name=a.jpg'],
  ['avatar', '/storage/v1/avatar'],
])('%s: a picture that anyone may see says nothing of where it was taken', async (kind, to) => {
  const [{ send }, church] = [await aServer(), await aChurch()]
  const headers = { authorization: `Bearer ${church.people.owner.session.access_token}`, 'lampstand-client': church.id }
  const secret = 'GPS 30.2672 N 97.7431 W'
  const sent = await send(to, { method: 'POST', headers, body: photo(secret) })
  expect(sent.status).toBe(201)
  const { id, avatarUrl } = await sent.json()
  const shown = await send(avatarUrl ?? `/storage/v1/${kind}s/${id}`)
  expect(Number(shown.headers.get('content-length'))).toBe(picture('jpeg').length)
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(picture('jpeg'))
})
