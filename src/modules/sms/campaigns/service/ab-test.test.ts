import { randomUUID as id } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, pass, query, says, textsTo } from '#testing/flock.ts'
import { winnerOf } from '../../rules/split.ts'
import { UNDO_MS } from '../../rules/states.ts'
import { smsKind } from './kind.ts'

const { decide } = engineOf(smsKind)

afterEach(() => clock.reset())
const split = { body: 'Version B', share: 50, hours: 2, by: 'answers' as const, otherwise: 'b' as const }
const words = { topic: 'newsletter', audience: { ...emptyAudience, everybody: true }, body: 'Version A', split }

test('two versions by lot, held against each other once; too few answers name no winner, and the rest gets what was planned', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const { staff } = church
  const numbers = await aFlock(church, ['Ann', 'Bob', 'Cat', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal'])
  const key = id()
  await staff.smsCampaigns.send({ id: key, ...words })
  await pass(church, UNDO_MS + 1)
  const said = async () => {
    const rows = await query(`select recipient, body_text as text from messages where batch_id = $1`, key)
    return {
      a: rows.filter(one => one.text.includes('Version A')),
      b: rows.filter(one => one.text.includes('Version B')),
    }
  }
  const first = await said()
  expect([first.a.length, first.b.length]).toEqual([2, 2])
  expect(await staff.smsCampaigns.get({ id: key })).toMatchObject({ state: 'sending', decidedSplitAt: null })
  clock.advance(60_000)
  await says(church, first.a[0]!.recipient, 'Nice')
  await says(church, first.a[1]!.recipient, 'STOP')
  await pass(church, hours(2))
  await church.inside(ctx => decide(ctx, key))
  await church.settle()
  const done = await staff.smsCampaigns.get({ id: key })
  expect(done).toMatchObject({ state: 'sent', winner: null, progress: { sent: 8 } })
  expect(done.sides).toEqual([
    { arm: 'a', sent: 2, clicked: 0, answered: 1 },
    { arm: 'b', sent: 2, clicked: 0, answered: 0 },
  ])
  const all = await said()
  expect([all.a.length, all.b.length]).toEqual([2, 6])
  expect(await textsTo(church, numbers[0]!)).not.toHaveLength(0)
})

test('the rule of the mail: none under a hundred each, and none by chance; clicks need a link in both versions', async () => {
  const side = (arm: 'a' | 'b', answered: number) => ({ arm, sent: 1_000, clicked: 0, answered })
  expect(winnerOf([side('a', 99), side('b', 300)], 'answers')).toBeNull()
  expect(winnerOf([side('a', 150), side('b', 160)], 'answers')).toBeNull()
  expect(winnerOf([side('a', 100), side('b', 200)], 'answers')).toBe('b')
  const church = await aChurch()
  await atNoon(church)
  await aFlock(church, ['Ann'])
  const refused = (change: object) =>
    church.staff.smsCampaigns.send({ id: id(), ...words, ...change }).then(
      () => 'sent',
      error => error.data?.issues?.[0]?.path.join('.') ?? error.code,
    )
  expect(await refused({ split: { ...split, by: 'clicks' } })).toBe('split.by')
  expect(await refused({ split: { ...split, body: '' } })).toBe('split.body')
  expect(await refused({ split: { ...split, body: 'x'.repeat(161) } })).toBe('split.body')
  expect(await refused({ split: { ...split, share: 5 } })).toBe('split.share')
  const poll = { options: ['Yes', 'No'], style: 'letters', hours: 1, thanks: '' }
  expect(await refused({ poll })).toBe('split')
})
