import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { recordGoal } from '#links/goals/service.ts'
import { visitorAt } from '#links/service/visitors.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon } from '#testing/flock.ts'
import { type Church, publishAll, reportOf } from '#testing/funnels.ts'
import type { Funnel } from './contract.ts'
import type { Step } from './rules/steps.ts'
import { countGoal } from './service/goals.ts'
import { recordVisit } from './service/visits.ts'
import { funnelConversions, funnels } from './tables.ts'

afterEach(() => clock.reset())

/** Three pages that are seen one after the other. */
async function aWalk(church: Church, change: (steps: Step[]) => Step[] = steps => steps) {
  await atNoon(church)
  const names = ['A', 'B', 'C']
  const made = await church.staff.funnels.create({ name: `Walk ${randomUUID()}` })
  const draft: Step[] = []
  for (const name of names) {
    const page = await church.staff.pages.create({ name, template: 'blank' })
    const next = {
      type: 'button' as const,
      props: { id: 'onward', label: 'On', href: '#next', look: 'filled' as const },
    }
    const content = name === 'C' ? page.draft.content : [...page.draft.content, next]
    await church.staff.pages.update({ id: page.id, version: page.version, draft: { content } })
    draft.push({
      id: randomUUID(),
      name,
      slug: name.toLowerCase(),
      goal: { kind: 'view', id: null },
      next: { kind: 'next' },
      variants: [{ id: randomUUID(), pageId: page.id, weight: 1 }],
      test: { days: 14, isAutomatic: true },
    })
  }
  await church.staff.funnels.update({ id: made.id, version: made.version, draft: change(draft) })
  return publishAll(church, made.id)
}

const nothing = { source: '', medium: '', campaign: '', link: '' }
async function walks(church: Church, funnel: Funnel, path: string, ip = randomIp()) {
  for (const letter of path.replaceAll('-', '')) {
    const step = funnel.draft.find(one => one.name === letter)!
    await recordVisit({
      clientId: church.id,
      funnelId: funnel.id,
      stepId: step.id,
      variantId: step.variants[0]!.id,
      at: clock.now(),
      visitor: visitorAt(church.id, { ip, userAgent: 'Firefox' }),
      touch: nothing,
    })
    clock.advance(minutes(1))
  }
  return ip
}
const randomIp = () => `203.0.113.${Math.floor(Math.random() * 250)}.${randomUUID()}`

/** Views, visitors, conversions, those in order (as a share of the step before) of A, B and C. */
async function countedOf(church: Church, funnel: Funnel) {
  const { entrants, steps } = await reportOf(church, funnel)
  return [entrants, ...steps.map(one => [one.views, one.visitors, one.conversions, one.ofEntrants, one.ofPrevious])]
}

test.each([
  ['A-B-C', [1, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]],
  ['A-B-A', [1, [2, 1, 1, 1, 1], [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]]],
  ['A-A-A', [1, [3, 1, 1, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, null]]],
  ['C-B-A', [1, [1, 1, 1, 1, 1], [1, 1, 1, 1, 0], [1, 1, 1, 1, 0]]],
  ['C-A-B-C', [1, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [2, 1, 1, 1, 1]]],
  ['A-C', [1, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, null]]],
])('the path %s', async (path, expected) => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  await walks(church, funnel, path)
  expect(await countedOf(church, funnel)).toEqual(expected)
})

test('both rates: of all entrants, and of the step before', async () => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  for (const path of ['A', 'A-B', 'A-B', 'A-B-C']) await walks(church, funnel, path)
  const { steps, entrants } = await reportOf(church, funnel)
  expect(entrants).toBe(4)
  expect(steps.map(one => [one.ofEntrants, one.ofPrevious])).toEqual([
    [1, 1],
    [0.75, 0.75],
    [0.25, 1 / 3],
  ])
})

test('a visit that goes on after midnight (UTC) stays one visitor; the next day is another visit', async () => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  // 6:58 PM in Chicago.
  const evening = new Date(clock.ms())
  evening.setUTCHours(23, 58, 0, 0)
  clock.advance(evening.getTime() - clock.ms())
  const ip = await walks(church, funnel, 'A')
  clock.advance(minutes(3))
  await walks(church, funnel, 'B', ip)
  expect(await countedOf(church, funnel)).toMatchObject([1, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], {}])
  clock.advance(days(1))
  await walks(church, funnel, 'A', ip)
  expect((await reportOf(church, funnel)).entrants).toBe(2)
})

test('a goal counts for the step whose visitor reached it within 24 hours, once for a person on two devices', async () => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  const formId = randomUUID()
  const [personId, otherId] = [randomUUID(), randomUUID()]
  // The form of another page: what the checks of publishing would ask about it is no part of this.
  const goal = { kind: 'form' as const, id: formId }
  const live = funnel.draft.map(step => (step.name === 'B' ? { ...step, goal } : step))
  await church.inside(ctx => ctx.db.update(funnels).set({ live }).where(eq(funnels.id, funnel.id)))
  const sends = async (ip: string, who: string, refId = randomUUID()) => {
    const visitor = visitorAt(church.id, { ip, userAgent: 'Firefox' })
    const told = { kind: 'form' as const, subjectId: formId, refId }
    await church.inside(ctx => countGoal(ctx, { ...told, personId: null, visitor }))
    await church.inside(ctx => countGoal(ctx, { ...told, personId: who, visitor: null }))
    return refId
  }
  const phone = await walks(church, funnel, 'A-B')
  const refId = await sends(phone, personId)
  await sends(phone, personId, refId)
  await sends(phone, personId)
  const laptop = await walks(church, funnel, 'A-B')
  await sends(laptop, personId)
  const { steps, conversions } = await reportOf(church, funnel)
  expect([steps[1]!.visitors, steps[1]!.conversions, conversions]).toEqual([2, 1, 1])
  const stranger = await walks(church, funnel, 'A-B')
  await sends(stranger, otherId)
  const late = await walks(church, funnel, 'A-B')
  clock.advance(hours(25))
  await sends(late, randomUUID())
  await sends(randomIp(), randomUUID())
  expect((await reportOf(church, funnel)).conversions).toBe(2)
})

/** The second step of a walk has a form; what the checks of publishing would ask about it is no part of this. */
async function aFormWalk(church: Church) {
  const funnel = await aWalk(church)
  const formId = randomUUID()
  const goal = { kind: 'form' as const, id: formId }
  const live = funnel.draft.map(step => (step.name === 'B' ? { ...step, goal } : step))
  await church.inside(ctx => ctx.db.update(funnels).set({ live }).where(eq(funnels.id, funnel.id)))
  return { funnel, formId }
}

test('a goal whose job waited for two days counts as when it was reached', async () => {
  const church = await aChurch()
  const { funnel, formId } = await aFormWalk(church)
  const ip = await walks(church, funnel, 'A-B')
  const visitor = visitorAt(church.id, { ip, userAgent: 'Firefox' })
  const told = { kind: 'form' as const, subjectId: formId, refId: randomUUID(), personId: null }
  await church.inside(ctx => recordGoal(ctx, told))
  clock.advance(days(2))
  await church.inside(ctx => countGoal(ctx, { ...told, visitor }))
  expect((await reportOf(church, funnel)).conversions).toBe(1)
})

test('a step that is reached by paying counts the payment that came from its visit, of any kind or of one form alone', async () => {
  const church = await aChurch()
  const [funnel, formId] = [await aWalk(church), randomUUID()]
  const goesFor = (id: string | null) => {
    const goal = { kind: 'purchase' as const, id }
    const live = funnel.draft.map(step => (step.name === 'B' ? { ...step, goal } : step))
    return church.inside(ctx => ctx.db.update(funnels).set({ live }).where(eq(funnels.id, funnel.id)))
  }
  const pays = async (kind: 'purchase' | 'gift' | 'form', subjectId: string) => {
    const visitor = visitorAt(church.id, { ip: await walks(church, funnel, 'A-B'), userAgent: 'Firefox' })
    // A payment is told by a job, which knows the visitor from the sale.
    await church.inside(ctx => recordGoal(ctx, { kind, subjectId, refId: randomUUID(), personId: null, visitor }))
    await church.settle()
    return (await reportOf(church, funnel)).conversions
  }
  await goesFor(formId)
  expect(await pays('form', formId)).toBe(0)
  expect(await pays('purchase', randomUUID())).toBe(0)
  expect(await pays('purchase', formId)).toBe(1)
  await goesFor(null)
  expect(await pays('gift', randomUUID())).toBe(2)
  expect(await pays('purchase', randomUUID())).toBe(3)
})

test('who reached a goal is known also where that is told first, and what was one person’s second is not counted again', async () => {
  const church = await aChurch()
  const { funnel, formId } = await aFormWalk(church)
  const personId = randomUUID()
  const sends = async (ip: string) => {
    const visitor = visitorAt(church.id, { ip, userAgent: 'Firefox' })
    const told = { kind: 'form' as const, subjectId: formId, refId: randomUUID() }
    await church.inside(ctx => recordGoal(ctx, { ...told, personId }))
    await church.inside(ctx => countGoal(ctx, { ...told, personId, visitor: null }))
    await church.inside(ctx => countGoal(ctx, { ...told, personId: null, visitor }))
    return () => church.inside(ctx => countGoal(ctx, { ...told, personId: null, visitor }))
  }
  await sends(await walks(church, funnel, 'A-B'))
  const again = await sends(await walks(church, funnel, 'A-B'))
  expect((await reportOf(church, funnel)).conversions).toBe(1)
  await again()
  expect((await reportOf(church, funnel)).conversions).toBe(1)
  const rows = await church.inside(ctx => ctx.db.select().from(funnelConversions))
  expect(rows.filter(one => one.goal !== 'view').map(one => one.personId)).toEqual([personId])
})

test('a visit that can’t be stored takes none of another church with it', async () => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  const step = funnel.draft[0]!
  const place = { funnelId: funnel.id, stepId: step.id, variantId: step.variants[0]!.id, at: clock.now() }
  const visitor = visitorAt(church.id, { ip: randomIp(), userAgent: 'Firefox' })
  const good = { ...place, clientId: church.id, visitor, touch: nothing }
  const gone = { ...good, clientId: randomUUID() }
  const stored = await Promise.allSettled([good, gone, good].map(recordVisit))
  expect(stored.filter(one => one.status === 'fulfilled').length).toBeGreaterThan(0)
  expect((await countedOf(church, funnel))[1]).toEqual([2, 1, 1, 1, 1])
})

test('two who come at once are two, and one who comes twice at once is one', async () => {
  const church = await aChurch()
  const funnel = await aWalk(church)
  const [one, other] = [randomIp(), randomIp()]
  const step = funnel.draft[0]!
  const visit = (ip: string) => ({
    clientId: church.id,
    funnelId: funnel.id,
    stepId: step.id,
    variantId: step.variants[0]!.id,
    at: clock.now(),
    visitor: visitorAt(church.id, { ip, userAgent: 'Firefox' }),
    touch: nothing,
  })
  await Promise.all([one, other, one, one, other].map(ip => recordVisit(visit(ip))))
  expect((await countedOf(church, funnel))[1]).toEqual([5, 2, 2, 1, 1])
})
