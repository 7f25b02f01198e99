import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { fillTags } from '#messaging/rules/merge-tags.ts'
import { aSendingChurch, mailbox, query, text } from '#testing/campaigns.ts'
import { emptyAudience } from '../../audience/rules/empty.ts'
import { churchTags } from '../../service/church-tags.ts'

const issue = (path: string, message: string) => ({ data: { issues: [{ path: [path], message }] } })

/** Two readers; of the first the date and the size are known. */
async function withFacts() {
  const church = await aSendingChurch()
  const { staff, pastor } = church
  const day = await staff.personFields.create({ label: 'Baptism', type: 'date' })
  const options = [{ label: 'Large' }]
  const size = await staff.personFields.create({ label: 'Size', type: 'choice', options })
  await pastor.personFields.create({ label: 'Allergies', type: 'text', isPrivate: true })
  const emails = await church.readers(2)
  const { items } = await staff.people.list({})
  const personId = items.find(({ email }) => email === emails[0])!.id
  const selection = { ids: [personId] }
  await staff.people.setField({ selection, fieldId: day.id, answer: '2026-05-03' })
  await staff.people.setField({ selection, fieldId: size.id, answer: 'large' })
  return { church, emails, personId }
}
/** Where it is noon, whenever the test runs: nobody is woken. */
function noonZone(): string {
  const behind = clock.now().getUTCHours() - 12
  return behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? '+' : '-'}${Math.abs(behind)}`
}
const secret = '{custom.allergies} is not a merge tag.'

test('a campaign names a church’s own facts, in words; what is not known falls back; private and unknown ones are refused', async () => {
  const { church, emails, personId } = await withFacts()
  const body = 'Baptised {custom.baptism|one day}, size {custom.size|to be asked}.'
  const draft = await church.aDraft({ subject: 'Size {custom.size|?}', blocks: [text(body)] })
  const { subject, preheader, blocks } = draft
  expect((await church.staff.emailCampaigns.preview({ id: draft.id, subject, preheader, blocks })).text).toContain(
    'Baptised April 5, 2026, size Large.',
  )
  const as = await church.staff.emailCampaigns.preview({ id: draft.id, subject, preheader, blocks, personId })
  expect(as.text).toContain('Baptised May 3, 2026, size Large.')
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  const [known] = await mailbox(emails[0]!)
  expect(known).toMatchObject({ subject: 'Size Large' })
  expect(known.body_text).toContain('Baptised May 3, 2026, size Large.')
  const [unknown] = await mailbox(emails[1]!)
  expect(unknown.body_text).toContain('Baptised one day, size to be asked.')
  for (const tag of ['custom.allergies', 'custom.nothing']) {
    const wrong = await church.aDraft({ blocks: [text(`{${tag}}`)] })
    await expect(church.staff.emailCampaigns.send(wrong)).rejects.toMatchObject({ code: 'NOT_READY' })
    const { items } = await church.pastor.emailCampaigns.checks(wrong)
    expect(items.map(item => item.text)).toContain(`{${tag}} is not a merge tag.`)
  }
})

test('so do texts, their templates and saved answers', async () => {
  const { church, personId } = await withFacts()
  const { staff, pastor } = church
  const phone = '+18005550177'
  const { version } = await staff.people.get({ id: personId })
  await staff.people.update({ id: personId, version, points: [{ kind: 'phone', value: phone }] })
  await church.inside(ctx =>
    subscribe(ctx, phone, { channel: 'sms', topic: 'newsletter', source: 'test', wording: 'yes', reference: phone }),
  )
  const body = 'Your size: {custom.size|?}'
  const words = { topic: 'newsletter', audience: { ...emptyAudience, everybody: true }, body }
  expect((await staff.smsCampaigns.estimate(words)).longest!.text).toContain('Your size: Large')
  await query('update clients set time_zone = $2 where id = $1', [church.id, noonZone()])
  await staff.smsCampaigns.send({ id: crypto.randomUUID(), ...words })
  clock.advance(seconds(11))
  await church.settle()
  const texts = await query(`select body_text from messages where recipient = $1 and kind = 'sms-campaign'`, [phone])
  expect(texts).toMatchObject([{ body_text: expect.stringContaining('Your size: Large') }])
  const bad = { ...words, body: 'For {custom.allergies}' }
  await expect(staff.smsCampaigns.send({ id: crypto.randomUUID(), ...bad })).rejects.toMatchObject(
    issue('body', secret),
  )
  await expect(pastor.smsTemplates.create({ name: 'A', category: 'Camp', body: bad.body })).rejects.toMatchObject(
    issue('body', secret),
  )
  await expect(pastor.snippets.create({ name: 'A', text: bad.body })).rejects.toMatchObject(issue('text', secret))
  const saved = await staff.snippets.create({ name: 'Size', text: `${body}, {custom.baptism}` })
  const thread = await staff.conversations.start({ personId })
  expect(await staff.snippets.filled({ id: saved.id, conversationId: thread.id })).toEqual({
    text: 'Your size: Large, May 3, 2026',
    missing: [],
  })
})

test('a household is greeted: its adults by name, without children and the dead; who has none gets the fallback', async () => {
  const { church, emails, personId } = await withFacts()
  const { staff } = church
  const { firstName } = await staff.people.get({ id: personId })
  const more = await Promise.all(['Ben', 'Zoe', 'Max'].map(name => staff.people.create({ firstName: name })))
  const [ben, zoe, max] = more.map(one => one.id)
  await staff.people.update({ id: max!, version: more[2]!.version, deceased: true })
  const members = [
    { personId, role: 'adult' as const },
    { personId: ben!, role: 'adult' as const },
    { personId: zoe!, role: 'child' as const },
    { personId: max!, role: 'adult' as const },
  ]
  await staff.households.create({ name: 'Miller family', members })
  const body = 'Dear {householdAdults|friends}, a seat for the {householdName|two of you}.'
  const greeting = `Dear ${firstName} and Ben, a seat for the Miller family.`
  const draft = await church.aDraft({ subject: 'Supper', blocks: [text(body)] })
  const words = { id: draft.id, subject: draft.subject, preheader: draft.preheader, blocks: draft.blocks }
  expect((await staff.emailCampaigns.preview({ ...words, personId })).text).toContain(greeting)
  const fallback = 'Dear friends, a seat for the two of you.'
  expect((await staff.emailCampaigns.preview({ ...words, nobody: true })).text).toContain(fallback)
  await staff.emailCampaigns.send(draft)
  await church.settle()
  expect((await mailbox(emails[0]!))[0].body_text).toContain(greeting)
  expect((await mailbox(emails[1]!))[0].body_text).toContain(fallback)
  const saved = await staff.snippets.create({ name: 'Supper', text: body })
  const { id: conversationId } = await staff.conversations.start({ personId })
  expect((await staff.snippets.filled({ id: saved.id, conversationId })).text).toBe(greeting)
  expect((await staff.snippets.known({ tag: 'householdAdults', conversationId })).text).toBe(`${firstName} and Ben`)
})

test('the booking page of the church is a merge tag', async () => {
  const church = await aSendingChurch()
  const { slug, name } = await church.owner.church.read({})
  const tags = await church.inside(churchTags)
  expect(tags).toEqual({ businessName: name, bookingLink: `${env.publicUrl}/book/${slug}` })
  expect(fillTags('Book here: {bookingLink}', tags)).toEqual({ text: `Book here: ${tags.bookingLink}`, missing: [] })
})
