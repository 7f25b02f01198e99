import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockersOf, type Known } from './checks.ts'
import type { Step } from './steps.ts'

const [pageId, lastId, formId, typeId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const
const page = { name: 'Start', isLive: true, formIds: [formId], hrefs: [] as string[] }
const form = { name: 'Sign-up', isLive: true, needsFile: false, asksContact: true, hasConsent: true }
const type = { name: 'Coffee', isActive: true, path: '/book/grace/coffee' }
const known = (change: { page?: object; form?: object; type?: object; isMobileSeen?: boolean } = {}): Known => ({
  pages: new Map([
    [pageId, { ...page, ...change.page }],
    [lastId, { ...page, name: 'Thanks' }],
  ]),
  forms: new Map([[formId, { ...form, ...change.form }]]),
  types: new Map([[typeId, { ...type, ...change.type }]]),
  isMobileSeen: change.isMobileSeen ?? true,
})
const step = (name: string, id: string | null, change: Partial<Step> = {}): Step => ({
  id: randomUUID(),
  name,
  slug: name.toLowerCase(),
  goal: { kind: 'form', id: formId },
  next: { kind: 'next' },
  variants: [{ id: randomUUID(), pageId: id, weight: 1 }],
  test: { days: 14, isAutomatic: true },
  ...change,
})
const thanks = step('Thanks', lastId, { goal: { kind: 'view', id: null } })
const saidOf = (first: Step, change: Parameters<typeof known>[0] = {}) =>
  blockersOf([first, thanks], known(change)).map(one => one.message)

test('a funnel whose parts are there has nothing to fix', () => {
  expect(saidOf(step('Start', pageId))).toEqual([])
})

test('an empty funnel, one that begins in church, and one that nobody saw on a phone', () => {
  expect(blockersOf([], known())).toMatchObject([{ message: 'Add at least one step with a page' }])
  const church = step('Sunday', null, { goal: { kind: 'attended', id: null }, variants: [] })
  expect(blockersOf([church, thanks], known()).map(one => one.message)).toEqual([
    'The first step needs a page that visitors can open',
  ])
  expect(saidOf(step('Start', pageId), { isMobileSeen: false })).toEqual(['Look at the phone preview once'])
})

test.each([
  ['a page that was never chosen', step('Start', null), {}, 'Start: choose a page', null],
  ['a deleted page', step('Start', randomUUID()), {}, 'Start: its page was deleted: choose another one', null],
  [
    'a draft page',
    step('Start', pageId),
    { page: { isLive: false } },
    'Start: publish the page “Start”',
    `/page-builder/${pageId}`,
  ],
  [
    'a closed form',
    step('Start', pageId),
    { form: { isLive: false } },
    'Start: publish the form “Sign-up”',
    `/dashboard/forms/${formId}`,
  ],
  [
    'a form without a consent text',
    step('Start', pageId),
    { form: { hasConsent: false } },
    'Start: the form “Sign-up” asks for contact details and needs a consent text',
    `/dashboard/forms/${formId}`,
  ],
  [
    'a page without the form',
    step('Start', pageId),
    { page: { formIds: [] } },
    'Start: the page “Start” doesn’t show the form of this step',
    `/page-builder/${pageId}`,
  ],
  [
    'an inactive appointment type',
    step('Start', pageId, { goal: { kind: 'booking', id: typeId } }),
    { page: { hrefs: ['/book/grace/coffee?x=1'] }, type: { isActive: false } },
    'Start: activate the appointment type “Coffee”',
    `/calendar/types/${typeId}`,
  ],
  [
    'a page without the link to the booking',
    step('Start', pageId, { goal: { kind: 'booking', id: typeId } }),
    {},
    'Start: the page “Start” has no link to /book/grace/coffee',
    `/page-builder/${pageId}`,
  ],
  [
    'a dead end',
    step('Start', pageId, { goal: { kind: 'view', id: null } }),
    {},
    'Start: a dead end: add a button to “Start” that leads to #next',
    `/page-builder/${pageId}`,
  ],
  [
    'a next step that was removed',
    step('Start', pageId, { next: { kind: 'step', stepId: randomUUID() } }),
    {},
    'Start: the step that follows was removed',
    null,
  ],
])('%s', (_, first, change, message, href) => {
  expect(blockersOf([first, thanks], known(change))).toEqual([{ stepId: first.id, message, href }])
})
