import { afterEach, expect, test } from 'vitest'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon, newPhone, query, says, textsTo } from '#testing/flock.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

async function aGivingChurch() {
  const church = await aChurch()
  await atNoon(church)
  const missions = await church.finance.funds.create({ name: 'Missions', code: 'missions' })
  await church.finance.textGiving.save({ enabled: true })
  const number = newPhone()
  const say = async (text: string, from = number, id?: string) => {
    await says(church, from, text, ...(id ? [id] : []))
    await church.settle()
    await deliverGatewayNotices()
    await church.settle()
  }
  const texts = async (to = number) => (await textsTo(church, to)).map(one => one.body_text ?? one.text ?? one)
  const gifts = async () => (await church.owner.gifts.list({})).items
  return { church, missions, number, say, texts, gifts }
}

/** Follows the link of a text to the page, fills it in and pays. */
async function payByLink(text: string, more: Record<string, string> = {}) {
  const { send } = await aServer()
  const short = /\/l\/\w+/.exec(text)![0]
  const target = new URL((await send(short, { redirect: 'manual' })).headers.get('location')!)
  const path = target.pathname + target.search
  const html = await (await send(path)).text()
  clock.advance(minutes(1))
  const amount = /name="other"[^>]*value="([^"]*)"/.exec(html)![1]!
  const fund = /<option value="([^"]+)" selected/.exec(html)?.[1] ?? ''
  const fields = {
    _opened: hiddenIn(html, '_opened'),
    key: hiddenIn(html, 'key'),
    text: hiddenIn(html, 'text'),
    other: amount,
    fund,
    firstName: 'Maria',
    lastName: 'Lopez',
    email: `${crypto.randomUUID()}@example.org`,
    keep: 'yes',
    ...more,
  }
  const answer = await send(target.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
  })
  expect(answer.status).toBe(303)
  await payAt(answer.headers.get('location')!)
  await deliverGatewayNotices()
  return html
}

test('the first text gets a page that is filled in; the second charges the card at once, and a refund returns it', async () => {
  const { missions, say, texts, gifts, number, church } = await aGivingChurch()
  await say('$50 missions')
  const [first] = await texts()
  expect(first).toMatch(/^To give \$50\.00, enter your card here once: http/)
  const html = await payByLink(first)
  expect(html).toContain(`ending in ${number.slice(-4)}`)
  await church.settle()
  expect((await texts()).at(-1)).toMatch(
    /^Thank you! Your gift of \$50\.00 has arrived\. Next time just text an amount\./,
  )
  expect(await gifts()).toMatchObject([{ status: 'succeeded', total: 5_000, source: 'text' }])
  await say('$20 missions')
  const all = await gifts()
  expect(all.map(one => [one.status, one.total])).toEqual([
    ['succeeded', 2_000],
    ['succeeded', 5_000],
  ])
  const { lines, personId } = await church.owner.gifts.get({ id: all[0]!.id })
  expect(lines).toMatchObject([{ fundId: missions.id, amount: 2_000 }])
  expect(personId).toBe(all[1]!.personId)
  await say('refund')
  expect((await texts()).at(-1)).toMatch(/^Your gift of \$20\.00 is being returned/)
  expect((await gifts())[0]).toMatchObject({ status: 'refunded' })
  await say('unlink')
  await say('$20')
  expect((await texts()).at(-1)).toContain('enter your card here')
})

test('a text told twice charges once; above $1,000 it waits for YES; STOP comes first; a card is kept only if asked for', async () => {
  const { say, texts, gifts, number, church } = await aGivingChurch()
  await say('25')
  await payByLink((await texts()).at(-1)!, { keep: '' })
  await say('25')
  expect((await texts()).at(-1)).toContain('enter your card here')
  await payByLink((await texts()).at(-1)!)
  expect(await gifts()).toHaveLength(2)
  await say('$30', number, 'SM-same')
  await say('$30', number, 'SM-same')
  expect(await gifts()).toHaveLength(3)
  await say('$1,500')
  expect((await texts()).at(-1)).toBe('Reply YES within 15 minutes to give $1,500.00.')
  expect(await gifts()).toHaveLength(3)
  await say('yes')
  await say('yes')
  expect((await gifts()).map(one => one.total)).toEqual([150_000, 3_000, 2_500, 2_500])
  await say('$1,500')
  await say('STOP')
  await say('yes')
  expect(await gifts()).toHaveLength(4)
  expect((await query(`select count(*)::int as n from giving_texts where client_id = $1`, church.id))[0].n).toBe(6)
})

test('what is no gift is answered or left alone; nothing happens while giving by text is off, or for a keyword of the church', async () => {
  const { say, texts, church, number } = await aGivingChurch()
  await church.owner.funds.create({ name: 'Bookshop', code: 'bookshop', deductible: false })
  await say('$50 roof')
  expect((await texts()).at(-1)).toMatch(/one of: general, missions(?!, bookshop)/)
  await say('See you on Sunday')
  const before = (await texts()).length
  await church.staff.smsKeywords.create({ word: 'GIVE', topic: '', reply: 'Our own answer' })
  await say('give')
  expect((await texts()).slice(before)).toEqual(['Our own answer'])
  await church.finance.textGiving.save({ enabled: false })
  await say('$50')
  expect(await texts()).toHaveLength(before + 1)
  const other = newPhone()
  await church.finance.textGiving.save({ enabled: true })
  for (let n = 0; n < 11; n++) await say(`$${n + 1}`, other)
  expect((await texts(other)).at(-1)).toContain('limit of 10 gifts')
  clock.advance(hours(25))
  await say('$5', other)
  expect((await texts(other)).at(-1)).toContain('enter your card')
  expect(number).not.toBe(other)
  await expect(church.staff.textGiving.save({ enabled: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
