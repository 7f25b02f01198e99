import { randomUUID as id } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, noon, pass, query, says, textsTo } from '#testing/flock.ts'
import { voteOf } from '../../rules/poll.ts'
import { UNDO_MS } from '../../rules/states.ts'

afterEach(() => clock.reset())
const everybody = { ...emptyAudience, everybody: true }
const poll = { options: ['Tuesday', 'Thursday'], style: 'letters' as const, hours: 48, thanks: 'Counted, thank you!' }
const question = { topic: 'newsletter', audience: everybody, body: 'Which evening?', poll }

test('an answer is read by its sign, its words or a slip of the thumb; what may mean something else is left to people', () => {
  const letters = { ...poll, options: ['Yes', 'No', 'Tuesday evening', 'Thursday evening'] }
  const said: [string, number | null][] = [
    ...(['a', 'A.', 'a)', 'A please 🙂', 'Yes!', 'yes', 'A: we all come'] as const).map(
      text => [text, 0] as [string, number],
    ),
    ['No, sorry', 1],
    ['c) the usual', 2],
    ['tuesdy evening', 2],
    ['Thursday', 3],
    ['A friend of mine comes too', null],
    ['evening', null],
    ['Which room?', null],
    ['🙂', null],
  ]
  expect(said.map(([text]) => [text, voteOf(text, letters)])).toEqual(said)
  const numbers = { ...letters, style: 'numbers' as const }
  expect(['1', '2!', 'option 3', '2 of us will come', '5'].map(text => voteOf(text, numbers))).toEqual([
    0,
    1,
    2,
    null,
    null,
  ])
})

test('a poll: one vote for each number, the last one until the end; STOP first; what is unclear waits in Conversations', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const { staff } = church
  const [ann, bob, cat, dan] = (await aFlock(church, ['Ann', 'Bob', 'Cat', 'Dan'])) as [string, string, string, string]
  const key = id()
  const assistant = church.people.pastor.id
  await staff.smsCampaigns.send({ id: key, ...question, answersTo: assistant })
  await pass(church, UNDO_MS + 1)
  expect((await textsTo(church, ann))[0]!.text).toContain(
    'Which evening?\nA Tuesday\nB Thursday\nAnswer with a letter.',
  )
  clock.advance(60_000)
  await says(church, ann, 'a)')
  clock.advance(60_000)
  await says(church, ann, 'No wait: Thursday')
  await says(church, ann, 'Thursday!')
  await says(church, bob, 'Tuesday please')
  await says(church, cat, 'STOP')
  await says(church, dan, 'Which room is it?')
  const stands = await staff.smsCampaigns.pollResult({ id: key })
  expect(stands).toMatchObject({ open: true, asked: 4, votes: 2, unclear: 1 })
  expect(stands.options).toMatchObject([
    { sign: 'A', label: 'Tuesday', votes: 1, share: 0.5 },
    { sign: 'B', label: 'Thursday', votes: 1, share: 0.5 },
  ])
  expect((await textsTo(church, bob)).at(-1)).toMatchObject({ text: 'Counted, thank you!', state: 'delivered' })
  // A vote waits for nobody, Dan's question does, and lies with whom the answers were promised to.
  const threads = await query(
    `select p.first_name as name, c.status, c.waiting_since is not null as waits, c.assigned_to as "to"
      from conversations c join people p on p.id = c.person_id where c.client_id = $1 order by 1`,
    church.id,
  )
  expect(threads.find(one => one.name === 'Bob')).toMatchObject({ status: 'closed', waits: false, to: null })
  expect(threads.find(one => one.name === 'Dan')).toMatchObject({ status: 'open', waits: true, to: assistant })
  expect(threads.find(one => one.name === 'Cat')).toMatchObject({ to: null })
  const { csv } = await church.admin.smsCampaigns.pollCsv({ id: key })
  expect(csv).toContain(`${bob},Bob Miller,A,Tuesday,Tuesday please`)
  // By this kind's name the gate knows it for an automatic answer, and ends a loop of two machines.
  expect((await textsTo(church, bob)).at(-1)!.kind).toBe('poll-auto-reply')
  const closed = await Promise.all([1, 2].map(() => staff.smsCampaigns.closePoll({ id: key })))
  expect(closed.map(one => one.open)).toEqual([false, false])
  await says(church, dan, 'A')
  expect(await staff.smsCampaigns.pollResult({ id: key })).toMatchObject({ votes: 2 })
  const other = await aChurch('Hope')
  await expect(other.owner.smsCampaigns.pollResult({ id: key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a poll ends at its time; answers that say the same, and too few of them, are refused at their field', async () => {
  const church = await aChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann'])
  const refused = (change: object) =>
    church.staff.smsCampaigns.send({ id: id(), ...question, ...change }).then(
      () => 'sent',
      error => error.data?.issues?.[0]?.path.join('.') ?? error.code,
    )
  expect(await refused({ poll: { ...poll, options: ['Yes', 'yes!'] } })).toBe('poll.options.1')
  expect(await refused({ poll: { ...poll, options: ['Yes'] } })).toBe('poll.options')
  expect(await refused({ poll: { ...poll, options: ['Yes', ''] } })).toBe('poll.options.1')
  expect(
    await refused({ poll: { ...poll, options: ['x'.repeat(40), ...'abcd'].map(one => one.padEnd(40, 'y')) } }),
  ).toBe('body')
  expect(await refused({ answersTo: id() })).toBe('answersTo')
  expect((await church.staff.smsCampaigns.list({})).items).toEqual([])
  const key = id()
  await church.staff.smsCampaigns.send({ id: key, ...question })
  await pass(church, UNDO_MS + 1)
  clock.advance(hours(49))
  await says(church, ann!, 'A')
  expect(await church.staff.smsCampaigns.pollResult({ id: key })).toMatchObject({ open: false, votes: 0, unclear: 1 })
})

test('a planned question or second version can be changed until it starts, by the rules of a new one', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  const { staff } = church
  const [ann] = (await aFlock(church, ['Ann'])) as [string]
  const key = id()
  const at = noon.plus({ hours: 2 }).toFormat("yyyy-MM-dd'T'HH:mm")
  const made = await staff.smsCampaigns.schedule({ id: key, ...question, mode: 'instant', at })
  const split = { body: 'Other words', share: 50, hours: 4, by: 'clicks' as const, otherwise: 'a' as const }
  const change = (part: object) => staff.smsCampaigns.update({ id: key, version: made.version, ...part })
  const refused = (part: object, path: (string | number)[]) =>
    expect(change(part)).rejects.toMatchObject({ code: 'BAD_REQUEST', data: { issues: [{ path }] } })
  await refused({ poll: { ...poll, options: ['Tuesday', 'tuesday'] } }, ['poll.options.1'])
  await refused({ poll: { ...poll, options: ['Tuesday'] } }, ['poll', 'options'])
  await refused({ split }, ['split'])
  await refused({ poll: null, split }, ['split.by'])
  const two = await change({ poll: null, split: { ...split, by: 'answers' } })
  expect(two).toMatchObject({ state: 'scheduled', poll: null, split: { body: 'Other words' } })
  const options = ['Monday', 'Friday']
  const again = await staff.smsCampaigns.update({
    id: key,
    version: two.version,
    split: null,
    poll: { ...poll, options },
  })
  await pass(church, hours(2) + UNDO_MS)
  expect((await textsTo(church, ann))[0]!.text).toContain('A Monday\nB Friday')
  await expect(staff.smsCampaigns.update({ id: key, version: again.version, poll })).rejects.toMatchObject({
    code: 'NOT_EDITABLE',
  })
})
