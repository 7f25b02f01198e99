import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const PNG = Buffer.from(`89504e470d0a1a0a${'00'.repeat(200)}`, 'hex')
const headersOf = ({ id, people }: Church, role: 'staff' | 'viewer' | 'pastor' | 'admin' = 'staff') => ({
  authorization: `Bearer ${people[role].session.access_token}`,
  'lampstand-client': id,
})
async function upload(church: Church, name: string, body: Uint8Array, role?: 'staff' | 'viewer') {
  const { send } = await aServer()
  const answer = await send(`/storage/v1/uploads?purpose=attachment&name=${name}`, {
    method: 'POST',
    headers: headersOf(church, role),
    body: body as never,
  })
  return { status: answer.status, body: await answer.json() }
}
async function thread(church: Church) {
  const points = [
    { kind: 'phone' as const, value: '+15125550143' },
    { kind: 'email' as const, value: 'ann@example.org' },
  ]
  const { id } = await church.staff.people.create({ firstName: 'Ann', lastName: 'Miller', points })
  return church.staff.conversations.start({ personId: id })
}

test('files go along with a mail, stand in the thread and are read there by who may read it, in parts too', async () => {
  const [church, hope, { send }] = [await aChurch(), await aChurch('Hope Chapel'), await aServer()]
  const { id } = await thread(church)
  const { body: file } = await upload(church, 'roof.png', PNG)
  const answer = { id, channel: 'email' as const, text: 'The roof', files: [file.id], key: randomUUID() }
  const item = await church.staff.conversations.send(answer)
  expect((await church.staff.conversations.send(answer)).id).toBe(item.id)
  expect(item.files).toEqual([{ id: file.id, name: 'roof.png', contentType: 'image/png', size: PNG.length }])
  const { owner } = await testHouse()
  const { rows } = await owner.query('select expires_at from files where id = $1', [file.id])
  expect(rows).toEqual([{ expires_at: null }])

  const get = (headers: Record<string, string>) => send(`/storage/v1/conversation-files/${file.id}`, { headers })
  const whole = await get(headersOf(church))
  expect(whole.headers.get('content-disposition')).toContain('attachment; filename="roof.png"')
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(PNG)
  const part = await get({ ...headersOf(church), range: 'bytes=0-3' })
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, '89504e47'])
  expect((await get({ ...headersOf(church), range: 'bytes=900-' })).status).toBe(416)
  expect((await get(headersOf(church, 'viewer'))).status).toBe(403)
  expect((await get(headersOf(hope))).status).toBe(404)
  // Another church's file, another member's, one that was never there.
  const theirs = await thread(hope)
  for (const files of [[file.id], [randomUUID()]])
    await expect(hope.staff.conversations.send({ ...answer, id: theirs.id, files })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'A file is no longer available. Please attach it again.',
    })
  await expect(church.pastor.conversations.send({ ...answer, key: randomUUID() })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a file of a confidential thread is as hidden as the thread, at every address of files', async () => {
  const [church, { send }] = [await aChurch(), await aServer()]
  const { id } = await thread(church)
  const { body: file } = await upload(church, 'letter.pdf', Buffer.from('%PDF-1.7 a letter'))
  const addresses = ['files', 'conversation-files', 'desk-files', 'account-exports', 'logos', 'pictures']
  const statusesFor = async (role: 'staff' | 'pastor' | 'admin') =>
    Promise.all(
      addresses.map(
        async at => (await send(`/storage/v1/${at}/${file.id}`, { headers: headersOf(church, role) })).status,
      ),
    )
  // Nobody reads it before it is sent, nor by another address than its thread's.
  expect(await statusesFor('staff')).not.toContain(200)
  await church.staff.conversations.send({ id, channel: 'email', text: 'Here', files: [file.id], key: randomUUID() })
  expect((await statusesFor('staff')).map(status => status === 200)).toEqual(
    addresses.map(at => at === 'conversation-files'),
  )
  const { owner } = await testHouse()
  await owner.query('update conversations set confidential = true where id = $1', [id])
  await owner.query('update messages set confidential = true where client_id = $1', [church.id])
  for (const role of ['staff', 'admin'] as const) expect(await statusesFor(role)).not.toContain(200)
  expect((await statusesFor('pastor')).filter(status => status === 200)).toHaveLength(1)
})

test('10 MB and a byte, programs and the wrong role are refused; nothing of them is kept', async () => {
  const church = await aChurch()
  expect(await upload(church, 'long.pdf', new Uint8Array(10 * 1_048_576 + 1))).toMatchObject({
    status: 413,
    body: { message: 'That file is too large. The limit is 10 MB.' },
  })
  expect((await upload(church, 'virus.exe', PNG)).status).toBe(400)
  expect((await upload(church, 'harmless.pdf', Buffer.from('MZ program and more'))).status).toBe(400)
  expect((await upload(church, 'roof.png', PNG, 'viewer')).status).toBe(403)
  expect((await upload(church, 'fits.bin', new Uint8Array(10 * 1_048_576))).status).toBe(201)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select name, expires_at > now() as waits from files where client_id = $1', [
    church.id,
  ])
  expect(rows).toEqual([{ name: 'fits.bin', waits: true }])
})

test('a text takes pictures along, by an address that ends; other files stay', async () => {
  const [church, { send }] = [await aChurch(), await aServer()]
  const { id } = await thread(church)
  const [{ body: picture }, { body: paper }] = [
    await upload(church, 'roof.png', PNG),
    await upload(church, 'a.pdf', Buffer.from('%PDF-1.7 and more')),
  ]
  const text = (files: string[]) =>
    church.staff.conversations.send({ id, channel: 'sms', text: '', files, key: randomUUID() })
  await expect(text([paper.id])).rejects.toMatchObject({ message: expect.stringContaining('GIF pictures') })
  await expect(text([])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { owner } = await testHouse()
  // Other tests of this database text the same number.
  await owner.query(`delete from carrier_sandbox_texts where recipient = '+15125550143'`)
  await text([picture.id])
  await runWaitingJobs()
  const { rows } = await owner.query(`select media from carrier_sandbox_texts where recipient = '+15125550143'`)
  const [url] = rows.at(-1).media
  const fetched = async () => (await send(new URL(url).pathname)).status
  expect(url).toContain('/storage/v1/media/')
  expect(await fetched()).toBe(200)
  clock.advance(hours(7))
  expect(await fetched()).toBe(404)
  expect((await send('/storage/v1/media/made-up')).status).toBe(404)
})

test('what failed for a reason that passes is sent once more; anything else is not', async () => {
  const church = await aChurch()
  const { id } = await thread(church)
  const { body: file } = await upload(church, 'roof.png', PNG)
  const item = await church.staff.conversations.send({
    id,
    channel: 'email',
    text: 'Hi',
    files: [file.id],
    key: randomUUID(),
  })
  const { owner } = await testHouse()
  const fail = (code: string) =>
    owner.query(`update messages set state = 'failed', error_code = $2 where client_id = $1`, [church.id, code])
  const again = () => church.staff.conversations.retry({ id, itemId: item.id })
  await fail('refused')
  await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' })
  await fail('later')
  const shown = await church.staff.conversations.items({ id })
  expect(shown.items).toMatchObject([{ mayRetry: true }])
  const [first, second] = await Promise.all([again(), again()])
  expect(first).toMatchObject({ id: second.id, state: 'queued', text: 'Hi', files: [{ id: file.id }] })
  expect((await church.staff.conversations.items({ id })).items.map(one => one.mayRetry)).toEqual([false, false])
})
