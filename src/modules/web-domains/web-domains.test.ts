import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days, seconds } from '#kernel/clock.ts'
import { asPlatform } from '#kernel/run.ts'
import { publish } from '#providers/dns/index.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())
let number = 0
const newHost = () => `www.church-${process.pid}-${++number}.example`
type Church = Awaited<ReturnType<typeof aChurch>>

/** A domain of a church, verified by its record in the sandbox's DNS. */
async function verified(church: Church, host: string) {
  const { id } = await church.owner.webDomains.create({ host })
  return church.owner.webDomains.publish({ id })
}
const allowed = async (host: string) => {
  const { send } = await aServer()
  return (await send(`/internal/tls-allowed?domain=${host}`)).status
}

test('a domain is the church’s once its TXT record is found; only then may a proxy fetch a certificate', async () => {
  const church = await aChurch()
  const host = newHost()
  const made = await church.owner.webDomains.create({ host: `https://${host.toUpperCase()}/visit` })
  expect(made).toMatchObject({ host, state: 'waiting', record: { name: `_lampstand.${host}` } })
  await expect(church.owner.webDomains.create({ host })).rejects.toMatchObject({ code: 'TAKEN' })
  await expect(church.owner.webDomains.makePrimary({ id: made.id })).rejects.toMatchObject({ code: 'NOT_VERIFIED' })
  expect(await allowed(host)).toBe(404)
  expect(await church.owner.webDomains.check({ id: made.id })).toMatchObject({
    state: 'waiting',
    problem: expect.stringContaining('no such record yet'),
  })
  clock.advance(seconds(6))
  expect(await church.owner.webDomains.publish({ id: made.id })).toMatchObject({
    state: 'verified',
    isPrimary: true,
    problem: '',
  })
  expect([
    await allowed(host),
    await allowed('127.0.0.1'),
    await allowed(''),
    await allowed('unknown.example'),
  ]).toEqual([200, 200, 404, 404])
  await church.owner.webDomains.remove({ id: made.id })
  expect(await allowed(host)).toBe(404)
})

test('names that are none, the server’s own and those of staff without the right are refused beside the field', async () => {
  const church = await aChurch()
  for (const host of ['', 'grace', '127.0.0.1', 'grace church.org', 'javascript:alert(1)'])
    await expect(church.owner.webDomains.create({ host }), host).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.webDomains.create({ host: newHost() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test.each(['co.uk', 'github.io', 'org.au'])('%s is shared by many owners, so nobody’s domain', async host => {
  const church = await aChurch()
  const refused = { code: 'BAD_REQUEST', message: expect.stringContaining('shared by many owners') }
  await expect(church.owner.webDomains.create({ host })).rejects.toMatchObject(refused)
  await expect(church.owner.sendingDomains.create({ domain: host })).rejects.toMatchObject(refused)
})

test('two accounts may ask for a domain; the one whose record is in the DNS has it, and the other’s claim ends', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope')]
  const host = newHost()
  await verified(grace, host)
  const theirs = await hope.owner.webDomains.create({ host })
  // Anyone could publish a record in the sandbox.
  await expect(hope.owner.webDomains.publish({ id: theirs.id })).rejects.toMatchObject({ code: 'CLAIMED' })
  expect((await grace.owner.webDomains.list({})).items).toMatchObject([{ state: 'verified' }])
  expect(await hope.owner.webDomains.check({ id: theirs.id })).toMatchObject({ state: 'waiting' })
  // The domain was sold: the new owner's record takes the place of the old one.
  publish(theirs.record.name, theirs.record.value, 'web')
  expect(await hope.owner.webDomains.check({ id: theirs.id })).toMatchObject({ state: 'verified' })
  expect((await grace.owner.webDomains.list({})).items).toMatchObject([
    { state: 'waiting', isPrimary: false, problem: 'Another account has verified this domain.' },
  ])
})

test('a record that is gone for three days ends it, and one that is back in time does not', async () => {
  const church = await aChurch()
  const { id, record } = await verified(church, newHost())
  publish(record.name, 'lampstand-site=gone', 'web')
  expect(await church.owner.webDomains.check({ id })).toMatchObject({ state: 'missing', isPrimary: true })
  clock.advance(days(2))
  publish(record.name, record.value, 'web')
  expect(await church.owner.webDomains.check({ id })).toMatchObject({ state: 'verified' })
  publish(record.name, 'lampstand-site=gone', 'web')
  await church.settle({ schedules: true })
  clock.advance(days(4))
  await church.settle({ schedules: true })
  expect((await church.owner.webDomains.list({})).items).toMatchObject([{ state: 'waiting', isPrimary: false }])
})

test('the site is at the root of its domain; other domains lead to the main one, and the product is not there', async () => {
  const church = await aChurch()
  const [host, other] = [newHost(), newHost()]
  await verified(church, host)
  await verified(church, other)
  for (const name of ['Home', 'Visit']) {
    const { id, version } = await church.staff.pages.create({ name })
    const draft = { content: [{ type: 'heading' as const, props: { id: 'h1', text: name, level: 1 as const } }] }
    const changed = await church.staff.pages.update({ id, version, draft, isHome: name === 'Home' })
    await church.staff.pages.publish({ id, version: changed.version })
  }
  const { send } = await aServer()
  const on = (path: string, at = host) => send(`http://${at}${path}`, { headers: { host: at } })
  const home = await on('/')
  const html = await home.text()
  expect(home.status).toBe(200)
  expect(html).toContain(`<link rel="canonical" href="http://${host}:3000/">`)
  expect(html).not.toContain('href="/c/')
  expect((await on('/visit')).status).toBe(200)
  const { slug } = (await church.owner.clients.mine({})).accounts[0]!
  const old = await on(`/c/${slug}/visit?x=1`)
  expect([old.status, old.headers.get('location')]).toEqual([301, '/visit?x=1'])
  // A browser reads a path with two slashes as another host.
  for (const path of [`/c/${slug}//evil.example/x`, `/c/${slug}/\\evil.example`])
    expect((await on(path)).headers.get('location') ?? '', path).not.toMatch(/^[/\\]{2}/)
  expect((await on('/visit', other)).headers.get('location')).toBe(`http://${host}:3000/visit`)
  expect(await (await on('/robots.txt')).text()).toContain(`Sitemap: http://${host}:3000/sitemap.xml`)
  expect(await (await on('/sitemap.xml')).text()).toContain(`<loc>http://${host}:3000/visit</loc>`)
  expect((await on('/nothing-here')).status).toBe(404)
  for (const path of ['/rest/v1/people', '/auth/v1/settings', '/outbox', '/c/other-church'])
    expect((await on(path)).status, path).toBe(404)
  expect((await on('/login')).headers.get('location')).toBe('http://127.0.0.1:3000/login')
  // On the product's host the same page names its home.
  expect(await (await send(`/c/${slug}/visit`)).text()).toContain(
    `<link rel="canonical" href="http://${host}:3000/visit">`,
  )
})

test('links and forms of another church lead nowhere on a church’s domain', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope')]
  const host = newHost()
  await verified(grace, host)
  const form = await hope.owner.forms.create({ name: 'Connect card', template: 'connect' })
  await hope.owner.forms.publish({ id: form.id, version: form.version })
  const { send } = await aServer()
  const path = `/f/${form.slug}`
  expect((await send(path)).status).toBe(200)
  expect((await send(`http://${host}${path}`, { headers: { host } })).status).toBe(404)
})

test('two domains that are checked at once are both verified, and two who choose the main one at once leave one', async () => {
  const church = await aChurch()
  const made = await Promise.all([newHost(), newHost()].map(host => church.owner.webDomains.create({ host })))
  for (const { record } of made) publish(record.name, record.value, 'web')
  const both = await Promise.all(made.map(({ id }) => church.owner.webDomains.check({ id })))
  expect(both.map(one => one.state)).toEqual(['verified', 'verified'])
  const primaries = async () => (await church.owner.webDomains.list({})).items.filter(one => one.isPrimary).length
  expect(await primaries()).toBe(1)
  const third = await verified(church, newHost())
  const ids = [...made, third].map(({ id }) => id)
  await Promise.all([...ids, ...ids].map(id => church.owner.webDomains.makePrimary({ id })))
  expect(await primaries()).toBe(1)
})

test('a main domain that another account takes over leaves its place to the next', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope')]
  const [host, other] = [newHost(), newHost()]
  await verified(grace, host)
  await verified(grace, other)
  const theirs = await hope.owner.webDomains.create({ host })
  publish(theirs.record.name, theirs.record.value, 'web')
  await hope.owner.webDomains.check({ id: theirs.id })
  expect((await grace.owner.webDomains.list({})).items).toMatchObject([
    { host: other, isPrimary: true },
    { host, isPrimary: false, state: 'waiting' },
  ])
})

test('on the domain of an account that is suspended there is neither its site nor the product', async () => {
  const church = await aChurch()
  const host = newHost()
  await verified(church, host)
  await asPlatform('test', db => db.execute(sql`update clients set access = 'suspended' where id = ${church.id}`))
  clock.advance(seconds(6))
  const { send } = await aServer()
  for (const path of ['/', '/login', '/auth/v1/settings', '/rest/v1/people'])
    expect((await send(`http://${host}${path}`, { headers: { host } })).status, path).toBe(404)
  expect(await allowed(host)).toBe(404)
})
