import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { startRealtime, stopRealtime } from '#kernel/realtime.ts'
import { aType, at, bookOnline, newGuest, pathOf } from '#testing/calendar.ts'
import { mailbox } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aFunnel, browse, PHONE, publishAll, reportOf, sendForm, stepUrl } from '#testing/funnels.ts'
import { aServer } from '#testing/web.ts'
import { dayOf } from './rules/days.ts'
import { add } from './service/counting.ts'

afterEach(() => clock.reset())

test('a template makes pages and forms that belong together; publishing lists what is missing and then opens it', async () => {
  const church = await aChurch()
  const made = await church.staff.funnels.create({ template: 'visit' })
  expect(made.draft.map(step => [step.name, step.goal.kind])).toEqual([
    ['Plan your visit', 'form'],
    ['Thank you', 'view'],
    ['Attended', 'attended'],
  ])
  const page = await church.staff.pages.get({ id: made.draft[0]!.variants[0]!.pageId! })
  expect(JSON.stringify(page.draft)).toContain(made.draft[0]!.goal.id)
  const refused = church.staff.funnels.publish({ id: made.id, version: made.version })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(made.blockers.map(one => one.message)).toEqual([
    'Plan your visit: publish the page “Plan a visit: Plan your visit”',
    'Plan your visit: publish the form “Plan a visit”',
    'Thank you: publish the page “Plan a visit: Thank you”',
    'Look at the phone preview once',
  ])
  expect(made.blockers[0]!.href).toBe(`/page-builder/${page.id}`)
  await church.staff.funnels.publishParts({ id: made.id })
  const seen = await church.staff.funnels.seenOnPhone({ id: made.id })
  const live = await church.staff.funnels.publish({ id: made.id, version: seen.version })
  expect(live).toMatchObject({ status: 'published', isFresh: true, blockers: [] })
  const html = await (await browse(stepUrl(live, 0))).text()
  expect(html).toContain('Plan your first visit')
})

test('a guide that is promised is sent: publishing asks for the file, and the email that follows the form leads to it', async () => {
  const church = await aChurch()
  const made = await church.staff.funnels.create({ template: 'lead' })
  const asks = 'Landing page: choose the file that the form “Send me the guide” sends'
  expect(made.blockers).toContainEqual(
    expect.objectContaining({ message: asks, href: `/dashboard/forms/${made.draft[0]!.goal.id}` }),
  )
  // What is ready is published; the form without its file waits, and says what it lacks.
  const partly = await church.staff.funnels.publishParts({ id: made.id })
  expect(partly.blockers.map(({ message }) => message)).toContain(asks)
  const form = await church.staff.forms.get({ id: made.draft[0]!.goal.id! })
  await expect(church.staff.forms.publish({ id: form.id, version: form.version })).rejects.toMatchObject({
    data: { issues: [{ path: ['handling.replyFile'], message: 'Please choose the file that people get' }] },
  })

  const funnel = await publishAll(church, made.id)
  const page = await (await browse(stepUrl(funnel, 0))).text()
  const { email } = await sendForm(page, { first_name: 'Pat', last_name: 'Miller' })
  await church.settle()
  await runWaitingJobs()
  const [mail] = await mailbox(email, 'form-auto-reply')
  expect(mail).toMatchObject({ subject: 'Seven days of hope', body_text: expect.stringContaining('Hello Pat,') })
  const { send } = await aServer()
  const address = new URL(/https?:\S+giveaways\S+/.exec(mail.body_text)![0])
  const file = await send(address.pathname)
  expect(await file.text()).toBe('%PDF-1.7 A guide')
  expect(file.headers.get('content-disposition')).toContain('Seven days of hope.pdf')
  // On a form that is open, the email can't be turned off while it brings the file.
  const open = await church.staff.forms.get({ id: form.id })
  await expect(
    church.staff.forms.update({ id: open.id, version: open.version, handling: { ...open.handling, reply: false } }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['handling.reply'] }] } })
  expect((await send('/storage/v1/giveaways/00000000-0000-0000-0000-000000000001')).status).toBe(404)
})

test('without JavaScript the form leads to the next step, and the funnel counts one conversion however often it is sent', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const first = await browse(`${stepUrl(funnel, 0)}?utm_source=Newsletter&utm_campaign=Easter`)
  const { answer, again } = await sendForm(await first.text(), { first_name: 'Pat', last_name: 'Miller' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, stepUrl(funnel, 1, 'absolute')])
  await again()
  await browse(stepUrl(funnel, 1))
  await church.settle()
  const report = await reportOf(church, funnel)
  expect(report).toMatchObject({ entrants: 1, conversions: 1, conversionRate: 1 })
  expect(report.steps.map(one => [one.views, one.visitors, one.conversions, one.ofEntrants, one.ofPrevious])).toEqual([
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
  ])
  expect(report.sources).toEqual([
    { source: 'newsletter', medium: '', campaign: 'easter', link: '', visitors: 1, conversions: 1 },
  ])
  const { items } = await church.staff.funnels.list({})
  expect(items[0]).toMatchObject({ visitors: 1, conversions: 1, conversionRate: 1, steps: 2, status: 'published' })
})

test('machines, prefetching, members and previews are not counted; who asks not to be tracked is only a view', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  await browse(stepUrl(funnel, 0), { agent: 'Googlebot/2.1' })
  await browse(stepUrl(funnel, 0), { headers: { 'sec-purpose': 'prefetch;prerender' } })
  await browse(`${stepUrl(funnel, 0)}?team=1`)
  const { url } = await church.staff.funnels.preview({ id: funnel.id })
  expect((await browse(new URL(url).pathname)).status).toBe(200)
  expect(await reportOf(church, funnel)).toMatchObject({ entrants: 0, steps: [{ views: 0 }, { views: 0 }] })
  await browse(stepUrl(funnel, 0), { headers: { 'sec-gpc': '1' } })
  expect(await reportOf(church, funnel)).toMatchObject({
    entrants: 0,
    steps: [{ views: 1, visitors: 0 }, { views: 0 }],
  })
})

test('an archived funnel answers 410 or leads elsewhere; a draft and a deleted one are not open', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  await church.staff.funnels.archive({ id: funnel.id })
  const ended = await browse(stepUrl(funnel, 0))
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('This has ended')])
  await church.staff.funnels.archive({ id: funnel.id, redirect: 'https://example.org/alpha' })
  expect((await browse(stepUrl(funnel, 0))).headers.get('location')).toBe('https://example.org/alpha')
  await church.staff.funnels.reopen({ id: funnel.id })
  expect((await browse(stepUrl(funnel, 0))).status).toBe(404)
  await church.staff.funnels.remove({ id: funnel.id })
  expect((await church.staff.funnels.list({})).items).toEqual([])
  expect(await church.staff.funnels.restore({ id: funnel.id })).toMatchObject({ status: 'draft' })
})

test('a copy has pages and forms of its own, is a draft and has counted nothing', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  await browse(stepUrl(funnel, 0))
  const copy = await church.staff.funnels.duplicate({ id: funnel.id })
  const [own, theirs] = [copy.draft[0]!, funnel.draft[0]!]
  expect(copy).toMatchObject({ status: 'draft', name: 'Lead Generation (copy)' })
  expect(copy.slug).not.toBe(funnel.slug)
  expect(own.goal.id).not.toBe(theirs.goal.id)
  const page = await church.staff.pages.get({ id: own.variants[0]!.pageId! })
  expect(page.id).not.toBe(theirs.variants[0]!.pageId)
  expect(JSON.stringify(page.draft)).toContain(own.goal.id)
  const { items } = await church.staff.funnels.list({ search: 'copy' })
  expect(items).toMatchObject([{ id: copy.id, visitors: 0, conversions: 0, conversionRate: null }])
})

test('a page of a funnel says so before it is unpublished, and is answered kindly by the church after', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const used = [{ label: 'the funnel “Lead Generation”', href: `/funnels/${funnel.id}` }]
  const { goal, variants } = funnel.draft[0]!
  expect((await church.staff.pages.uses({ id: variants[0]!.pageId! })).items).toEqual(used)
  expect((await church.staff.forms.uses({ id: goal.id! })).items.map(one => one.label)).toEqual([
    'the page “Lead Generation: Landing page”',
    'the funnel “Lead Generation”',
  ])
  await church.staff.pages.unpublish({ id: funnel.draft[0]!.variants[0]!.pageId! })
  const answer = await browse(stepUrl(funnel, 0), { fresh: true })
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('This page isn’t open right now')])
})

test('a booking is a goal: the page’s link leads through the booking and on to the next step', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const made = await church.staff.funnels.create({ template: 'webinar' })
  const [first, second] = made.draft
  const page = await church.staff.pages.get({ id: first!.variants[0]!.pageId! })
  const link = {
    type: 'button' as const,
    props: { id: 'book', label: 'Book', href: pathOf(type), look: 'filled' as const },
  }
  const content = [page.draft.content[0]!, link]
  await church.staff.pages.update({ id: page.id, version: page.version, draft: { content } })
  const goal = { kind: 'booking' as const, id: type.id }
  const draft = [
    { ...first!, goal },
    { ...second!, next: { kind: 'step' as const, stepId: made.draft[2]!.id } },
    made.draft[2]!,
  ]
  await church.staff.funnels.update({ id: made.id, version: made.version, draft })
  const funnel = await publishAll(church, made.id)
  const html = await (await browse(stepUrl(funnel, 0))).text()
  const href = /href="(\/book\/[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const next = new URL(href, 'http://localhost').searchParams.get('next')!
  const { response } = await bookOnline(type, at(3, '10:00'), newGuest(), { next, agent: PHONE })
  expect(response.headers.get('location')).toBe(stepUrl(funnel, 1, 'absolute'))
  await church.settle()
  expect(await reportOf(church, funnel)).toMatchObject({ entrants: 1, conversions: 1 })
})

test('an address that we have not sealed leads nowhere', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const page = (await (await browse(stepUrl(funnel, 0))).text()).replace(/next=[^"]+"/, 'next=https://evil.example"')
  const src = /<iframe class="form" src="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
  expect(await (await browse(src)).text()).not.toContain('evil.example')
})

test('an address that was sealed for one church leads nowhere from another’s form and booking page', async () => {
  const [evil, grace] = [await aChurch('Evil'), await aChurch()]
  const funnel = await aFunnel(evil, 'lead')
  const html = await (await browse(stepUrl(funnel, 0))).text()
  const token = /next=([^"&]+)/.exec(html)![1]!
  const form = await grace.owner.forms.create({ name: 'Connect card', template: 'connect' })
  await grace.owner.forms.publish({ id: form.id, version: form.version })
  const theirs = await (await browse(`/f/${form.slug}?next=${token}`)).text()
  expect(theirs).toContain('<form id="form"')
  expect(theirs).not.toContain('_next')
  expect(theirs).not.toContain(funnel.slug)
})

test('visitors of an A/B test see one page each; a forced winner is what everyone sees, and the test can start again', async () => {
  const church = await aChurch()
  const made = await church.staff.funnels.create({ template: 'lead' })
  const [first, last] = made.draft
  const other = await church.staff.pages.duplicate({ id: first!.variants[0]!.pageId! })
  const heading = { type: 'heading' as const, props: { id: 'other', text: 'The other page', level: 1 as const } }
  const content = [heading, ...other.draft.content.slice(1)]
  await church.staff.pages.update({ id: other.id, version: other.version, draft: { content } })
  const variants = [...first!.variants, { id: randomUUID(), pageId: other.id, weight: 1 }]
  await church.staff.funnels.update({ id: made.id, version: made.version, draft: [{ ...first!, variants }, last!] })
  const funnel = await publishAll(church, made.id)
  expect(funnel.tests).toMatchObject([{ state: 'running', leader: null, why: 'too_few', needed: 100 }])
  const agents = Array.from({ length: 24 }, (_, i) => `${PHONE} Build/${i}`)
  const sees = async (agent: string) =>
    (await (await browse(stepUrl(funnel, 0), { agent })).text()).includes('The other page')
  const seen = []
  for (const agent of agents) seen.push(await sees(agent))
  expect(new Set(seen).size).toBe(2)
  for (const [i, agent] of agents.slice(0, 6).entries()) expect(await sees(agent)).toBe(seen[i])
  const { sides } = (await church.staff.funnels.get({ id: funnel.id })).tests[0]!
  expect(sides.reduce((sum, one) => sum + one.visitors, 0)).toBe(24)
  const stepId = first!.id
  const won = await church.staff.funnels.decide({ id: funnel.id, stepId, variantId: variants[1]!.id })
  expect(won.tests).toMatchObject([{ state: 'won', winnerId: variants[1]!.id }])
  for (const agent of agents.slice(0, 6)) expect(await sees(agent)).toBe(true)
  const again = await church.staff.funnels.decide({ id: funnel.id, stepId, variantId: null })
  expect(again.tests).toMatchObject([{ state: 'running', winnerId: null }])
})

test('a test decides once, when its time is over: by itself only where the difference is significant', async () => {
  const church = await aChurch()
  const made = await church.staff.funnels.create({ template: 'lead' })
  const [first, last] = made.draft
  const other = await church.staff.pages.duplicate({ id: first!.variants[0]!.pageId! })
  const [a, b] = [first!.variants[0]!, { id: randomUUID(), pageId: other.id, weight: 1 }]
  await church.staff.funnels.update({
    id: made.id,
    version: made.version,
    draft: [{ ...first!, variants: [a, b] }, last!],
  })
  const funnel = await publishAll(church, made.id)
  const counts = (variantId: string, visitors: number, conversions: number) =>
    church.inside(ctx => {
      const none = { source: '', medium: '', campaign: '', link: '' }
      const place = { funnelId: funnel.id, stepId: first!.id, variantId, day: dayOf(clock.now(), 'UTC'), ...none }
      return add(ctx, place, { visitors, conversions })
    })
  const state = async () => (await church.staff.funnels.get({ id: funnel.id })).tests[0]!
  clock.advance(days(15))
  await runWaitingJobs({ schedules: true })
  expect(await state()).toMatchObject({ state: 'undecided', winnerId: null })
  await church.staff.funnels.decide({ id: funnel.id, stepId: first!.id, variantId: null })
  await counts(a.id, 1_000, 120)
  await counts(b.id, 1_000, 180)
  expect(await state()).toMatchObject({ state: 'running', leader: b.id })
  clock.advance(days(15))
  await runWaitingJobs({ schedules: true })
  expect(await state()).toMatchObject({ state: 'won', winnerId: b.id })
})

test('on a domain of the church’s own, a funnel begins at /go and leads on there', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const host = `www.${randomUUID().slice(0, 8)}.example`
  const domain = await church.owner.webDomains.create({ host })
  await church.owner.webDomains.publish({ id: domain.id })
  const fresh = await church.staff.funnels.get({ id: funnel.id })
  const { origin, pathname } = new URL(fresh.address)
  expect([origin, pathname]).toEqual([expect.stringContaining(host), `/go/${funnel.slug}`])
  const page = await (await browse(fresh.address)).text()
  expect(page).toContain('Seven days of hope')
  const { answer } = await sendForm(page, { first_name: 'Pat', last_name: 'Miller' }, PHONE, origin)
  expect(answer.headers.get('location')).toBe(`${origin}/go/${funnel.slug}/thank-you`)
  await church.settle()
  expect(await reportOf(church, funnel)).toMatchObject({ entrants: 1, conversions: 1 })
})

test('a domain that is given up is in no page from memory any more', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const host = `www.${randomUUID().slice(0, 8)}.example`
  const { id } = await church.owner.webDomains.create({ host })
  await church.owner.webDomains.publish({ id })
  expect(await (await browse(stepUrl(funnel, 0))).text()).toContain(host)
  await startRealtime()
  await church.owner.webDomains.remove({ id })
  await vi.waitFor(async () =>
    expect((await (await browse(stepUrl(funnel, 0), { fresh: false })).text()).includes(host)).toBe(false),
  )
  await stopRealtime()
})

test('a published funnel that gets another address is still found at the old one', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const old = stepUrl(funnel, 1)
  const { version } = await church.staff.funnels.get({ id: funnel.id })
  const changed = await church.staff.funnels.update({ id: funnel.id, version, slug: 'hope' })
  const answer = await browse(`${old}?utm_source=x`)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    301,
    `${changed.addresses[funnel.draft[1]!.id]}?utm_source=x`,
  ])
  const { id } = await church.staff.funnels.create({ name: 'Hope' })
  const other = await church.staff.funnels.get({ id })
  await expect(church.staff.funnels.update({ id, version: other.version, slug: 'hope' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a page that is answered from memory is counted on every view', async () => {
  const church = await aChurch()
  const funnel = await aFunnel(church, 'lead')
  const first = await browse(stepUrl(funnel, 0))
  for (let view = 0; view < 2; view++) {
    const again = await browse(stepUrl(funnel, 0), { fresh: false })
    expect([again.status, again.headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
  expect(first.headers.get('set-cookie')).toBeNull()
  expect((await reportOf(church, funnel)).steps[0]).toMatchObject({ views: 3, visitors: 1 })
})
