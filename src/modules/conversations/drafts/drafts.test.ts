import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { conversations } from '../tables.ts'

async function aThread() {
  const church = await aChurch()
  const points = [{ kind: 'email' as const, value: newEmail() }]
  const person = await church.owner.people.create({ firstName: 'Pat', points })
  const { id } = await church.staff.conversations.start({ personId: person.id })
  return { church, id, person }
}
const none = { text: '', subject: '', at: null }

test('what one has begun to write is kept for each thread and member, the last word counts, and it is gone once sent', async () => {
  const { church, id } = await aThread()
  const { staff } = church
  const { get, keep } = staff.conversationDrafts
  expect(await get({ id })).toEqual(none)
  await Promise.all(['He', 'Hel', 'Hell'].map(text => keep({ id, text })))
  await keep({ id, text: 'Hello', subject: 'Sunday' })
  expect(await get({ id })).toMatchObject({ text: 'Hello', subject: 'Sunday', at: expect.any(Date) })
  expect(await church.owner.conversationDrafts.get({ id })).toEqual(none)
  await church.owner.conversationDrafts.keep({ id, text: 'Mine' })
  const key = crypto.randomUUID()
  // A refusal keeps it.
  await expect(staff.conversations.send({ id, channel: 'sms', text: 'Hello', key })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await get({ id })).toMatchObject({ text: 'Hello' })
  await staff.conversations.send({ id, channel: 'email', text: 'Hello', key })
  expect(await get({ id })).toEqual(none)
  await keep({ id, text: 'A note' })
  await staff.conversations.note({ id, text: 'A note', key: crypto.randomUUID() })
  expect(await get({ id })).toEqual(none)
  await keep({ id, text: 'x' })
  await keep({ id, text: '' })
  expect(await get({ id })).toEqual(none)
  expect(await church.owner.conversationDrafts.get({ id })).toMatchObject({ text: 'Mine' })
})

test('nobody keeps one in a thread that they may not read; who it is said to be takes it along', async () => {
  const { church, id, person } = await aThread()
  const hope = await aChurch('Hope Chapel')
  const { get, keep } = hope.staff.conversationDrafts
  await expect(get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(keep({ id, text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const from = newEmail()
  const mail = { channel: 'email' as const, from, to: 'x@y.org', text: 'Hello', provider: 't', providerId: from }
  await church.inside(ctx => receiveMessage(ctx, mail))
  await church.settle()
  const unknown = (await church.staff.conversations.list({})).items.find(one => one.address === from)!
  await church.staff.conversationDrafts.keep({ id: unknown.id, text: 'Who are you?' })
  await church.staff.conversations.identify({ id: unknown.id, personId: person.id })
  expect(await church.staff.conversationDrafts.get({ id })).toMatchObject({ text: 'Who are you?' })
  const { version } = await church.pastor.conversations.get({ id })
  await church.pastor.conversations.setConfidential({ id, version, confidential: true })
  await expect(church.staff.conversationDrafts.keep({ id, text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a draft of a thread that is deleted at the same moment is refused, not an error', async () => {
  const { church, id } = await aThread()
  const { owner } = await testHouse()
  const kept = await church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await ctx.db.delete(conversations).where(eq(conversations.id, id))
    const keeping = church.staff.conversationDrafts.keep({ id, text: 'Hello' }).catch((error: any) => error)
    const waiting = `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await owner.query(waiting, [rows[0]!.pid])).rowCount).toBe(1)
    return { keeping }
  })
  expect(await kept.keeping).toMatchObject({ code: 'NOT_FOUND', message: 'That no longer exists.' })
})
