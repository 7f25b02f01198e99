import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, query, says } from '#testing/flock.ts'

afterEach(() => clock.reset())

test('a member who is assigned a conversation by a keyword or by hand is told once, by email if they wish; what they assign to themselves is no news', async () => {
  const church = await aChurch()
  await atNoon(church)
  const { staff, pastor, people } = church
  const [ann, bob] = (await aFlock(church, ['Ann', 'Bob'])) as [string, string]
  await staff.smsKeywords.create({ word: 'JOIN', topic: 'newsletter', answersTo: people.pastor.id })
  const heard = async (who = pastor) =>
    (await who.notifications.list({})).items.filter(one => one.type === 'assigned').map(one => one.title)
  const mails = async () =>
    (await query(`select subject from messages where kind = 'assigned' and client_id = $1`, church.id)).length
  await says(church, ann, 'join')
  await says(church, ann, 'join again')
  expect([await heard(), await mails()]).toEqual([['Ann Miller was assigned to you'], 0])
  await pastor.notifications.prefer({ type: 'assigned', mail: true })
  await says(church, bob, 'join')
  expect([(await heard())[0], await mails()]).toEqual(['Bob Miller was assigned to you', 1])

  // By hand: to a colleague, to the same again, several at once, and to oneself.
  const all = (await staff.conversations.list({ status: 'all' })).items
  expect(all).toHaveLength(2)
  const [one] = all
  const give = async (assignedTo: string) => {
    const { id, version } = await staff.conversations.get({ id: one!.id })
    await staff.conversations.update({ id, version, assignedTo })
  }
  await give(people.staff.id)
  expect(await heard(staff)).toEqual([])
  await give(people.admin.id)
  await give(people.admin.id)
  expect(await heard(church.admin)).toEqual([`${one!.name} was assigned to you`])
  const ids = all.map(({ id }) => id)
  await staff.conversations.bulk({ ids, assignedTo: people.owner.id })
  await staff.conversations.bulk({ ids, assignedTo: people.owner.id })
  expect(await heard(church.owner)).toEqual(['2 conversations were assigned to you'])
})
