import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { notify } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const news = (type: string, extra = {}) => ({
  type,
  title: `News of ${type}`,
  href: '/leads',
  dedupeKey: type,
  ...extra,
})
const mailsTo = async (church: Church, role: 'staff' | 'pastor') => {
  const { owner } = await testHouse()
  const email = church.people[role].email
  return (await owner.query('select subject from messages where recipient = $1 order by id', [email])).rows.map(
    row => row.subject,
  )
}

test('each member chooses which news also come by mail, for themselves and this account alone', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope Chapel')]
  const both = [church.people.staff.id, church.people.pastor.id]
  const { items } = await church.staff.notifications.preferences({})
  expect(Object.fromEntries(items.map(item => [item.type, item.mail]))).toMatchObject({
    overdue: true,
    assigned: false,
  })
  await Promise.all([1, 2].map(() => church.staff.notifications.prefer({ type: 'overdue', mail: false })))
  await church.staff.notifications.prefer({ type: 'assigned', mail: true })
  await church.inside(async ctx => {
    for (const type of ['overdue', 'assigned']) await notify(ctx, both, news(type))
  })
  expect(await mailsTo(church, 'staff')).toEqual(['News of assigned'])
  expect(await mailsTo(church, 'pastor')).toEqual(['News of overdue'])
  expect((await church.staff.notifications.list({})).items).toHaveLength(2)
  expect((await other.staff.notifications.preferences({})).items).toContainEqual(
    expect.objectContaining({ type: 'overdue', mail: true }),
  )
  await expect(church.staff.notifications.prefer({ type: 'gossip' as never, mail: true })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('news that must be read come by mail whatever was chosen', async () => {
  const church = await aChurch()
  await church.inside(ctx => notify(ctx, [church.people.staff.id], news('owner', { mail: true })))
  expect(await mailsTo(church, 'staff')).toEqual(['News of owner'])
})
