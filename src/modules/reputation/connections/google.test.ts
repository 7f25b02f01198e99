// Isolated: it has an OAuth client at Google, and allows loopback addresses, so that a server of the tests answers as Google.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
vi.stubEnv('GOOGLE_BUSINESS_CLIENT_ID', 'google-client')
vi.stubEnv('GOOGLE_BUSINESS_CLIENT_SECRET', 'google-secret')
const { clock, hours, minutes } = await import('#kernel/clock.ts')
const { aGoogleServer } = await import('#testing/google-business.ts')
const { replaceGoogle } = await import('#providers/reviews/index.ts')
const { aChurch } = await import('#testing/church.ts')
const { testHouse } = await import('#testing/house.ts')

type Church = Awaited<ReturnType<typeof aChurch>>
type Google = Awaited<ReturnType<typeof aGoogleServer>>
const ENTRY = 'accounts/1/locations/2'
let google: Google
beforeAll(async () => {
  google = await aGoogleServer()
  replaceGoogle(google.addresses)
})
beforeEach(() => {
  Object.assign(google, { asked: [], reviews: { [ENTRY]: [] }, says: undefined, revoked: [] })
})
afterEach(() => clock.reset())
afterAll(async () => {
  vi.unstubAllEnvs()
  await google.close()
})

const stored = (reviewId: string, updateTime: string, more: object = {}) => ({
  reviewId,
  starRating: 'FOUR',
  comment: `Words of ${reviewId}`,
  reviewer: { displayName: 'Maria Alvarez' },
  createTime: updateTime,
  updateTime,
  ...more,
})
const all = async (church: Church) => (await church.staff.reviews.list({ limit: 200 })).items
const sourceOf = async (church: Church) => (await church.staff.reviewSources.list({})).items[0]!

async function connect(church: Church) {
  const { url } = await church.staff.reviewConnections.start({})
  return church.staff.reviewConnections.finish(google.allow(url))
}
async function aConnectedChurch() {
  const church = await aChurch()
  const { id } = await connect(church)
  const source = await church.staff.reviewConnections.addEntry({ id, entry: ENTRY })
  await church.settle()
  const read = async () => {
    await church.staff.reviewSources.sync({ id: source.id })
    await church.settle()
  }
  return { church, id, source, read }
}

test('a member connects with state and PKCE; a forged, replayed, expired or foreign return is refused', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  expect((await grace.staff.reviewConnections.list({})).google).toBe('live')
  const { url } = await grace.staff.reviewConnections.start({})
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: 'google-client',
    scope: 'https://www.googleapis.com/auth/business.manage',
    code_challenge_method: 'S256',
    access_type: 'offline',
  })
  expect(asked.get('redirect_uri')).toMatch(/\/reputation\/google$/)
  const back = google.allow(url)
  const stale = { code: 'BAD_REQUEST', message: expect.stringContaining('connect again') }
  await expect(grace.staff.reviewConnections.finish({ ...back, state: 'forged' })).rejects.toMatchObject(stale)
  await expect(hope.staff.reviewConnections.finish(back)).rejects.toMatchObject(stale)
  await expect(grace.owner.reviewConnections.finish(back)).rejects.toMatchObject(stale)
  expect(google.asked).toEqual([])
  const connection = await grace.staff.reviewConnections.finish(back)
  await expect(grace.staff.reviewConnections.finish(back)).rejects.toMatchObject(stale)
  expect(connection).toEqual({ id: expect.any(String), connectedAt: expect.any(Date), sources: [] })
  expect((await hope.staff.reviewConnections.list({})).items).toEqual([])
  await expect(hope.staff.reviewConnections.findEntries({ id: connection.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })

  const late = google.allow((await grace.staff.reviewConnections.start({})).url)
  clock.advance(minutes(11))
  await expect(grace.staff.reviewConnections.finish(late)).rejects.toMatchObject(stale)
  // A code of another attempt has another challenge.
  const [first, second] = [await grace.staff.reviewConnections.start({}), await grace.staff.reviewConnections.start({})]
  const mixed = { state: google.allow(first.url).state, code: google.allow(second.url).code }
  await expect(grace.staff.reviewConnections.finish(mixed)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  google.scope = 'openid'
  await expect(connect(grace)).rejects.toMatchObject({ message: expect.stringContaining('permission') })
  google.scope = 'https://www.googleapis.com/auth/business.manage'
  expect((await grace.staff.reviewConnections.list({})).items).toHaveLength(1)
})

test('the credentials are stored encrypted and never answered', async () => {
  const { church, id } = await aConnectedChurch()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select * from review_connections where id = $1', [id])
  expect(rows[0].sealed_token).toMatch(/^v1\./)
  expect(JSON.stringify(rows)).not.toContain('refresh-')
  const answers = [await church.staff.reviewConnections.list({}), await church.staff.reviewSources.list({})]
  expect(JSON.stringify(answers)).not.toMatch(/refresh-|v1\.|google-secret/)
})

test('reviews are read page by page, then only what changed; an entry of another account can’t be named', async () => {
  google.reviews[ENTRY] = [
    stored('a', '2026-01-01T10:00:00Z', { starRating: 'FIVE' }),
    stored('b', '2026-01-02T10:00:00Z', { reviewer: { displayName: 'A Google User', isAnonymous: true } }),
    stored('c', '2026-01-03T10:00:00Z', { comment: undefined }),
    stored('odd', '2026-01-04T10:00:00Z', { starRating: 'STAR_RATING_UNSPECIFIED' }),
    stored('d', '2026-01-05T10:00:00Z', { reviewReply: { comment: 'Thank you', updateTime: '2026-01-06T10:00:00Z' } }),
  ]
  const { church, id, source, read } = await aConnectedChurch()
  expect(source).toMatchObject({ mode: 'live', name: 'Grace Church', page: 'https://maps.example/grace' })
  expect(await all(church)).toMatchObject([
    { content: 'Words of d', response: 'Thank you', responseState: 'published', rating: 4 },
    { content: '' },
    { content: 'Words of b', author: null },
    { content: 'Words of a', author: 'Maria Alvarez', rating: 5 },
  ])
  const { items } = await church.staff.reviewConnections.findEntries({ id })
  expect(items).toEqual([{ entry: ENTRY, name: 'Grace Church', address: '1 Main Street, Austin', isAdded: true }])
  const foreign = church.staff.reviewConnections.addEntry({ id, entry: 'accounts/9/locations/9' })
  await expect(foreign).rejects.toMatchObject({ message: 'This connection does not open that entry.' })
  await expect(church.staff.reviewConnections.addEntry({ id, entry: ENTRY })).rejects.toMatchObject({
    message: 'This entry is added already.',
  })

  google.asked = []
  Object.assign(google.reviews[ENTRY]![0]!, {
    comment: 'Edited',
    starRating: 'ONE',
    updateTime: '2026-02-01T10:00:00Z',
  })
  await read()
  expect(google.asked.filter(({ call }) => call.endsWith('/reviews'))).toHaveLength(1)
  expect((await all(church)).find(one => one.content === 'Edited')).toMatchObject({ rating: 1 })
})

test('an access token that was withdrawn is replaced; a failed look keeps every review, says why, and waits longer', async () => {
  google.reviews[ENTRY] = [stored('a', '2026-01-01T10:00:00Z'), stored('b', '2026-01-02T10:00:00Z')]
  const { church, read } = await aConnectedChurch()
  google.tokens.clear()
  await read()
  expect(await sourceOf(church)).toMatchObject({ problem: null })
  const nextAt = async () => {
    const { owner } = await testHouse()
    const { rows } = await owner.query('select next_at from review_sources where client_id = $1', [church.id])
    return new Date(rows[0].next_at).getTime() - clock.ms()
  }
  const failures = [
    [{ status: 404, data: { error: {} } }, 'status 404'],
    [{ data: {} }, 'without any review'],
    [{ status: 429, data: {} }, 'status 429'],
    [{ html: '<html>Sign in</html>' }, 'no readable answer'],
    [{ html: '' }, 'no readable answer'],
    [{ status: 503, html: 'Unavailable' }, 'status 503'],
  ] as const
  for (const [says, problem] of failures) {
    google.says = says
    await read()
    expect((await sourceOf(church)).problem, problem).toContain(problem)
    expect(await church.staff.reviews.summary({})).toMatchObject({ total: 2 })
  }
  expect(await nextAt()).toBeGreaterThan(hours(7))
  google.says = undefined
  await read()
  expect(await sourceOf(church)).toMatchObject({ problem: null })
  clock.advance(hours(8))
  expect((await all(church)).every(({ goneAt }) => goneAt === null)).toBe(true)
})

test('a response is published, replaced and deleted on Google; a refused one says why', async () => {
  google.reviews[ENTRY] = [stored('a', '2026-01-01T10:00:00Z')]
  const { church } = await aConnectedChurch()
  const there = () => google.reviews[ENTRY]![0]?.reviewReply?.comment
  const respond = async (text: string) => {
    const { id, version } = (await all(church))[0]!
    await church.staff.reviews.respond({ id, version, text, anyway: true })
    await church.settle()
    return (await all(church))[0]!
  }
  expect(await respond('Thank you.')).toMatchObject({ responseState: 'published' })
  expect(there()).toBe('Thank you.')
  await respond('Thank you, Maria.')
  expect(there()).toBe('Thank you, Maria.')
  expect(await respond('See https://grace.example')).toMatchObject({
    responseState: 'failed',
    responseProblem: 'The reply contains a link.',
  })
  await church.staff.reviews.withdraw({ id: (await all(church))[0]!.id })
  await church.settle()
  expect(there()).toBeUndefined()

  // Where the whole entry is missing, nobody knows of the review.
  google.says = { status: 404, data: { error: {} } }
  expect(await respond('Thank you.')).toMatchObject({ responseState: 'failed', goneAt: null })
  google.says = undefined
  google.reviews[ENTRY] = [stored('other', '2026-01-02T10:00:00Z')]
  expect(await respond('Thank you again.')).toMatchObject({ goneAt: expect.any(Date) })
})

test('after disconnecting, Google is told, reviews stay, and nothing further is read', async () => {
  google.reviews[ENTRY] = [stored('a', '2026-01-01T10:00:00Z')]
  const { church, id } = await aConnectedChurch()
  await church.staff.reviewConnections.remove({ id })
  expect(google.revoked).toEqual([expect.stringContaining('refresh-')])
  expect(await all(church)).toHaveLength(1)
  const source = await sourceOf(church)
  expect(source).toMatchObject({ mode: 'file', isConnected: false })
  await expect(church.staff.reviewSources.sync({ id: source.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
