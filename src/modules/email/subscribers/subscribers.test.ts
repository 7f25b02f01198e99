import { expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch, aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

let visitors = 0

/** Through the public site's form, as subscribers come. */
async function reader(name: string, isSubscribed = true) {
  const email = `${crypto.randomUUID()}@example.org`
  await clientFor({
    ...nobody(),
    ip: `10.1.0.${++visitors}`,
  }).contact.submit({
    form: 'site',
    name,
    email,
    subject: 'Hello',
    message: `From ${name}`,
    isSubscribed,
    elapsed: 20_000,
  })
  await runWaitingJobs()
  return email
}

test('who ticked the box of the contact form, newest first: found, filtered, paged, exported, unsubscribed', async () => {
  const { client } = await aUser({ admin: true })
  const subscribers = client.newsletterSubscribers
  expect(await subscribers.list({})).toEqual({ items: [], nextCursor: null, total: 0, subscribed: 0 })
  const [ann, ben, zoe] = [await reader('Ann Miller'), await reader('Ben 100%'), await reader('=Zoë')]
  await reader('Not Asked', false)

  const { items, total, subscribed } = await subscribers.list({})
  expect(items.map(item => item.email)).toEqual([zoe, ben, ann])
  expect(items[2]).toMatchObject({ name: 'Ann Miller', source: 'form', status: 'subscribed' })
  expect([total, subscribed]).toEqual([3, 3])

  for (const [search, found] of [
    ['ann', [ann]],
    ['MILLER', [ann]],
    ['100%', [ben]],
    ['_', []],
    [zoe.slice(0, 12), [zoe]],
  ] as const)
    expect(
      (await subscribers.list({ search })).items.map(item => item.email),
      search,
    ).toEqual(found)

  const first = await subscribers.list({ limit: 2, sort: 'name' })
  expect(first.items.map(item => item.name)).toEqual(['=Zoë', 'Ann Miller'])
  const rest = await subscribers.list({ limit: 2, sort: 'name', cursor: first.nextCursor! })
  expect([rest.items.map(item => item.name), rest.nextCursor]).toEqual([['Ben 100%'], null])

  await subscribers.unsubscribe({ id: items[2]!.id })
  await subscribers.unsubscribe({ id: items[2]!.id })
  expect(await subscribers.list({ status: 'unsubscribed' })).toMatchObject({
    items: [{ email: ann, status: 'unsubscribed', consentedAt: items[2]!.consentedAt }],
    total: 1,
    subscribed: 2,
  })
  const { csv } = await subscribers.export({ status: 'subscribed' })
  expect(csv.split('\r\n')).toHaveLength(4)
  expect(csv).toContain(`${zoe},'=Zoë,form,`)
  expect(csv).not.toContain(ann)
})

test('a box ticked in the name of someone who unsubscribed brings nobody back', async () => {
  const { client } = await aUser({ admin: true })
  const email = await reader('Carla')
  const [carla] = (await client.newsletterSubscribers.list({ search: email })).items
  await client.newsletterSubscribers.unsubscribe({ id: carla!.id })
  await clientFor({ ...nobody(), ip: '10.2.3.4' }).contact.submit({
    form: 'site',
    name: 'Mallory',
    email,
    subject: 'Again',
    message: 'Again',
    isSubscribed: true,
    elapsed: 20_000,
  })
  expect((await client.newsletterSubscribers.list({ search: email })).items).toMatchObject([{ status: 'unsubscribed' }])
  // Asked by mail, its owner can come back; until then nothing goes there.
  await runWaitingJobs()
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select body_text as text from messages where recipient = $1 and kind = 'come-back'`,
    [email],
  )
  expect(rows).toMatchObject([{ text: expect.stringContaining('You stay unsubscribed') }])
  const token = /unsubscribe\/(\S+)/.exec(rows[0].text)![1]!
  const page = clientFor(nobody()).unsubscribeLinks
  expect(await page.view({ token })).toMatchObject({ subscribed: false, test: false })
  await page.undo({ token })
  expect((await client.newsletterSubscribers.list({ search: email })).items).toMatchObject([{ status: 'subscribed' }])
})

test('the newsletter is for the operator', async () => {
  const church = await aChurch()
  for (const caller of [church.owner, church.visitor]) {
    await expect(caller.newsletterSubscribers.list({})).rejects.toMatchObject({ code: /FORBIDDEN|UNAUTHORIZED/ })
    await expect(caller.newsletters.create({})).rejects.toMatchObject({ code: /FORBIDDEN|UNAUTHORIZED/ })
  }
  const { client } = await aUser({ admin: true })
  await expect(client.newsletterSubscribers.unsubscribe({ id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
