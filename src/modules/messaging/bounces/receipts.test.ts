import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
/** The newest invitation's message; an invitation is mail that must be sent. */
async function invited(church: Church, email: string) {
  await church.owner.invitations.create({ email, role: 'viewer' })
  await church.settle()
  const { items } = await church.owner.outbox.list({ recipient: email })
  return items[0]!
}
const act = async (id: string, kind: string, init: RequestInit = {}) => {
  const { send } = await aServer()
  return send(`/rest/v1/outbox/caught/${id}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
    ...init,
  })
}
const stopped = async (email: string) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query('select reason, source, channel from suppressions where value = $1', [email])
  return rows
}
const reported = async (email: string) => {
  const { owner } = await testHouse()
  return (await owner.query('select kind, source, detail from mail_reports where value = $1', [email])).rows
}

test('one hard bounce, and the address is written to no more; heard twice, it is one', async () => {
  const church = await aChurch()
  const email = newEmail()
  const message = await invited(church, email)
  for (const _ of [1, 2]) expect((await act(message.id, 'hard_bounce')).status).toBe(200)
  expect(await stopped(email)).toEqual([{ reason: 'hard_bounce', source: 'sandbox', channel: 'email' }])
  expect(await reported(email)).toEqual([
    { kind: 'hard_bounce', source: 'sandbox', detail: expect.stringContaining('no such mailbox') },
  ])
  const { items } = await church.owner.outbox.list({ recipient: email })
  expect(items[0]).toMatchObject({ state: 'undelivered', problem: expect.stringContaining('550') })
  await church.owner.invitations.resend({ id: (await church.owner.invitations.list({})).items[0]!.id })
  await church.settle()
  expect((await church.owner.outbox.list({ recipient: email })).items[0]).toMatchObject({
    state: 'skipped',
    skipReason: 'hard_bounce',
  })
})

test('a full mailbox is counted and stops nothing; a complaint stops all but what must be sent', async () => {
  const church = await aChurch()
  const email = newEmail()
  const message = await invited(church, email)
  await act(message.id, 'soft_bounce')
  expect(await stopped(email)).toEqual([])
  await act(message.id, 'complaint')
  expect(await stopped(email)).toMatchObject([{ reason: 'complaint' }])
  expect(await reported(email)).toHaveLength(2)
  await church.owner.invitations.resend({ id: (await church.owner.invitations.list({})).items[0]!.id })
  await church.settle()
  expect((await church.owner.outbox.list({ recipient: email })).items[0]).toMatchObject({ state: 'delivered' })
})

test('acting as the recipient is for this machine alone, and for messages that are there', async () => {
  const church = await aChurch()
  const email = newEmail()
  const { id } = await invited(church, email)
  const json = { 'content-type': 'application/json' }
  expect((await act(id, 'hard_bounce', { headers: { ...json, 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
  expect((await act(id, 'hard_bounce', { headers: { 'content-type': 'text/plain' } })).status).toBe(400)
  expect((await act(id, 'nonsense')).status).toBe(400)
  expect((await act('x', 'complaint')).status).toBe(400)
  expect((await act(crypto.randomUUID(), 'complaint')).status).toBe(404)
  expect(await reported(email)).toEqual([])
})
