import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sqlState } from '#kernel/db.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { latestEvidence, lift, listSuppressionsOf, resubscribe, subscribe, suppress, unsubscribe } from './service.ts'

const topic = 'newsletter'
const place = { channel: 'email', topic } as const
const yes = { topic, source: 'form', wording: 'Yes, write to me', reference: 'test', name: 'Pat' }

test('yes, no and yes again are three rows with their evidence, and the last one counts', async () => {
  const church = await aChurch()
  const email = newEmail()
  const word = () => church.inside(async ctx => (await latestEvidence(ctx, [email], place)).get(email))
  const stands = () => church.inside(async ctx => (await listSuppressionsOf(ctx, [email], place)).get(email) ?? [])
  await church.inside(ctx => subscribe(ctx, email, yes))
  expect(await word()).toBe('granted')
  for (const _ of [1, 2])
    await church.inside(ctx => unsubscribe(ctx, email, { topic, channel: 'email', source: 'header' }))
  expect([await word(), await stands()]).toEqual(['revoked', ['unsubscribed']])
  // A box ticked in their name lifts nothing; a link of their own does.
  await church.inside(ctx => subscribe(ctx, email, yes))
  expect(await stands()).toEqual(['unsubscribed'])
  await church.inside(ctx => resubscribe(ctx, email, { topic, wording: 'Undo', reference: 'link' }))
  expect([await word(), await stands()]).toEqual(['granted', []])
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    'select state, source, name, evidence from consents where value = $1 order by id',
    [email],
  )
  expect(rows).toMatchObject([
    { state: 'granted', source: 'form', name: 'Pat', evidence: { wording: 'Yes, write to me' } },
    { state: 'revoked', source: 'header', name: 'Pat' },
    { state: 'granted', source: 'form' },
  ])
})

test('a no to the whole channel stands against every topic, one to a topic against that alone', async () => {
  const church = await aChurch()
  const [all, one] = [newEmail(), newEmail()]
  const found = await church.inside(async ctx => {
    for (const email of [all, one])
      for (const name of [topic, 'youth']) await subscribe(ctx, email, { ...yes, topic: name })
    await unsubscribe(ctx, all, { topic: '', channel: 'email', source: 'link' })
    await unsubscribe(ctx, one, { topic: 'youth', channel: 'email', source: 'link' })
    return Promise.all(
      [topic, 'youth'].map(async name => ({
        words: await latestEvidence(ctx, [all, one], { channel: 'email', topic: name }),
        stands: await listSuppressionsOf(ctx, [all, one], { channel: 'email', topic: name }),
      })),
    )
  })
  expect(found.map(({ words }) => [words.get(all), words.get(one)])).toEqual([
    ['revoked', 'granted'],
    ['revoked', 'revoked'],
  ])
  expect(found.map(({ stands }) => [stands.get(all), stands.get(one)])).toEqual([
    [['unsubscribed'], undefined],
    [['unsubscribed'], ['unsubscribed']],
  ])
})

test('the way back of a link lifts no bounce and no complaint', async () => {
  const church = await aChurch()
  const email = newEmail()
  const stands = await church.inside(async ctx => {
    await suppress(
      ctx,
      (['hard_bounce', 'complaint'] as const).map(reason => ({
        value: email,
        channel: 'email',
        reason,
        source: 'test',
      })),
    )
    await unsubscribe(ctx, email, { topic, channel: 'email', source: 'link' })
    await resubscribe(ctx, email, { topic, wording: 'Undo', reference: 'link' })
    return listSuppressionsOf(ctx, [email], place)
  })
  expect(stands.get(email)).toEqual(['hard_bounce', 'complaint'])
})

test('a no that is said anew keeps its evidence and that of the one before', async () => {
  const church = await aChurch()
  const value = newEmail()
  const no = (text: string) =>
    church.inside(ctx =>
      suppress(ctx, [{ value, channel: 'sms', reason: 'stop', source: 'reply', evidence: { text } }]),
    )
  await no('STOP')
  await church.inside(ctx => lift(ctx, [value], { reason: 'stop', channel: 'voice' }))
  expect(await no('Never noted')).toBe(0)
  await church.inside(ctx => lift(ctx, [value], { reason: 'stop', channel: 'sms' }))
  expect(await no('Quit')).toBe(1)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select evidence from suppressions where value = $1', [value])
  const before = [{ source: 'reply', evidence: { text: 'STOP' }, at: expect.any(String), liftedAt: expect.any(String) }]
  expect(rows).toEqual([{ evidence: { text: 'Quit', before } }])
})

test('what was said can be neither changed nor taken out', async () => {
  const church = await aChurch()
  await church.inside(ctx => subscribe(ctx, newEmail(), yes))
  for (const statement of [`update consents set state = 'revoked'`, 'delete from consents', 'truncate consents'])
    expect(await church.inside(ctx => ctx.db.execute(sql.raw(statement))).then(() => 'done', sqlState)).toBe('42501')
})
