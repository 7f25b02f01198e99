import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { aChurch } from '#testing/church.ts'
import { messageTo, newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { receiveMessage } from './service/inbound.ts'
import { sendMail } from './service.ts'

test('colleagues see that an invitation was sent, and not the link that would let them in as its recipient', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.owner.invitations.create({ email, role: 'owner' })
  const token = /token=(\S+)/.exec(await messageTo(email))![1]!
  for (const reader of [church.staff, church.owner]) {
    const { items } = await reader.outbox.list({ recipient: email })
    expect(items).toMatchObject([{ subject: expect.stringContaining('invites you'), state: 'delivered' }])
    expect(JSON.stringify(items)).not.toContain(token)
  }
})

test('colleagues read a newsletter, and not the link that unsubscribes its reader', async () => {
  const church = await aChurch()
  const to = newEmail()
  const link = 'https://example.org/unsubscribe/v1.abc.DE_f-1.2.3'
  await church.inside(ctx =>
    sendMail(ctx, {
      to,
      subject: 'News',
      text: `Leave: ${link}`,
      html: `<a href="${link}">x</a>`,
      kind: 'x',
      dedupeKey: to,
    }),
  )
  const { items } = await church.staff.outbox.list({ recipient: to })
  expect(items).toMatchObject([{ text: 'Leave: https://example.org/unsubscribe/…' }])
  expect(items[0]!.html).not.toContain('v1.')
})

test('an address is not invited again and again', async () => {
  const church = await aChurch()
  const { id } = await church.admin.invitations.create({ email: newEmail(), role: 'staff' })
  for (let i = 0; i < 9; i++) await church.admin.invitations.resend({ id })
  await expect(church.admin.invitations.resend({ id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await church.admin.invitations.create({ email: newEmail(), role: 'staff' })
})

test('the demo and its open outbox answer this machine alone, whatever a name or a proxy in front makes of it', async () => {
  const { app, send } = await aServer()
  const { port } = new URL(env.publicUrl)
  const open = { '/rest/v1/outbox/caught': 'GET', '/auth/v1/demo': 'POST' }
  for (const [path, method] of Object.entries(open)) {
    expect((await app.request(`http://rebound.example:${port}${path}`, { method })).status).toBe(404)
    expect((await app.request(`http://127.0.0.1.example:${port}${path}`, { method })).status).toBe(404)
    expect((await send(path, { method, headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
  }
  expect((await send('/rest/v1/outbox/caught')).status).toBe(200)
})

test('the number of a card in a mail is hidden but for its last four digits before anything is stored', async () => {
  const church = await aChurch()
  const from = newEmail()
  await church.inside(ctx =>
    receiveMessage(ctx, {
      channel: 'email',
      from,
      to: 'us@example.org',
      provider: 'test',
      providerId: '4242424242424242',
      subject: 'Card 4242−4242−4242−4242',
      text: 'Please use\n4242\u200b4242\u200b4242\u200b4242\nor (512) 555-0143',
      quoted: '> (5555)(5555)(5555)(4444)',
    }),
  )
  const { rows } = await church.inside(ctx =>
    ctx.db.execute<Record<string, unknown>>(
      sql`select subject, body_text, quoted, provider_id from messages where sender = ${from}`,
    ),
  )
  expect(rows).toEqual([
    {
      subject: 'Card •••• 4242',
      body_text: 'Please use\n•••• 4242\nor (512) 555-0143',
      quoted: '> (•••• 4444)',
      provider_id: '4242424242424242',
    },
  ])
})
