import { beforeEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aSendingChurch, mailbox, query, type SendingChurch } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'

let church: SendingChurch
beforeEach(async () => {
  church = await aSendingChurch()
})

const did = (campaignId: string, address: string, kind: 'open' | 'click', machine: string | null = null) =>
  query(
    `insert into email_events (client_id, campaign_id, recipient_id, kind, link, machine)
     select client_id, campaign_id, id, $3, 0, $4 from email_recipients where campaign_id = $1 and address = $2`,
    [campaignId, address, kind, machine],
  )

async function sent(count: number) {
  const emails = await church.readers(count)
  const draft = await church.aDraft()
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  return { emails, id: draft.id }
}

test('it goes once more, after two days, to who got it and has not opened it, under another subject', async () => {
  const { emails, id } = await sent(9)
  const [opened, clicked, bounced, left, wrote, often, machine, quiet, silent] = emails as [string, string, ...string[]]
  await did(id, opened, 'open')
  await did(id, clicked, 'click')
  await did(id, machine!, 'open', 'agent')
  await query(`update messages set state = 'undelivered' where batch_id = $1 and recipient = $2`, [id, bounced])
  const again = (changes: object = {}) =>
    church.staff.emailCampaigns.resend({ id, subject: 'Did you see this?', ...changes })
  await expect(again()).rejects.toMatchObject({ code: 'NOT_AGAIN', message: expect.stringContaining('48 hours') })
  const [mail] = await mailbox(wrote!)
  await church.inside(ctx =>
    receiveMessage(ctx, {
      channel: 'email',
      from: wrote!,
      to: 'x@y.org',
      subject: 'Re: May',
      text: 'Thanks',
      answersId: mail.id,
      provider: 't',
      providerId: mail.id,
    }),
  )
  clock.advance(hours(49))
  await query(
    `insert into consents (client_id, value, channel, topic, state, source) values ($1, $2, 'email', 'newsletter', 'revoked', 'link')`,
    [church.id, left],
  )
  await query(
    `insert into messages (client_id, channel, recipient, kind, purpose, state, dedupe_key, created_at)
     select $1, 'email', $2, 'campaign', 'marketing', 'delivered', 'x' || n, $3 from generate_series(1, 7) n`,
    [church.id, often, clock.now()],
  )
  expect(await church.staff.emailCampaigns.nonOpeners({ id })).toMatchObject({
    people: 4,
    machines: 1,
    again: null,
    of: null,
  })
  await expect(again({ subject: ' may' })).rejects.toMatchObject({ data: { issues: [{ path: ['subject'] }] } })
  await expect(again({ subject: '' })).rejects.toMatchObject({ data: { issues: [{ path: ['subject'] }] } })
  await expect(again({ subject: 'Dear {nickname2}' })).rejects.toMatchObject({ code: 'NOT_READY' })
  const [second, twice] = await Promise.all([again(), again()])
  expect(twice.id).toBe(second.id)
  expect(second).toMatchObject({ resendOf: id, state: 'sending', subject: 'Did you see this?' })
  await church.settle()
  const report = await church.staff.emailCampaigns.get(second)
  expect(report).toMatchObject({ state: 'sent', progress: { total: 4, delivered: 2, skipped: 2 } })
  expect(report.progress!.skippedBy).toEqual({ no_consent: 1, frequency_cap: 1 })
  for (const email of emails)
    expect(await mailbox(email)).toHaveLength([quiet, silent].includes(email) ? 2 : email === often ? 8 : 1)
  // The first report leads to the second and back; neither is sent a third time.
  expect(await church.staff.emailCampaigns.nonOpeners({ id })).toMatchObject({ again: { id: second.id } })
  expect(await church.staff.emailCampaigns.nonOpeners(second)).toMatchObject({ of: { id }, from: null })
  clock.advance(hours(49))
  await expect(church.staff.emailCampaigns.resend({ id: second.id, subject: 'Once more' })).rejects.toMatchObject({
    code: 'NOT_AGAIN',
  })
  expect((await again()).id).toBe(second.id)
})

test('whose mail a machine fetched gets it only if someone says so; a draft, or another church’s, is never sent again', async () => {
  const { emails, id } = await sent(2)
  for (const email of emails) await did(id, email, 'open', 'agent')
  clock.advance(hours(49))
  const again = (changes: object = {}) => church.staff.emailCampaigns.resend({ id, subject: 'Again', ...changes })
  await expect(again()).rejects.toMatchObject({ code: 'NOBODY' })
  expect(await query('select id from email_campaigns where resend_of = $1', [id])).toEqual([])
  await expect(church.pastor.emailCampaigns.resend({ id, subject: 'Again' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.emailCampaigns.resend({ id, subject: 'Again' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const draft = await church.aDraft()
  await expect(church.staff.emailCampaigns.resend({ id: draft.id, subject: 'x' })).rejects.toMatchObject({
    code: 'NOT_AGAIN',
  })
  expect(await again({ machines: true })).toMatchObject({ progress: { waiting: 2 } })
})
