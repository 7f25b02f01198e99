import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'

const png = (bytes = 100) => {
  const picture = new Uint8Array(bytes)
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return picture
}

test('a member’s picture is a PNG, JPEG or WebP of 2 MB at most, seen by colleagues until it is replaced or removed', async () => {
  const [{ send }, church] = [await aServer(), await aChurch()]
  const { session } = church.people.staff
  const headers = { authorization: `Bearer ${session.access_token}`, 'lampstand-client': church.id }
  const upload = (body: BodyInit, of: Record<string, string> = headers) =>
    send('/storage/v1/avatar', { method: 'POST', headers: of, body })
  const mine = async () => (await church.staff.clients.mine({})).user.avatarUrl

  expect(await mine()).toBeNull()
  expect((await upload(png(), {})).status).toBe(401)
  expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(400)
  expect((await upload(png(2 * 1_048_576 + 1))).status).toBe(413)
  expect(await mine()).toBeNull()

  const { avatarUrl } = await (await upload(png())).json()
  expect(await mine()).toBe(avatarUrl)
  const { items } = await church.owner.members.list({})
  expect(items.filter(member => member.avatarUrl === avatarUrl)).toHaveLength(1)
  const shown = await send(avatarUrl)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await shown.arrayBuffer()).byteLength).toBe(100)

  const next = (await (await upload(png(200))).json()).avatarUrl
  expect((await send(avatarUrl)).status).toBe(404)
  expect((await send(next)).status).toBe(200)
  expect((await send('/storage/v1/avatar', { method: 'DELETE', headers })).status).toBe(204)
  expect(await mine()).toBeNull()
  expect((await send(next)).status).toBe(404)
  expect((await send('/storage/v1/avatars/nothing')).status).toBe(404)
})
