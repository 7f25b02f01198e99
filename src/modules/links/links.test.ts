import { expect, test } from 'vitest'
import { clock, days, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { redirectTarget } from './rules/redirect.ts'
import { addRecipients, countClicks, follow, type LinkOwner, shorten, shortUrl } from './service.ts'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const target = 'https://grace.example/picnic?from=text'
const newOwner = (): LinkOwner => ({ module: 'test', id: crypto.randomUUID() })
const id = () => crypto.randomUUID()

type Church = Awaited<ReturnType<typeof aChurch>>
const clicksOf = (church: Church, owner: LinkOwner) => church.inside(ctx => countClicks(ctx, owner))

/** A link of one church, and what a browser gets at its address. */
async function aLink(options = {}) {
  const church = await aChurch()
  const owner = newOwner()
  const code = (await church.inside(ctx => shorten(ctx, owner, [target], options))).get(target)!
  const { send } = await aServer()
  const visit = (path: string, agent = safari, method = 'GET') =>
    send(path, { method, headers: { 'user-agent': agent } })
  return { church, owner, code, visit }
}

test('each target of an owner has one code, the same when it is asked for again, by two at once too', async () => {
  const church = await aChurch()
  const owner = newOwner()
  const both = [target, 'https://grace.example/map']
  const made = await Promise.all([1, 2].map(() => church.inside(ctx => shorten(ctx, owner, both))))
  expect(made[0]).toEqual(made[1])
  expect(new Set(made[0]!.values()).size).toBe(2)
  expect(await church.inside(ctx => shorten(ctx, owner, [target]))).toEqual(made[0])
  const elsewhere = await church.inside(ctx => shorten(ctx, newOwner(), [target]))
  expect(elsewhere.get(target)).not.toBe(made[0]!.get(target))
  for (const odd of ['javascript:alert(1)', '/people', 'picnic', 'https://'])
    await expect(church.inside(ctx => shorten(ctx, owner, [odd]))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a code is unique among all accounts', async () => {
  const { code } = await aLink()
  const other = await aChurch()
  const { owner } = await testHouse()
  await expect(
    owner.query(
      `insert into short_links (client_id, code, target, module, owner_id) values ($1, $2, 'https://x.example', 'test', $3)`,
      [other.id, code, id()],
    ),
  ).rejects.toMatchObject({ constraint: 'short_links_code' })
})

test('a visit is sent on and counted; HEAD, programs and an empty agent are machines', async () => {
  const { church, owner, code, visit } = await aLink()
  const answer = await visit(`/l/${code}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect((await visit(`/l/${code}`, safari, 'HEAD')).status).toBe(302)
  await visit(`/l/${code}`, 'Twitterbot/1.0')
  await visit(`/l/${code}`, '')
  expect(await clicksOf(church, owner)).toEqual([{ target, clicks: 1, people: 0, machines: 3 }])
})

test('a recipient’s own address counts them once as a person; two clicks at once are two clicks', async () => {
  const { church, owner, code, visit } = await aLink()
  const { id: personId } = await church.owner.people.create({ firstName: 'Ann', lastName: 'Miller' })
  const rows = [id(), id(), id()]
  const recipients = rows.map((row, i) => ({ id: row, personId: i < 2 ? personId : null }))
  const codes = await church.inside(ctx => addRecipients(ctx, owner, recipients))
  expect(new Set(codes.values()).size).toBe(3)
  const [home, work, other] = rows.map(row => new URL(shortUrl(code, codes.get(row)!)).pathname)
  await visit(home!) // within two seconds of sending: the carrier
  clock.advance(seconds(5))
  await Promise.all([visit(home!), visit(home!)])
  await visit(`${work!}.`)
  await visit(other!)
  expect(await clicksOf(church, owner)).toEqual([{ target, clicks: 4, people: 2, machines: 1 }])
  // Sent again, they keep their code, and the two seconds start anew.
  expect(await church.inside(ctx => addRecipients(ctx, owner, recipients))).toEqual(codes)
  await visit(home!)
  expect(await clicksOf(church, owner)).toMatchObject([{ clicks: 4, machines: 2 }])
  clock.reset()
})

test('an unknown, odd or expired code is the same page that says nothing; an unknown recipient counts nothing', async () => {
  const { church, owner, code, visit } = await aLink({ expiresAt: new Date(clock.ms() + days(1)) })
  const pages = await Promise.all(
    ['/l/nonsense', '/l/xxxxxx', '/l/a', `/l/${'x'.repeat(300)}`, '/l/%00'].map(path => visit(path)),
  )
  expect(pages.map(page => page.status)).toEqual([404, 404, 404, 404, 404])
  expect((await visit(`/l/${code}abcdefghij`)).headers.get('location')).toBe(target)
  clock.advance(days(2))
  const [expired, unknown] = await Promise.all([visit(`/l/${code}`), visit('/l/xxxxxx')])
  expect([expired.status, await expired.text()]).toEqual([404, await unknown.text()])
  expect(await clicksOf(church, owner)).toEqual([{ target, clicks: 0, people: 0, machines: 0 }])
  clock.reset()
})

test('another church sees neither link nor clicks, and its recipients’ codes count nothing here', async () => {
  const { church: grace, owner, code, visit } = await aLink()
  const hope = await aChurch('Hope')
  const theirs = await hope.inside(ctx => addRecipients(ctx, owner, [{ id: id(), personId: null }]))
  clock.advance(seconds(5))
  expect((await visit(`/l/${code}${[...theirs.values()][0]}`)).status).toBe(302)
  expect(await clicksOf(grace, owner)).toMatchObject([{ clicks: 0 }])
  expect(await clicksOf(hope, owner)).toEqual([])
  const visitor = { method: 'GET', userAgent: '', ip: '8.8.8.8', untracked: true, isPrefetch: true }
  expect((await follow(code, visitor))?.clientId).toBe(grace.id)
  expect((await hope.inside(ctx => shorten(ctx, owner, [target]))).get(target)).not.toBe(code)
  clock.reset()
})

test('one recipient fills no table, and a failed count stops no visitor', async () => {
  const { church, owner, code, visit } = await aLink()
  const row = id()
  const recipientCode = (await church.inside(ctx => addRecipients(ctx, owner, [{ id: row, personId: null }]))).get(row)!
  const fill = (ctx: Ctx) =>
    ctx.db.execute(`insert into short_link_clicks (link_id, recipient_id)
      select l.id, '${row}' from short_links l, generate_series(1, 199) where l.code = '${code}'`)
  await church.inside(fill)
  clock.advance(seconds(5))
  for (const _ of [1, 2, 3]) expect((await visit(`/l/${code}${recipientCode}`)).status).toBe(302)
  expect(await clicksOf(church, owner)).toMatchObject([{ clicks: 200 }])
  clock.reset()
})

test('a target is sent as a header can carry it', () => {
  expect(redirectTarget('https://grace.example/größe ☕')).toBe('https://grace.example/gr%C3%B6%C3%9Fe%20%E2%98%95')
  expect(redirectTarget('ftp://grace.example')).toBeUndefined()
})
