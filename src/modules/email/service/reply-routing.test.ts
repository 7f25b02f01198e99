import { beforeEach, expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { storeInboundEmail } from '#messaging/inbound-email/service.ts'
import { aSendingChurch, mailbox, query, type SendingChurch } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'

let church: SendingChurch
beforeEach(async () => {
  church = await aSendingChurch()
})

/** Someone writes; the mail as it comes over the wire. */
async function writes(from: string, head: string[], text = 'Thank you') {
  const id = `Message-ID: <${crypto.randomUUID()}@x.org>`
  const lines = [`From: ${from}`, 'To: lampstand@127.0.0.1', id, ...head, 'MIME-Version: 1.0', '', text]
  await storeInboundEmail(Buffer.from(lines.join('\r\n')), 'test', 'test')
  await runWaitingJobs()
}
const threads = async () => (await church.staff.conversations.list({})).items

test('an answer to a campaign goes to whom the campaign names and counts for that campaign, whatever its subject says', async () => {
  const [ann, ben, cat] = await church.readers(3)
  const pastor = church.people.pastor.id
  const draft = await church.aDraft({ answersTo: pastor })
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  const other = await church.aDraft({ subject: 'May' })
  await church.staff.emailCampaigns.send(other)
  await church.settle()
  const answering = async (email: string) => `In-Reply-To: <${(await mailbox(email))[0].id}@127.0.0.1>`
  await writes(ann!, ['Subject: Something else', await answering(ann!)])
  // The same subject, in a mail that answers nothing: it is no answer to either.
  await writes(ben!, ['Subject: Re: May'])
  await writes(cat!, ['Subject: Away', 'Auto-Submitted: auto-replied', await answering(cat!)])
  const replied = async (id: string) => (await church.staff.emailCampaigns.get({ id })).reading!.replied
  expect([await replied(draft.id), await replied(other.id)]).toEqual([1, 0])
  const byName = async () => Object.fromEntries((await threads()).map(one => [one.name, one.assignedTo]))
  expect(await byName()).toMatchObject({ 'Reader1 Miller': pastor, 'Reader2 Miller': null })
  // A conversation that is assigned stays so.
  const [thread] = (await threads()).filter(one => one.name === 'Reader1 Miller')
  await church.staff.conversations.update({ ...thread!, assignedTo: church.people.staff.id } as never)
  await writes(ann!, ['Subject: More', await answering(ann!)], 'And more')
  expect(await byName()).toMatchObject({ 'Reader1 Miller': church.people.staff.id })
})

test('answers go to an address of the team, or into a verified domain, and to nobody else', async () => {
  const { items, here } = await church.staff.emailCampaigns.replyAddresses({})
  expect(here).toBe(true)
  const mine = (await query('select email from users where id = $1', [church.people.staff.id]))[0].email
  expect(items.map(one => one.address)).toContain(mine)
  const wrong = { data: { issues: [{ path: ['replyTo'] }] } }
  await expect(church.aDraft({ replyTo: newEmail() })).rejects.toMatchObject(wrong)
  await expect(church.aDraft({ replyTo: 'office@grace.org' })).rejects.toMatchObject(wrong)
  await query(
    `insert into sending_domains (client_id, domain, selector, public_key, dkim_secret, verified_at) values ($1, 'grace.org', 's', 'x', 'x', now())`,
    [church.id],
  )
  expect(await church.aDraft({ replyTo: 'office@grace.org' })).toMatchObject({ replyTo: 'office@grace.org' })
  expect(await church.aDraft({ replyTo: mine })).toMatchObject({ replyTo: mine })
  const hope = await aChurch('Hope Chapel')
  await expect(church.aDraft({ answersTo: hope.people.staff.id })).rejects.toMatchObject({
    data: { issues: [{ path: ['answersTo'] }] },
  })
})
