import { beforeEach, expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { blank } from './blocks/rules/blank.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const address = { street: '12 Church Road', street2: '', city: 'Cedar Falls', region: 'IA', postalCode: '50613' }
let church: Church
const query = async (text: string, values: unknown[] = []) => (await (await testHouse()).owner.query(text, values)).rows
const mailbox = (email: string) =>
  query('select * from messages where recipient = $1 and kind = $2 order by id', [email, 'campaign'])

beforeEach(async () => {
  clock.reset()
  church = await aChurch()
  await query('update clients set address = $2 where id = $1', [church.id, JSON.stringify(address)])
})

/** So many people of the church who said yes to its news. */
async function readers(count: number, topic = 'newsletter'): Promise<string[]> {
  const emails = Array.from({ length: count }, newEmail)
  for (const [i, email] of emails.entries())
    await church.staff.people.create({
      firstName: `Reader${i}`,
      lastName: 'Miller',
      points: [{ kind: 'email', value: email }],
    } as never)
  await church.inside(async ctx => {
    for (const email of emails)
      await subscribe(ctx, email, { topic, source: 'form', wording: 'Yes', reference: 'test' })
  })
  return emails
}

const text = (words: string) => ({ ...blank('text', 't'), text: words })
const everybody = { everybody: true, segments: [], tags: [], groups: [], people: [], exclude: {}, guardians: false }

async function aDraft(changes: Record<string, unknown> = {}) {
  const { id, version } = await church.staff.emailCampaigns.create({ name: 'May news' })
  return church.staff.emailCampaigns.update({
    ...{
      id,
      version,
      subject: 'May',
      blocks: [text('Dear {firstName|friend}, [give](https://grace.org/give).')],
      audience: everybody,
    },
    ...changes,
  } as never)
}

test('a campaign reaches everybody of its audience who said yes, once each, by name, and is reported', async () => {
  const emails = await readers(3)
  const silent = newEmail()
  await church.staff.people.create({ firstName: 'Silent', points: [{ kind: 'email', value: silent }] } as never)
  const draft = await aDraft()
  const [first] = await Promise.all([
    church.staff.emailCampaigns.send(draft),
    church.staff.emailCampaigns.send(draft),
    church.admin.emailCampaigns.send(draft),
  ])
  expect(first).toMatchObject({ state: 'sending', progress: { total: 4, waiting: 3, skippedBy: { no_consent: 1 } } })
  await church.settle()
  const done = await church.staff.emailCampaigns.get(draft)
  expect(done).toMatchObject({ state: 'sent', progress: { total: 4, delivered: 3, skipped: 1, waiting: 0 } })
  const [mail, ...more] = await mailbox(emails[0]!)
  expect(more).toEqual([])
  expect(mail.body_text).toContain('Dear Reader0,')
  expect(mail.body_html).toContain('12 Church Road, Cedar Falls, IA 50613')
  expect(mail.body_html).toMatch(/href="http:\/\/127.0.0.1:3000\/r\/[\w-]{22}[0-9a-f]{16}\/0"/)
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(await mailbox(silent)).toEqual([])
  expect(await church.staff.campaigns.list({})).toMatchObject({ total: 1, items: [{ name: 'May news', delivered: 3 }] })
})
