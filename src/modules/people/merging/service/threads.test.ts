import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { make, merge, picture, rowsOf, says, unreadOf } from '#testing/merging.ts'

test('two conversations become one in order, unread where one of them was, and apart again', async () => {
  const church = await aChurch()
  const { staff, owner } = church
  const [ann, annie] = [await make(church, { firstName: 'Ann' }), await make(church, { firstName: 'Annie' })]
  const thread = await says(church, ann.id, 'first')
  const other = await says(church, annie.id, 'second')
  await says(church, ann.id, 'third')
  await says(church, annie.id, 'fourth')
  const items = await rowsOf(church, `select id, conversation_id, body from conversation_items order by id`)
  // Staff have read all of one and nothing of the other; the owner has read everything.
  await staff.conversations.read({ id: thread, itemId: items[2]!.id })
  await owner.conversations.read({ id: thread, itemId: items[2]!.id })
  await owner.conversations.read({ id: other, itemId: items[3]!.id })
  const state = await staff.conversations.get({ id: other })
  await staff.conversations.update({ id: other, version: state.version, status: 'closed' })
  const before = await picture(church, [ann.id, annie.id])
  expect((await staff.merges.preview({ keepId: ann.id, goneId: annie.id })).along).toEqual([
    '1 conversation with 2 messages',
    '2 messages sent or received',
  ])

  const { id } = await merge(church, ann.id, annie.id)
  const whole = await staff.conversations.items({ id: thread, limit: 50 })
  expect(whole.items.map(item => item.id).sort()).toEqual(items.map(item => item.id))
  expect(await staff.conversations.get({ id: thread })).toMatchObject({ status: 'open', unread: 3 })
  expect((await owner.conversations.get({ id: thread })).unread).toBe(0)
  expect((await staff.conversations.get({ id: other })).id).toBe(thread)
  expect((await staff.conversations.start({ personId: annie.id })).id).toBe(thread)

  await staff.merges.undo({ id })
  expect(await picture(church, [ann.id, annie.id])).toEqual(before)
  expect(await unreadOf(church, other)).toBe(2)
})

test('a confidential thread stays one for pastors alone, and what was not goes with it until they are two again', async () => {
  const church = await aChurch()
  const [ann, annie] = [await make(church, { firstName: 'Ann' }), await make(church, { firstName: 'Annie' })]
  const open = await says(church, ann.id, 'when is the picnic')
  const secret = await says(church, annie.id, 'I can’t go on')
  const { version } = await church.pastor.conversations.get({ id: secret })
  await church.pastor.conversations.setConfidential({ id: secret, version, confidential: true })
  expect((await church.staff.merges.preview({ keepId: ann.id, goneId: annie.id })).along).toEqual([])
  const { id } = await merge(church, ann.id, annie.id)
  await expect(church.staff.conversations.get({ id: open })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.pastor.conversations.get({ id: open })).toMatchObject({ confidential: true })
  expect(await rowsOf(church, `select from messages where not confidential and person_id is not null`)).toEqual([])
  await church.staff.merges.undo({ id })
  expect(await church.staff.conversations.get({ id: open })).toMatchObject({ confidential: false })
  await expect(church.staff.conversations.get({ id: secret })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('ten thousand messages are moved at once, and back', async () => {
  const church = await aChurch()
  const [ann, bea] = [await make(church, { firstName: 'Ann' }), await make(church, { firstName: 'Bea' })]
  const [thread, other] = [await says(church, ann.id, 'one'), await says(church, bea.id, 'two')]
  for (let from = 1; from < 10_000; from += 2_000)
    await rowsOf(
      church,
      `with m as (insert into messages (channel, kind, direction, recipient, body_text, state, dedupe_key, purpose, person_id)
        select 'sms', 'text', 'out', '+15125550100', 'words', 'sent', 'bulk' || i, 'conversational', '${bea.id}' from generate_series(${from}, ${from + 1_999}) i returning id)
      insert into conversation_items (conversation_id, kind, message_id, direction) select '${other}', 'message', id, 'out' from m`,
    )
  await (await testHouse()).owner.query('analyze messages, conversation_items, conversations')
  const of = async (id: string) =>
    (await rowsOf(church, `select count(*)::int as n from conversation_items where conversation_id = '${id}'`))[0]!.n
  const { id } = await merge(church, ann.id, bea.id)
  expect(await of(thread)).toBe(10_002)
  expect((await rowsOf(church, `select count(*)::int as n from messages where person_id = '${ann.id}'`))[0]!.n).toBe(
    10_002,
  )
  await church.staff.merges.undo({ id })
  expect([await of(thread), await of(other)]).toEqual([1, 10_001])
})
