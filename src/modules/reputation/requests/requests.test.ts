import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aSendingChurch, query, type SendingChurch } from '#testing/campaigns.ts'
import { agrees, newPhone, textsTo } from '#testing/flock.ts'
import { merge } from '#testing/merging.ts'
import { aServer } from '#testing/web.ts'
import { lintContent, lintRequest, STANDARD_CONTENT, STANDARD_SUBJECT } from './rules/words.ts'
import { reviewRequestKind } from './service/kind.ts'
import { sendDueFollowUps } from './service/resending.ts'
import { RequestStep, requestActions } from './service/workflow-pieces.ts'

afterEach(() => clock.reset())
const PERSON = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const GOOGLE = 'https://g.page/r/grace/review'

async function aChurchWithGoogle() {
  const church = await aSendingChurch()
  const source = await church.staff.reviewSources.create({ platform: 'google', name: 'Grace', reviewUrl: GOOGLE })
  await church.settle()
  return { church, source }
}
type Ready = Awaited<ReturnType<typeof aChurchWithGoogle>>
const words = { subject: STANDARD_SUBJECT, content: STANDARD_CONTENT }
const everybody = { ...emptyAudience, everybody: true }

const start = async ({ church, source }: Ready, more: Record<string, unknown> = {}) => {
  const campaign = await church.staff.reviewCampaigns.create({
    id: randomUUID(),
    name: 'May',
    channel: 'email',
    audience: everybody,
    sources: [source.id],
    ...words,
    ...more,
  } as never)
  await church.settle()
  return campaign
}
const requestsOf = async ({ staff }: SendingChurch) => (await staff.reviewRequests.list({ limit: 200 })).items
const personAt = async (email: string): Promise<string> =>
  (await query('select id from people where email = $1', [email]))[0].id
const mailsTo = (email: string) =>
  query(`select * from messages where recipient = $1 and kind = 'review-request' order by id`, [email])
const linkIn = (text: string) => /\/review\/[\w-]{16}/.exec(text)![0]
const visit = async (path: string, method = 'GET', agent = PERSON) =>
  (await aServer()).send(path, { method, redirect: 'manual', headers: { 'user-agent': agent } })
const post = async (path: string, fields: Record<string, string>) =>
  (await aServer()).send(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': PERSON,
      'sec-fetch-site': 'same-origin',
    },
  })

test('a campaign asks everyone once: the preview says who, and nobody is asked again within 90 days', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [first] = await church.readers(3)
  await query(`update consents set state = 'revoked' where value = $1`, [first])
  const plan = { channel: 'email', audience: everybody, topic: 'newsletter' } as const
  expect(await church.staff.reviewCampaigns.preview(plan)).toMatchObject({
    asked: 2,
    email: 2,
    askedRecently: 0,
    leftOut: [{ reason: 'no_consent', people: 1, words: 'without consent' }],
  })
  const campaign = await start(ready)
  expect(await church.staff.reviewCampaigns.get(campaign)).toMatchObject({ state: 'sent', asked: 2, skipped: 1 })
  const items = await requestsOf(church)
  expect(items.map(({ state }) => state).sort()).toEqual(['sent', 'sent', 'skipped'])
  expect(items.find(({ state }) => state === 'skipped')).toMatchObject({ reason: 'No consent', address: first })
  const [mail] = await mailsTo(items.find(({ state }) => state === 'sent')!.address)
  expect(mail.body_text).toContain('/review/')
  expect(mail.body_text).not.toContain('{reviewLink}')
  expect(mail.batch_id).toBe(campaign.id)

  expect(await church.staff.reviewCampaigns.preview(plan)).toMatchObject({ asked: 0, askedRecently: 2 })
  await expect(start(ready)).rejects.toMatchObject({ code: 'NOBODY' })
  clock.advance(days(91))
  expect(await church.staff.reviewCampaigns.preview(plan)).toMatchObject({ asked: 2, askedRecently: 0 })
  expect((await church.staff.campaigns.list({ limit: 50 })).items).toMatchObject([
    { id: campaign.id, channel: 'reviewRequest', recipients: 2 },
  ])
})

test('the engine writes a batch, pauses and goes on', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  await church.readers(2)
  const at = '2999-05-01T09:00'
  const { id } = await start(ready, { at })
  expect(await church.staff.reviewCampaigns.get({ id })).toMatchObject({ state: 'scheduled' })
  await query(`update review_request_campaigns set scheduled_for = $2 where id = $1`, [id, clock.now()])
  const engine = engineOf(reviewRequestKind)
  await church.inside(ctx => engine.startScheduled(ctx, id))
  await church.staff.reviewCampaigns.pause({ id })
  expect(await church.inside(ctx => engine.writeBatch(ctx, id))).toBe('done')
  await church.staff.reviewCampaigns.resume({ id })
  await church.settle()
  expect(await church.staff.reviewCampaigns.get({ id })).toMatchObject({ state: 'sent', asked: 2 })
})

test('one person from their page: with consent alone, once in 90 days, also after a merge', async () => {
  const { church, source } = await aChurchWithGoogle()
  const [email, other] = await church.readers(2)
  const personId = await personAt(email!)
  const request = { id: randomUUID(), personId, sources: [source.id], ...words }
  const asked = await church.staff.reviewRequests.create(request)
  expect(await church.staff.reviewRequests.create(request)).toEqual(asked)
  expect(asked).toMatchObject({ state: 'sent', channel: 'email', address: email, sentCount: 1 })
  await expect(church.staff.reviewRequests.create({ ...request, id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_SENT',
    message: 'Not asked: Asked in the last 90 days.',
  })
  await church.settle()

  const otherId = await personAt(other!)
  await merge(church, otherId, personId)
  await church.settle()
  const again = { ...request, id: randomUUID(), personId: otherId }
  await expect(church.staff.reviewRequests.create(again)).rejects.toMatchObject({ code: 'NOT_SENT' })
  expect(await requestsOf(church)).toMatchObject([{ personId: otherId }])
})

test('a text where that was agreed to, else an email; two who share a number are asked once', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email] = await church.readers(2)
  const phone = newPhone()
  const [pat, kim] = await Promise.all(
    ['Pat', 'Kim'].map(firstName =>
      church.staff.people.create({ firstName, lastName: 'Hill', points: [{ kind: 'phone', value: phone }] }),
    ),
  )
  await agrees(church as never, phone)
  await start(ready, { channel: 'sms_else_email' })
  const items = await requestsOf(church)
  expect(items.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
    'email sent',
    'email sent',
    'sms sent',
  ])
  const texts = await textsTo(church as never, phone)
  expect(texts.length).toBe(1)
  expect(items.some(({ personId }) => personId === pat!.id || personId === kim!.id)).toBe(true)
  expect(items.some(({ address }) => address === email)).toBe(true)
})

test('the month’s cap for texts holds, and who was not written to does not count as asked', async () => {
  const { church, source } = await aChurchWithGoogle()
  const phone = newPhone()
  const pat = await church.staff.people.create({ firstName: 'Pat', points: [{ kind: 'phone', value: phone }] })
  await agrees(church as never, phone)
  await church.owner.smsSettings.change({ monthlyCap: 100 })
  // What was spent this month stands at the cap.
  await query('update sms_settings set monthly_cap = 0 where client_id = $1', [church.id])
  const ask = () =>
    church.staff.reviewRequests.create({
      id: randomUUID(),
      personId: pat.id,
      channel: 'sms',
      sources: [source.id],
      ...words,
    })
  await expect(ask()).rejects.toMatchObject({ code: 'NOT_SENT' })
  await church.owner.smsSettings.change({ monthlyCap: null })
  expect(await ask()).toMatchObject({ state: 'sent', channel: 'sms' })
})

test('a step of a workflow asks one person, and leaves out whom the rules leave out', async () => {
  const { church, source } = await aChurchWithGoogle()
  const [email] = await church.readers(1)
  const personId = await personAt(email!)
  const { run } = requestActions['reputation.ask']!
  const input = RequestStep.parse({ ...words, sources: [source.id] })
  const step = () => church.inside(ctx => run(ctx, { personId, input, key: randomUUID() }))
  expect(await step()).toEqual({ messageId: expect.any(String) })
  expect(await step()).toEqual({ skipped: 'asked_recently' })
})

test('sent again after 72 hours and twice at most: a new link, and the old one still works', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email] = await church.readers(1)
  await start(ready)
  const [request] = await requestsOf(church)
  const resend = () => church.staff.reviewRequests.resend({ id: request!.id })
  await expect(resend()).rejects.toMatchObject({ code: 'NOT_SENT' })
  clock.advance(hours(73))
  expect(await resend()).toMatchObject({
    sentCount: 2,
    resendProblem: 'It was sent twice. Nobody is asked a third time.',
  })
  await expect(resend()).rejects.toMatchObject({ code: 'NOT_SENT' })
  const links = (await mailsTo(email!)).map(mail => linkIn(mail.body_text))
  expect(new Set(links).size).toBe(2)
  clock.advance(minutes(1))
  for (const link of links) expect((await visit(link)).status).toBe(200)
  clock.advance(days(31))
  expect(await requestsOf(church)).toMatchObject([{ state: 'clicked' }])
})

test('the follow-up reaches those who have not clicked, once', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email, gone, clicked] = await church.readers(3)
  await start(ready, { followUp: true })
  clock.advance(minutes(5))
  await visit(linkIn((await mailsTo(clicked!))[0].body_text))
  await query(`update consents set state = 'revoked' where value = $1`, [gone])
  clock.advance(days(4))
  for (let i = 0; i < 2; i++) await church.inside(ctx => sendDueFollowUps(ctx))
  const sent = async (to: string) =>
    (await mailsTo(to)).map(({ state }) => state === 'skipped').filter(no => !no).length
  expect([await sent(email!), await sent(gone!), await sent(clicked!)]).toEqual([2, 1, 1])
  clock.advance(days(40))
  const states = (await requestsOf(church)).map(({ address, state }) => [address, state])
  expect(Object.fromEntries(states)).toEqual({ [email!]: 'expired', [gone!]: 'expired', [clicked!]: 'clicked' })
})

test('the page: machines count as nobody, a platform is a redirect, a guessed code is nothing, a member confirms a review', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email] = await church.readers(1)
  await start(ready)
  const link = linkIn((await mailsTo(email!))[0].body_text)
  clock.advance(minutes(5))
  await visit(link, 'HEAD')
  await visit(link, 'GET', 'Barracuda Sentinel')
  expect(await requestsOf(church)).toMatchObject([{ state: 'sent', clickedAt: null }])
  const onward = await visit(`${link}/to/0`)
  expect([onward.status, onward.headers.get('location')]).toEqual([302, GOOGLE])
  expect((await visit(`${link}/to/7`)).status).toBe(404)
  expect((await visit(`/review/${'x'.repeat(16)}`)).status).toBe(404)
  const [request] = await requestsOf(church)
  expect(request).toMatchObject({ state: 'clicked', resendProblem: 'They opened the link already.' })
  expect(await church.staff.reviewRequests.summary({})).toEqual({ requests: 1, clicked: 1, reviewed: 0 })
  const marked = await church.staff.reviewRequests.confirm({ id: request!.id })
  expect(marked).toMatchObject({ state: 'reviewed' })
  expect(await church.staff.reviewRequests.unconfirm({ id: request!.id })).toMatchObject({ state: 'clicked' })
  const { csv } = await church.owner.reviewRequests.export({})
  expect(csv).toContain('Clicked')
})

test('what is told privately becomes a line in their conversation, once; empty words are asked for again', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email] = await church.readers(1)
  await start(ready)
  const link = linkIn((await mailsTo(email!))[0].body_text)
  const html = await (await visit(link)).text()
  expect(html).toContain('Tell us privately')
  expect((await post(link, { words: ' ' })).status).toBe(422)
  for (let i = 0; i < 2; i++) expect((await post(link, { words: 'The music was too loud' })).status).toBe(200)
  await church.settle()
  const { items } = await church.staff.conversations.list({ limit: 10 } as never)
  expect(items).toMatchObject([{ personId: await personAt(email!) }])
  expect(
    await query(`select count(*)::int as n from messages where client_id = $1 and direction = 'in'`, [church.id]),
  ).toEqual([{ n: 1 }])
})

test('a code is one page for many: counted without a person, drawn, and closed', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const code = await start(ready, { channel: 'qr', audience: null, content: '' })
  expect((await church.staff.reviewCampaigns.drawCode({ id: code.id })).svg).toContain('<svg')
  const path = new URL(code.page!).pathname
  await visit(path)
  await visit(`${path}/to/0`)
  await visit(path, 'HEAD')
  expect(await church.staff.reviewCampaigns.get({ id: code.id })).toMatchObject({ asked: 1, clicked: 1 })
  expect((await post(path, { words: 'Thank you for the meal', name: 'Ann Hill' })).status).toBe(200)
  const { items } = await church.staff.conversations.list({ limit: 10 } as never)
  expect(items).toMatchObject([{ name: 'Ann Hill', personId: null }])
  await church.staff.reviewCampaigns.cancel({ id: code.id })
  expect((await visit(path)).status).toBe(404)
})

test('private words of danger raise an alert, from a request as from a code, and the person who takes it reads them', async () => {
  const ready = await aChurchWithGoogle()
  const { church } = ready
  const [email] = await church.readers(1)
  await start(ready)
  const code = await start(ready, { channel: 'qr', audience: null, content: '' })
  const danger = 'I want to kill myself and nobody here noticed'
  await post(linkIn((await mailsTo(email!))[0].body_text), { words: danger })
  const answered = await post(new URL(code.page!).pathname, { words: danger })
  expect(await answered.text()).toContain('988')
  await church.settle()
  const { items } = await church.staff.crisis.list({})
  expect(items.map(({ source, level }) => `${source} ${level}`).sort()).toEqual(['conversation page', 'review page'])
  for (const { id } of items) {
    await church.staff.crisis.take({ id })
    const { text, href } = await church.staff.crisis.words({ id })
    expect(text).toContain(danger)
    expect(href).toContain('/conversations?c=')
  }
})

test('places that can’t be asked for say why: Yelp in any way, an entry without an address, http', async () => {
  const church = await aSendingChurch()
  const yelp = await church.staff.reviewSources.create({ platform: 'yelp', name: 'G', page: 'https://yelp.com/biz/g' })
  const facebook = await church.staff.reviewSources.create({ platform: 'facebook', name: 'G' })
  const { items } = await church.staff.reviewRequests.offers({})
  expect(items.map(({ problem }) => problem?.slice(0, 8))).toEqual(['Yelp ask', 'Add the '])
  const ask = (places: object) =>
    church.staff.reviewCampaigns.create({ id: randomUUID(), name: 'x', channel: 'qr', ...places } as never)
  for (const id of [yelp.id, facebook.id])
    await expect(ask({ sources: [id] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const url of ['https://www.yelp.com/biz/g', 'http://grace.example', 'javascript:alert(1)'])
    await expect(ask({ custom: { name: 'Here', url } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { version } = facebook
  await church.staff.reviewSources.update({ id: facebook.id, version, reviewUrl: 'https://facebook.com/grace/reviews' })
  expect((await church.staff.reviewRequests.offers({})).items[1]).toMatchObject({ problem: null })
})

test('words ask everyone alike, promise nothing and hold the link', () => {
  expect(lintContent(STANDARD_CONTENT)).toBeUndefined()
  expect(lintContent('Please write a review')).toBe('Put {reviewLink} where the link should stand.')
  const wrong = [
    'Give us 5 stars',
    'five-star review',
    'a positive review',
    'leave us a good review',
    'a gift card for you',
    'get a discount',
    'in exchange for a review',
    'if you were happy with us',
  ]
  for (const text of wrong) expect(lintRequest(text), text).toMatch(/^Please /)
})

test('templates: made, changed, cloned, deleted and sent to oneself', async () => {
  const { church, source } = await aChurchWithGoogle()
  const templates = church.staff.reviewRequestTemplates
  const made = await templates.create({ name: 'After a visit', ...words, sources: [source.id] })
  await expect(templates.create({ name: 'x', content: 'No link' })).rejects.toMatchObject({
    data: { issues: [{ path: ['content'] }] },
  })
  const { id, version } = made
  const changed = { id, version, name: 'After Easter', ...words }
  await templates.update(changed)
  await expect(templates.update(changed)).rejects.toMatchObject({ code: 'CONFLICT' })
  await templates.clone({ id })
  const { to } = await templates.test({ id })
  expect(
    await query(`select subject from messages where recipient = $1 and kind = 'review-request-test'`, [to]),
  ).toEqual([{ subject: `Test: ${STANDARD_SUBJECT}` }])
  await templates.remove({ id })
  expect((await templates.list({})).items).toMatchObject([{ name: 'After Easter (copy)' }])
})

test('no path of requests and of their page reads what someone gave: choosing whom to ask is impossible', async () => {
  const places = [
    'src/modules/reputation/{requests,request-templates}/**/*.ts',
    'src/modules/reputation/widgets/{ask,new,place,request,workflow}-*.tsx',
    'src/modules/reputation/screens/{pick-,request}*.tsx',
  ]
  const files = globSync(places).filter(file => !/\.test\.ts$|rules\/words\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(12)
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\brating|\bstars?\b/i)

  const ready = await aChurchWithGoogle()
  const { church, source } = ready
  const emails = await church.readers(2)
  await start(ready)
  const pages = []
  for (const [at, email] of emails.entries()) {
    await church.staff.reviewSources.writeSandboxReview({ id: source.id, rating: at === 0 ? 1 : 5, author: email })
    await church.settle()
    const request = (await requestsOf(church)).find(({ address }) => address === email)!
    const review = (await church.staff.reviews.list({ limit: 10 })).items.find(({ author }) => author === email)!
    await church.staff.reviewRequests.confirm({ id: request.id, reviewId: review.id })
    const link = linkIn((await mailsTo(email))[0].body_text)
    pages.push((await (await visit(link)).text()).replaceAll(link, '/review/LINK'))
  }
  expect(pages[0]).toBe(pages[1])
})
