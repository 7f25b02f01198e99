import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { linkTotals } from './service/figures.ts'
import { changeLink, type PlacedLink, placedCodes, placeLink } from './service/places.ts'
import type { LinkOwner } from './service.ts'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const target = 'https://grace.example/picnic'
afterEach(() => clock.reset())

async function aSign(options: Partial<PlacedLink> = {}) {
  const church = await aChurch()
  const owner: LinkOwner = { module: 'test', id: crypto.randomUUID() }
  const made = await church.inside(ctx => placeLink(ctx, owner, { target, source: 'qr', ...options }))
  const { send } = await aServer()
  const scan = (headers: Record<string, string> = {}) =>
    send(`/l/${made.code}`, { headers: { 'user-agent': safari, ...headers } })
  const change = (changes: Parameters<typeof changeLink>[2]) => church.inside(ctx => changeLink(ctx, owner, changes))
  const totals = async () => (await church.inside(ctx => linkTotals(ctx, 'test', [owner.id]))).get(owner.id)!
  return { church, owner, ...made, scan, change, totals }
}
const location = (answer: Response) => answer.headers.get('location')

test('an owner has one placed link: made twice or by two at once it is the same, and its code is longer than that of a sent one', async () => {
  const { church, owner, code } = await aSign()
  const again = await Promise.all(
    [1, 2].map(() => church.inside(ctx => placeLink(ctx, owner, { target: 'https://other.example/', source: 'qr' }))),
  )
  expect(again.map(link => link.code)).toEqual([code, code])
  expect(code).toMatch(/^[a-zA-Z2-9]{8}$/)
  expect(await church.inside(ctx => placedCodes(ctx, 'test', [owner.id]))).toEqual(new Map([[owner.id, code]]))
})

test('a changed target holds from the next scan on; the code stays', async () => {
  const { scan, change } = await aSign()
  expect(location(await scan())).toBe(target)
  await change({ target: 'https://grace.example/christmas' })
  expect(location(await scan())).toBe('https://grace.example/christmas')
})

test('each week has its own target, and before the first of them the usual one is shown', async () => {
  const now = clock.ms()
  const at = (ms: number) => new Date(ms).toISOString()
  const { scan } = await aSign({
    schedule: [
      { from: at(now + minutes(10)), target: 'https://grace.example/week-1' },
      { from: at(now + days(7)), target: 'https://grace.example/week-2' },
    ],
  })
  expect(location(await scan())).toBe(target)
  clock.advance(minutes(11))
  expect(location(await scan())).toBe('https://grace.example/week-1')
  clock.advance(days(8))
  expect(location(await scan())).toBe('https://grace.example/week-2')
})

test('paused, archived or expired, it answers with the church’s own page and its words, and counts nothing', async () => {
  const { church, scan, change, totals } = await aSign({ expiresAt: new Date(clock.ms() + days(1)) })
  await change({ state: 'paused', fallback: 'The picnic is <over>. See you next year!' })
  const paused = await scan()
  const text = await paused.text()
  expect(paused.status).toBe(200)
  expect(text).toContain('The picnic is &lt;over&gt;. See you next year!')
  const { name } = await church.owner.church.read({})
  expect(text).toContain(name)
  await change({ state: 'archived', fallback: '' })
  expect(await (await scan()).text()).toContain('This link is not in use right now')
  await change({ state: 'active' })
  expect((await scan()).status).toBe(302)
  clock.advance(days(2))
  expect((await scan()).status).toBe(200)
  expect(await totals()).toMatchObject({ clicks: 1 })
})

test('a visit is counted by network and browser: once a day as a visitor, without prefetching and without details for who asks not to be tracked', async () => {
  const { scan, totals } = await aSign()
  await scan()
  await scan()
  await scan({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/132.0' })
  await scan({ 'sec-purpose': 'prefetch;prerender' })
  await scan({ 'user-agent': 'Twitterbot/1.0' })
  await scan({ 'sec-gpc': '1' })
  const counted = await totals()
  expect(counted).toMatchObject({ clicks: 4, unique: 2, machines: 2, conversions: 0 })
  expect(counted.week.at(-1)).toBe(4)
  expect(counted.lastAt).toBeInstanceOf(Date)
})

test('a page of ours is told which link led to it', async () => {
  const { code, scan } = await aSign({ target: `${env.publicUrl}/c/grace/visit?a=1` })
  expect(location(await scan())).toBe(`${env.publicUrl}/c/grace/visit?a=1&l=${code}`)
})

test('a link to a page of ours leads there after the server got another address', async () => {
  const { code, scan } = await aSign({ target: `${env.publicUrl}/c/grace/visit?a=1` })
  const former = 'http://localhost:9999/c/grace/visit?a=1'
  await query('update short_links set target = $1 where code = $2', [former, code])
  expect(location(await scan())).toBe(`${env.publicUrl}/c/grace/visit?a=1&l=${code}`)
})

test('it leads to no short link and to no script, neither at once nor later', async () => {
  const { church, code, change } = await aSign()
  const bad = ['javascript:alert(1)', 'data:text/html,x', `${env.publicUrl}/l/${code}`, `${env.publicUrl}/L/${code}`]
  for (const odd of bad) {
    await expect(change({ target: odd })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const schedule = [{ from: new Date().toISOString(), target: odd }]
    await expect(change({ schedule })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const made = church.inside(ctx =>
      placeLink(ctx, { module: 'test', id: crypto.randomUUID() }, { target: odd, source: 'qr' }),
    )
    await expect(made).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('codes are not found by trying: a network that guesses is asked to wait, and codes that exist still work', async () => {
  const { scan } = await aSign()
  const { send } = await aServer()
  const guesses = await Promise.all(Array.from({ length: 201 }, (_, i) => send(`/l/zz${String(i).padStart(6, 'q')}`)))
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await scan()).status).toBe(302)
  // The next window counts from zero, also for other tests of this process.
  clock.advance(hours(2))
  expect((await send('/l/zzqqqqqq')).status).toBe(404)
  clock.reset()
})

test('a short link can’t lead to itself by way of a domain of the church’s own', async () => {
  const church = await aChurch()
  const host = `www.${crypto.randomUUID().slice(0, 8)}.example`
  await church.owner.webDomains.create({ host })
  const owner = { module: 'test', id: crypto.randomUUID() }
  const target = `https://${host}/l/abc`
  const placed = church.inside(ctx => placeLink(ctx, owner, { target, source: 'qr' }))
  await expect(placed).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await church.inside(ctx => placeLink(ctx, owner, { target: `https://${host}/visit`, source: 'qr' }))
  const changed = church.inside(ctx => changeLink(ctx, owner, { target }))
  await expect(changed).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
