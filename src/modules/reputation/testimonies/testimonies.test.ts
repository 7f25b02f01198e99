import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { STANDARD_CONSENT, usualExpiry } from './rules/states.ts'

afterEach(() => clock.reset())

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(clock.now())
const consent = () => ({ consentWords: STANDARD_CONSENT, consentOn: today(), consentHow: 'paper' as const })

async function aStory(changes: object = {}) {
  const church = await aChurch()
  const person = await church.staff.people.create({ firstName: 'Maria', lastName: 'Alvarez' })
  const story = await church.staff.testimonies.create({
    personId: person.id,
    content: 'I came for the music and found a family.',
    ...changes,
  })
  return { church, person, story }
}

test('a story is a draft until its consent is on file, then approved and published, for two years unless said', async () => {
  const { church, story } = await aStory()
  expect(story).toMatchObject({ state: 'draft', shownName: 'Maria', expiresOn: usualExpiry(today()) })
  const step = async () => {
    const { id, version } = await church.staff.testimonies.get({ id: story.id })
    return { id, version }
  }
  await expect(church.staff.testimonies.publish(await step())).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.testimonies.approve(await step())).rejects.toMatchObject({
    message: expect.stringContaining('agreed'),
  })
  const { content } = story
  const changed = await church.staff.testimonies.update({ ...(await step()), content, nameShown: 'full', ...consent() })
  expect(changed).toMatchObject({ shownName: 'Maria Alvarez', state: 'draft' })
  await expect(church.staff.testimonies.approve({ id: story.id, version: story.version })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await church.staff.testimonies.approve(await step())).state).toBe('approved')
  expect((await church.staff.testimonies.publish(await step())).state).toBe('published')
  // What visitors read was read by someone: an edit makes it a draft again.
  expect(
    (await church.staff.testimonies.update({ ...(await step()), content: 'Other words', ...consent() })).state,
  ).toBe('draft')
  await church.staff.testimonies.withdraw({ id: story.id })
  const again = church.staff.testimonies.update({ ...(await step()), content, ...consent() })
  await expect(again).rejects.toMatchObject({ message: expect.stringContaining('withdrawn') })
  expect(usualExpiry('2028-02-29')).toBe('2030-02-28')
})

test('after its last day a story is expired, in lists as in filters; no rating counts it', async () => {
  const { church, story } = await aStory(consent())
  const { id } = story
  const approved = await church.staff.testimonies.approve({ id, version: story.version })
  await church.staff.testimonies.publish({ id, version: approved.version })
  const among = async (state: 'published' | 'expired') =>
    (await church.staff.testimonies.list({ state: [state] })).items.map(one => one.id)
  expect([await among('published'), await among('expired')]).toEqual([[id], []])
  clock.advance(days(740))
  expect([await among('published'), await among('expired')]).toEqual([[], [id]])
  expect(await church.staff.reviews.summary({})).toMatchObject({ total: 0, average: null })
  expect((await church.staff.testimonies.list({ search: 'alvarez' })).total).toBe(1)
})

test('a story belongs to its church, and moves with its person in a merge', async () => {
  const { church, person, story } = await aStory()
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.testimonies.get({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.testimonies.create({ personId: person.id, content: 'Not ours' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(
    church.staff.testimonies.create({
      personId: person.id,
      content: 'x',
      consentOn: '2020-01-01',
      expiresOn: '2019-01-01',
    }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
