import { randomUUID } from 'node:crypto'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { answerWith } from '#language-models/service.ts'
import { addSandboxReviews, changeSandboxReview } from '#providers/reviews/sandbox/service.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { builtInDraft, voices } from './rules/response-drafts.ts'
import { lintResponse } from './rules/response-lint.ts'

afterEach(() => clock.reset())
type Church = Awaited<ReturnType<typeof aChurch>>

async function query(text: string, values: unknown[] = []) {
  const { owner } = await testHouse()
  return (await owner.query(text, values)).rows
}

/** A church that is connected to Google's sandbox. */
async function aConnectedChurch() {
  const church = await aChurch()
  const source = await church.staff.reviewSources.create({ platform: 'google', name: 'Grace' })
  await church.settle()
  const [row] = await query('select entry from review_sources where id = $1', [source.id])
  const entry: string = row.entry
  return {
    church,
    source,
    entry,
    async write(rating: number, content: string, more: { author?: string | null; reviewedAt?: Date } = {}) {
      const [id] = await addSandboxReviews(entry, [
        { rating, content, author: 'Maria Alvarez', reviewedAt: clock.now(), ...more },
      ])
      await read(church, source.id)
      return id!
    },
    read: () => read(church, source.id),
  }
}
async function read(church: Church, id: string) {
  await church.staff.reviewSources.sync({ id })
  await church.settle()
}
const all = async (church: Church) => (await church.staff.reviews.list({ limit: 200 })).items
const newest = async (church: Church) => (await all(church))[0]!

test('a review comes in once, edited it keeps what it said before, and deleted there it counts no more', async () => {
  const { church, entry, write, read } = await aConnectedChurch()
  const id = await write(5, 'Warm people')
  await read()
  expect(await all(church)).toMatchObject([
    { platform: 'google', rating: 5, content: 'Warm people', author: 'Maria Alvarez' },
  ])

  await changeSandboxReview(entry, id, { rating: 2, content: 'Not what it was' })
  await read()
  const review = await newest(church)
  expect(review).toMatchObject({ rating: 2, content: 'Not what it was', editedAt: expect.any(Date) })
  expect((await church.staff.reviews.get({ id: review.id })).history).toMatchObject([
    { change: 'edited', rating: 5, content: 'Warm people' },
  ])
  expect(await church.staff.reviews.summary({})).toMatchObject({ average: 2, total: 1, unanswered: 1 })

  await changeSandboxReview(entry, id, { deletedAt: clock.now() })
  await read()
  expect(await newest(church)).toMatchObject({ goneAt: expect.any(Date) })
  expect(await church.staff.reviews.summary({})).toEqual({
    average: null,
    total: 0,
    unanswered: 0,
    responseRate: null,
    stars: [0, 0, 0, 0, 0],
  })
})

test('a response is published once, replaced and deleted there; a refused one says why', async () => {
  const { church, entry, write } = await aConnectedChurch()
  await write(4, 'Good, but the parking lot was full')
  const there = async () =>
    (await query('select response from review_sandbox_reviews where entry = $1', [entry]))[0].response
  let review = await newest(church)
  const respond = async (text: string, anyway = false) => {
    review = await church.staff.reviews.respond({ id: review.id, version: review.version, text, anyway })
    const before = review.responseState
    await church.settle()
    review = await church.staff.reviews.get({ id: review.id })
    return [before, review.responseState]
  }
  expect(await respond('Thank you. There is room behind the school.')).toEqual(['publishing', 'published'])
  expect(await there()).toBe('Thank you. There is room behind the school.')
  expect(await respond('Thank you, Maria.')).toEqual(['publishing', 'published'])
  expect(await there()).toBe('Thank you, Maria.')

  await expect(respond('Thanks for attending!')).rejects.toMatchObject({ code: 'WARNED' })
  await expect(respond('Write to pat@grace.example')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await there()).toBe('Thank you, Maria.')

  expect(await respond('See https://grace.example')).toEqual(['publishing', 'failed'])
  expect(review.responseProblem).toBe('Responses can’t contain links.')
  await church.staff.reviews.withdraw({ id: review.id })
  await church.settle()
  expect(await there()).toBeNull()
  expect(await church.staff.reviews.get({ id: review.id })).toMatchObject({ response: null, responseState: 'none' })
})

test('a response to a review that was deleted there meanwhile is not lost, and says so', async () => {
  const { church, entry, write } = await aConnectedChurch()
  const id = await write(1, 'Too loud')
  const review = await newest(church)
  await changeSandboxReview(entry, id, { deletedAt: clock.now() })
  await church.staff.reviews.respond({ id: review.id, version: review.version, text: 'We turned it down.' })
  await church.settle()
  expect(await church.staff.reviews.get({ id: review.id })).toMatchObject({
    response: 'We turned it down.',
    responseState: 'failed',
    responseProblem: 'The review was deleted there before the response was published.',
    goneAt: expect.any(Date),
  })
  const { version } = await church.staff.reviews.get({ id: review.id })
  await expect(church.staff.reviews.respond({ id: review.id, version, text: 'Again' })).rejects.toMatchObject({
    code: 'GONE',
  })
})

test('two who answer at once: the second is told, and the first response stands', async () => {
  const { church, write } = await aConnectedChurch()
  await write(5, 'Lovely')
  const { id, version } = await newest(church)
  await church.staff.reviews.respond({ id, version, text: 'Thank you!' })
  await expect(church.owner.reviews.respond({ id, version, text: 'Thanks a lot!' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await church.staff.reviews.get({ id })).toMatchObject({ response: 'Thank you!' })
})

test('where a platform takes no responses from other programs, it is marked as written there', async () => {
  const church = await aChurch()
  const source = await church.staff.reviewSources.create({ platform: 'yelp', name: 'Grace' })
  expect(source.isConnected).toBe(false)
  await expect(church.staff.reviewSources.sync({ id: source.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const csv = 'Date,Rating,Author,Review\n2026-05-01,4,Tom W.,Nice people\n'
  await church.staff.reviewSources.upload({ id: source.id, csv })
  const { id, version } = await newest(church)
  expect(await church.staff.reviews.respond({ id, version, text: 'Thank you, Tom.' })).toMatchObject({
    responseState: 'marked',
    responseDate: expect.any(Date),
  })
})

test('words that may be a sign of danger raise an alert, once; the person who takes it reads them', async () => {
  const { church, write, read } = await aConnectedChurch()
  await write(1, 'I want to kill myself and nobody here noticed')
  await read()
  const { items } = await church.staff.crisis.list({})
  expect(items).toMatchObject([{ source: 'review', level: 'page' }])
  const { id } = items[0]!
  await church.staff.crisis.take({ id })
  const review = await newest(church)
  expect(await church.staff.crisis.words({ id })).toMatchObject({
    text: 'I want to kill myself and nobody here noticed',
    name: 'Maria Alvarez',
    href: `/reputation?review=${review.id}`,
  })
})

test('members hear of a new review; older ones that a first look brings are no news', async () => {
  const { church, write } = await aConnectedChurch()
  await write(5, 'From last year', { reviewedAt: new Date(clock.ms() - days(400)) })
  const bell = async () => (await church.staff.notifications.list({})).items.filter(({ type }) => type === 'review')
  expect(await bell()).toEqual([])
  await write(5, 'From today', { author: 'A Google User' })
  expect(await bell()).toMatchObject([{ title: 'A new review on Google' }])
  expect(await newest(church)).toMatchObject({ author: null })
})

test('a look that fails changes nothing but its sentence, and the next one goes on', async () => {
  const { church, source, write, read } = await aConnectedChurch()
  await write(5, 'Stays')
  await query('alter table review_sandbox_reviews rename to review_sandbox_away')
  try {
    await read()
  } finally {
    await query('alter table review_sandbox_away rename to review_sandbox_reviews')
  }
  const sources = async () => (await church.staff.reviewSources.list({})).items.find(({ id }) => id === source.id)
  expect(await sources()).toMatchObject({ problem: expect.any(String), reviews: 1 })
  expect(await newest(church)).toMatchObject({ content: 'Stays', goneAt: null })
  await read()
  expect(await sources()).toMatchObject({ problem: null })
})

test('10,000 reviews come in page by page, two readers at once: none is lost, none is doubled', async () => {
  const { church, source, entry } = await aConnectedChurch()
  const at = new Date(clock.ms() - days(100))
  const many = Array.from({ length: 10_000 }, (_, i) => ({
    rating: (i % 5) + 1,
    content: `Review ${i}`,
    author: null,
    reviewedAt: new Date(at.getTime() - i * 1_000),
  }))
  for (let from = 0; from < many.length; from += 1_000) await addSandboxReviews(entry, many.slice(from, from + 1_000))
  await Promise.all([read(church, source.id), read(church, source.id)])
  expect(await church.staff.reviews.summary({})).toMatchObject({ total: 10_000, average: 3 })
  expect(
    await query('select count(distinct content)::int as n from reviews where client_id = $1', [church.id]),
  ).toEqual([{ n: 10_000 }])
})

test('a file says what it would do and then does it; twice it is known, and what it does not understand it says', async () => {
  const church = await aChurch()
  const { id } = await church.staff.reviewSources.create({ platform: 'facebook', name: 'Grace' })
  const csv = [
    'Created;Recommendation;Reviewer Name;Review Text;Reply;Likes',
    '5/12/2026;Positive;Ann Miller;"We felt; at home";Thank you, Ann.;3',
    '2026-04-02;doesn’t recommend;A Google User;;;0',
    '2026-04-31x;five;Bo;Hm;;0',
    '2026-04-03;seven;Bo;Hm;;0',
  ].join('\n')
  const upload = (isTrial: boolean) => church.staff.reviewSources.upload({ id, csv, isTrial })
  const expected = {
    added: 2,
    changed: 0,
    known: 0,
    failed: 2,
    ignored: ['Likes'],
    problems: [
      { line: 4, text: '“2026-04-31x” is not a date in the past.' },
      { line: 5, text: '“seven” is not a rating from 1 to 5.' },
    ],
  }
  expect(await upload(true)).toMatchObject(expected)
  expect(await all(church)).toEqual([])
  expect(await upload(false)).toMatchObject(expected)
  expect(await upload(false)).toMatchObject({ added: 0, known: 2 })
  expect(await all(church)).toMatchObject([
    {
      rating: 5,
      author: 'Ann Miller',
      content: 'We felt; at home',
      response: 'Thank you, Ann.',
      responseState: 'published',
    },
    { rating: 1, author: null, content: '', responseState: 'none' },
  ])
  await expect(
    church.staff.reviewSources.upload({ id, csv: '<html><body>Not found</body></html>' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('There is no column') })
  const google = await church.staff.reviewSources.create({ platform: 'google', name: 'Grace' })
  await expect(church.staff.reviewSources.upload({ id: google.id, csv })).rejects.toMatchObject({
    message: 'This source is read from its platform. Add another source for a file.',
  })
  await expect(church.staff.reviewSources.upload({ id, csv: 'x'.repeat(700_001) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('up to 700 KB'),
  })
  await expect(church.staff.reviewSources.upload({ id, csv: '' })).rejects.toMatchObject({
    message: 'The file is empty.',
  })
})

test('who may not write in the name of the church sees no reviews, and another church’s are not there', async () => {
  const { church, write } = await aConnectedChurch()
  await write(5, 'Ours')
  const { id, version } = await newest(church)
  await expect(church.viewer.reviews.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const other = await aChurch()
  expect((await other.staff.reviews.list({})).items).toEqual([])
  await expect(other.staff.reviews.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(other.staff.reviews.respond({ id, version, text: 'Thank you!' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(other.staff.reviewSources.remove({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a member who leaves hands over the reviews that are still open', async () => {
  const { church, write } = await aConnectedChurch()
  await write(3, 'Fine')
  const review = await newest(church)
  const { staff, pastor } = church.people
  await church.owner.reviews.update({ id: review.id, version: review.version, assignedTo: staff.id })
  const { items } = await church.owner.members.list({})
  const member = items.find(({ userId }) => userId === staff.id)!
  await church.owner.members.remove({ id: member.id, handOverTo: pastor.id })
  expect(await church.owner.reviews.get({ id: review.id })).toMatchObject({ assignedTo: pastor.id })
})

test('filters and orders, also together', async () => {
  const { church, write } = await aConnectedChurch()
  await write(5, 'Great music', { reviewedAt: new Date(clock.ms() - hours(3)) })
  await write(2, 'Loud music', { reviewedAt: new Date(clock.ms() - hours(2)) })
  await write(4, 'Kind people', { reviewedAt: new Date(clock.ms() - hours(1)) })
  const found = async (filter: Parameters<typeof church.staff.reviews.list>[0]) =>
    (await church.staff.reviews.list(filter)).items.map(({ rating }) => rating)
  expect(await found({})).toEqual([4, 2, 5])
  expect(await found({ sort: 'rating' })).toEqual([2, 4, 5])
  expect(await found({ search: 'music', sort: '-rating' })).toEqual([5, 2])
  expect(await found({ rating: [2, 4] })).toEqual([4, 2])
  const [kind] = await all(church)
  await church.staff.reviews.respond({ id: kind!.id, version: kind!.version, text: 'Thank you!' })
  const [, loud] = await all(church)
  await church.staff.reviews.update({ id: loud!.id, version: loud!.version, state: 'closed' })
  expect(await found({ unanswered: true })).toEqual([5])
  expect(await found({ state: 'closed' })).toEqual([2])
})

test('a draft passes the check: in the words of a model, or built-in ones where there is none, it breaks a rule or is down', async () => {
  for (const voice of voices)
    for (const rating of [1, 5]) expect(lintResponse(builtInDraft(rating, voice), 'google')).toEqual([])
  const { church, write } = await aConnectedChurch()
  await write(2, 'The coffee was cold', { author: 'Maria Alvarez' })
  const { id } = await newest(church)
  const draft = (voice: 'warm' | 'brief' = 'brief') => church.staff.reviews.draft({ id, voice })
  expect(await church.staff.reviews.drafting({})).toEqual({ model: null })
  expect(await draft()).toEqual({ text: builtInDraft(2, 'brief'), model: null, problem: '' })

  const good = answerWith([{ value: { text: ' We are sorry, and we will look into it. ' } }])
  expect(await draft()).toEqual({ text: 'We are sorry, and we will look into it.', model: 'Sandbox', problem: '' })
  expect(await church.staff.reviews.drafting({})).toEqual({ model: 'Sandbox' })
  good()
  for (const [answer, problem] of [
    [{ value: { text: 'Thank you for visiting! Call (512) 555-0143.' } }, 'did not pass'],
    [{ fails: 'unavailable' }, 'sandbox'],
  ] as const) {
    const end = answerWith([answer])
    onTestFinished(end)
    expect(await draft('warm')).toMatchObject({
      text: builtInDraft(2, 'warm'),
      problem: expect.stringContaining(problem),
    })
    end()
  }
  await write(1, 'I don’t want to live anymore')
  const alarming = await newest(church)
  await expect(church.staff.reviews.draft({ id: alarming.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await church.staff.reviews.get({ id })).response).toBeNull()
})
