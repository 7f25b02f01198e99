import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { routes } from '#app/http.ts'
import { addressOfName, addressProblem } from '#clients/public-address/rules.ts'
import { asPlatform } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'

const slugOf = async ({ owner }: Awaited<ReturnType<typeof aChurch>>) => (await owner.church.read({})).slug
const setAccess = (id: string, access: string) =>
  asPlatform('test', db => db.execute(sql`update clients set access = ${access} where id = ${id}`))

test('an address is made of the letters of a name', () => {
  expect(addressOfName('Hillside Chapel')).toBe('hillside-chapel')
  expect(addressOfName('St. Mark’s Église')).toBe('st-marks-eglise')
  // Words that lead elsewhere, and names without a Latin letter.
  expect(addressOfName('Support')).toBe('support-church')
  expect(addressProblem(addressOfName('教会'))).toBeUndefined()
  expect(addressProblem(addressOfName('A'.repeat(120)))).toBeUndefined()
  for (const slug of ['ab', '-abc', 'a--b', 'Grace', 'grace_church', 'a'.repeat(49), 'api', 'login'])
    expect(addressProblem(slug), slug).toBeTruthy()
})

test('a church is at its name, and a second church of that name next to it', async () => {
  const [first, second] = [await aChurch('Hillside Chapel of Address'), await aChurch('Hillside Chapel of Address')]
  expect(await slugOf(first)).toBe('hillside-chapel-of-address')
  expect(await slugOf(second)).toBe('hillside-chapel-of-address-2')
})

test('the owner alone changes it; former addresses lead to it for good and go to nobody else', async () => {
  const { send } = await aServer()
  const church = await aChurch('First Name Church')
  const other = await aChurch('Another Name Church')
  await asPlatform('test', db =>
    db.execute(sql`insert into chat_settings (client_id, enabled) values (${church.id}, true)`),
  )
  await expect(church.admin.church.chooseAddress({ slug: 'second-name' })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  await expect(church.owner.church.chooseAddress({ slug: 'no spaces' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await church.owner.church.chooseAddress({ slug: ' Second-Name ' })).toEqual({ slug: 'second-name' })
  await church.owner.church.chooseAddress({ slug: 'third-name' })
  expect(await church.owner.church.read({})).toMatchObject({ slug: 'third-name', slugChosen: true })
  for (const former of ['first-name-church', 'second-name']) {
    const moved = await send(`/give/${former}?amount=5`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/give/third-name?amount=5'])
    await expect(other.owner.church.chooseAddress({ slug: former })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['slug'], message: 'Another church has this address. Please choose another one.' }] },
    })
  }
  // What was opened before is still answered: a form that is sent, and a script of a page elsewhere.
  const sent = await send('/pray/second-name', {
    method: 'POST',
    body: new URLSearchParams({ text: '' }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(sent.status).not.toBe(404)
  expect(await (await send('/embed/chat/second-name.js')).text()).toContain('third-name')
  // It may go back.
  await church.owner.church.chooseAddress({ slug: 'first-name-church' })
  expect((await send('/give/third-name')).headers.get('location')).toBe('/give/first-name-church')
})

test('two churches that want one address at once: one gets it, the other is told', async () => {
  const [first, second] = [await aChurch('Race One'), await aChurch('Race Two')]
  const asked = await Promise.allSettled(
    [first, second].map(one => one.owner.church.chooseAddress({ slug: 'the-race' })),
  )
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('every public page of a church answers alike: shown while it is open, unavailable while suspended, gone once closed', async () => {
  const { send } = await aServer()
  const church = await aChurch('Open And Shut Church')
  const slug = await slugOf(church)
  const pages = routes.filter(({ method, path }) => method === 'GET' && /\/:church(\/|$)/.test(path))
  const paths = pages.map(({ path }) => path.replace(':church', slug).replace(/:\w+(\{[^}]*\})?/g, 'some'))
  expect(paths.length).toBeGreaterThan(15)
  for (const start of ['/c', '/give', '/book', '/pray', '/chat', '/my', '/checkin', '/mail', '/subscribe'])
    expect(paths.filter(path => path.startsWith(`${start}/${slug}`)).length, start).toBeGreaterThan(0)
  await setAccess(church.id, 'suspended')
  for (const path of paths) {
    const page = await send(path)
    expect([page.status, await page.text()], path).toEqual([503, expect.stringContaining('not available right now')])
  }
  await asPlatform('test', db =>
    db.execute(sql`update clients set access = 'full', closed_at = now() where id = ${church.id}`),
  )
  for (const path of paths) expect((await send(path)).status, path).toBe(404)
  for (const path of paths) expect((await send(path.replace(slug, 'nobody-here'))).status, path).toBe(404)
})
