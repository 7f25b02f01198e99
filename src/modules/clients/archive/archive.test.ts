import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch, aUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { headersOf, upload } from '#testing/imports.ts'
import { aServer } from '#testing/web.ts'
import { claim, fail, progress } from '../exports/service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

/** The files of a ZIP by their names, read from its central directory. */
function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, comment] = [10, 20, 28, 30, 32].map((offset, i) =>
      i === 1 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    files[zip.toString('utf8', at + 46, at + 46 + name)] = String(method === 8 ? inflateRawSync(content) : content)
    at += 46 + name + extra + comment
  }
  return files
}

async function fetched(path: string, headers: Record<string, string>) {
  const { send } = await aServer()
  const response = await send(path, { headers })
  return { status: response.status, files: response.ok ? unzip(Buffer.from(await response.arrayBuffer())) : {} }
}

async function furnished(): Promise<Church> {
  const church = await aChurch()
  const { personId } = await church.staff.leads.create({ firstName: '=HYPERLINK', lastName: 'Miller' })
  await church.pastor.notes.create({ personId, body: 'A confession', visibility: 'pastoral' })
  await church.pastor.notes.create({ personId, body: 'Likes coffee', visibility: 'staff' })
  await church.owner.invitations.create({ email: 'invited@example.org', role: 'staff' })
  await upload(church, 'Name\nAnn\n', { name: 'old list.csv' })
  await runWaitingJobs()
  return church
}

test('the owner gets everything of theirs and nothing of others, without keys', async () => {
  const [church, other] = [await furnished(), await aChurch('Hope Chapel')]
  await other.staff.leads.create({ firstName: 'Stranger' })
  const asked = await Promise.all([1, 2].map(() => church.owner.exports.create({})))
  expect(asked[0]!.id).toBe(asked[1]!.id)
  await runWaitingJobs()
  const { items } = await church.owner.exports.list({})
  expect(items).toMatchObject([{ id: asked[0]!.id, state: 'ready', size: expect.any(Number) }])
  expect(items[0]!.done).toBe(items[0]!.total)
  expect(items[0]!.total).toBeGreaterThan(5)

  const path = `/storage/v1/account-exports/${items[0]!.id}`
  const { files } = await fetched(path, headersOf(church, 'owner'))
  expect(files['people.csv']).toContain("'=HYPERLINK")
  expect(files['notes.csv']).toContain('A confession')
  expect(files['team.csv']).toContain(church.people.pastor.email)
  expect(JSON.parse(files['account.json']!)).toMatchObject({ name: 'Grace Community Church' })
  expect(Object.entries(files).find(([name]) => name.endsWith('old list.csv'))![1]).toBe('Name\nAnn\n')
  const all = JSON.stringify(files)
  expect(all).not.toContain('Stranger')
  expect(all).not.toMatch(/token_hash|storage_key|token=/)
  expect(files['messages.csv']).toContain('invited@example.org')

  expect((await fetched(path, headersOf(church, 'admin'))).status).toBe(403)
  expect((await fetched(path, headersOf(other, 'owner'))).status).toBe(404)
  expect((await fetched(`/storage/v1/account-exports/nothing`, headersOf(church, 'owner'))).status).toBe(404)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select file_id from account_exports where id = $1', [items[0]!.id])
  expect((await fetched(`/storage/v1/files/${rows[0].file_id}`, headersOf(church, 'staff'))).status).toBe(404)
  const { items: news } = await church.owner.notifications.list({})
  expect(news.map(one => one.title)).toContain('Your account’s export is ready')
})

test('nobody but the owner asks for it', async () => {
  const church = await aChurch()
  for (const asks of [church.admin.exports.create, church.admin.exports.list])
    await expect(asks({})).rejects.toMatchObject({ code: 'OWNER_ONLY' })
})

test('an export for the operator has no pastoral notes, and the church does not see it', async () => {
  const church = await furnished()
  const admin = await aUser({ admin: true })
  await admin.client.operator.archive({ id: church.id })
  await runWaitingJobs()
  const { exports } = await admin.client.operator.get({ id: church.id })
  expect(exports).toMatchObject([{ state: 'ready' }])
  expect((await church.owner.exports.list({})).items).toEqual([])
  const path = `/storage/v1/operator-exports/${exports[0]!.id}`
  const { files } = await fetched(path, { authorization: `Bearer ${admin.session.access_token}` })
  expect(files['notes.csv']).toContain('Likes coffee')
  expect(JSON.stringify(files)).not.toContain('A confession')
  expect((await fetched(path, headersOf(church, 'owner'))).status).toBe(403)
  expect((await fetched(`/storage/v1/account-exports/${exports[0]!.id}`, headersOf(church, 'owner'))).status).toBe(404)
  const { items } = await church.admin.audit.list({ table: 'account_exports' })
  expect(items).toMatchObject([{ who: 'Lampstand', what: 'requested an export of the whole account' }])
})

test('how far it is stands there while it is made, and one that failed can be asked for again', async () => {
  const church = await furnished()
  const first = await church.owner.exports.create({})
  await church.inside(ctx => claim(ctx, first.id))
  await church.inside(ctx => progress(ctx, first.id, 3, 12))
  expect((await church.owner.exports.list({})).items).toMatchObject([{ state: 'running', done: 3, total: 12 }])
  await church.inside(ctx => fail(ctx, first.id, 'The export failed.'))
  expect((await church.owner.exports.list({})).items).toMatchObject([
    { state: 'failed', problem: 'The export failed.' },
  ])
  const again = await church.owner.exports.create({})
  expect(again.id).not.toBe(first.id)
  await runWaitingJobs()
  const states = (await church.owner.exports.list({})).items.map(item => item.state)
  expect(states).toEqual(['ready', 'failed'])
})

test('an export that a worker left behind for good does not stand in the way', async () => {
  const church = await aChurch()
  const first = await church.owner.exports.create({})
  await church.inside(ctx => claim(ctx, first.id))
  expect((await church.owner.exports.create({})).id).toBe(first.id)
  clock.advance(hours(3))
  const again = await church.owner.exports.create({})
  clock.reset()
  expect(again.id).not.toBe(first.id)
})
