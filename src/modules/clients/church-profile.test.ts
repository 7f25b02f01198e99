import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { headersOf } from '#testing/imports.ts'
import { aServer } from '#testing/web.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000', 'hex')
type Church = Awaited<ReturnType<typeof aChurch>>

async function uploadLogo(church: Church, content: Uint8Array, role: 'owner' | 'staff' = 'owner') {
  const { send } = await aServer()
  const body = new Uint8Array(content)
  const headers = { 'content-length': String(body.byteLength), ...headersOf(church, role) }
  const response = await send('/storage/v1/uploads?purpose=logo&name=logo.png', { method: 'POST', body, headers })
  return { status: response.status, body: await response.json() }
}

test('locale, color and follow-up hours are kept; what is not on the list is refused at its field', async () => {
  const church = await aChurch()
  const { version } = await church.owner.church.read({})
  const changes = { locale: 'de-AT', brandColor: '#AA3300', followUpHours: 24, version }
  const saved = await church.owner.church.change(changes)
  expect(saved).toMatchObject({ locale: 'de-AT', brandColor: '#aa3300', followUpHours: 24 })
  const refused = { locale: 'xx-XX', brandColor: 'red', country: 'ZZ', timeZone: 'Mars/Base' }
  for (const [field, value] of Object.entries(refused))
    await expect(
      church.owner.church.change({ [field]: value, version: saved.version } as never),
      field,
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', data: { issues: [expect.objectContaining({ path: [field] })] } })
  await expect(church.owner.church.change(changes)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await church.owner.clients.mine({})).accounts).toMatchObject([{ locale: 'de-AT', brandColor: '#aa3300' }])
})

test('a logo is a picture, is shown to anyone, and gives way to the next one', async () => {
  const { send } = await aServer()
  const [church, other] = [await aChurch(), await aChurch('Hope Chapel')]
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  expect(await uploadLogo(church, svg)).toMatchObject({ status: 400, body: { message: /PNG, JPEG or WebP/ } })
  expect((await uploadLogo(church, PNG, 'staff')).status).toBe(403)
  expect((await uploadLogo(church, Buffer.concat([PNG, Buffer.alloc(1_200_000)]))).status).toBe(413)
  const { body } = await uploadLogo(church, PNG)
  const { version } = await church.owner.church.read({})
  const saved = await church.owner.church.change({ logoId: body.id, version })
  const shown = await send(`/storage/v1/logos/${body.id}`)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
  const foreign = await other.owner.church.read({})
  await expect(other.owner.church.change({ logoId: body.id, version: foreign.version })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await church.owner.church.change({ logoId: null, version: saved.version })
  expect((await church.owner.clients.mine({})).accounts).toMatchObject([{ logoId: null }])
  await church.settle()
})

test('an uploaded list is no logo', async () => {
  const { send } = await aServer()
  const church = await aChurch()
  const list = new TextEncoder().encode('Name\nPat\n')
  const headers = { 'content-length': String(list.byteLength), ...headersOf(church, 'owner') }
  const kept = await send('/storage/v1/uploads?purpose=import&name=a.csv', { method: 'POST', body: list, headers })
  const { id } = (await kept.json()) as { id: string }
  expect((await send(`/storage/v1/logos/${id}`)).status).toBe(404)
  const { version } = await church.owner.church.read({})
  await expect(church.owner.church.change({ logoId: id, version })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
