import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { forget } from '#pages/service/serving.ts'
import { aChurch } from '#testing/church.ts'
import { slugOf } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'
import { authorText, toInitials } from './rules/page-blocks.ts'

afterEach(() => clock.reset())

/** A church with reviews from a file, and a page with a block. */
async function aSite(lines: string[]) {
  const church = await aChurch()
  const source = await church.staff.reviewSources.create({ platform: 'facebook', name: 'Grace' })
  const csv = ['Date,Rating,Author,Review', ...lines].join('\n')
  await church.staff.reviewSources.upload({ id: source.id, csv })
  const { id } = await church.staff.pages.create({ name: 'What guests say' })
  const slug = await slugOf(church)
  const heading = { type: 'heading', props: { id: 'h1', text: 'Guests', level: 1 } }
  const place = async (kind: string, value: object) => {
    const { version } = await church.staff.pages.get({ id })
    const plugged = { type: 'plugged', props: { id: 'b1', kind, value } }
    const draft = { content: [heading, plugged] } as never
    const saved = await church.staff.pages.update({ id, version, draft })
    return saved.findings.filter(one => one.block === 'b1').map(one => one.message)
  }
  const show = async (kind: string, value: object) => {
    await place(kind, value)
    const { version } = await church.staff.pages.get({ id })
    await church.staff.pages.publish({ id, version })
    return open()
  }
  const open = async () => {
    forget()
    const { send } = await aServer()
    return (await send(`/c/${slug}/what-guests-say`)).text()
  }
  const reviews = async () => (await church.staff.reviews.list({ limit: 50 })).items
  return { church, place, show, open, reviews }
}
const schemaOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!)

test('a page shows the newest reviews whatever they gave, with the average of all, for visitors and search engines', async () => {
  const { show, place, reviews } = await aSite([
    '2026-01-05,1,Pat Lee,"Too loud </script><b>really</b>"',
    '2026-01-04,5,A Google User,Lovely people',
    '2026-01-03,3,,',
    '2026-01-02,5,Maria Alvarez-Ruiz,Warm welcome',
    '2026-01-06,4,Sam,I don’t want to live anymore',
  ])
  const html = await show('ourReviews', { title: 'Reviews <here>', count: 2 })
  expect(html).toContain('<h2>Reviews &lt;here&gt;</h2>')
  expect(html).toContain('Too loud &lt;/script&gt;&lt;b&gt;really')
  expect(html).toContain('A guest on Facebook')
  expect(html).toContain('<strong>3.6</strong> of 5, the average of 5 reviews')
  for (const hidden of ['Maria', 'want to live']) expect(html).not.toContain(hidden)
  const schema = schemaOf(html)
  expect(schema).toMatchObject({
    aggregateRating: { ratingValue: 3.6, reviewCount: 5 },
    review: [{ reviewBody: 'Too loud </script><b>really</b>', reviewRating: { ratingValue: 1 } }, {}],
  })

  expect(await place('ourReviews', { isChosen: true })).toEqual(['Reviews: choose a review'])
  const chosen = (await reviews()).find(({ author }) => author === 'Maria Alvarez-Ruiz')!
  const initials = await show('ourReviews', { isChosen: true, review1: chosen.id, isInitials: true })
  expect(initials).toContain('M. A. R.')
  expect(initials).not.toContain('Maria')
  expect(schemaOf(initials)).toMatchObject({
    aggregateRating: { reviewCount: 5 },
    review: [{ author: { name: 'M. A. R.' } }],
  })
  expect([toInitials('élise de la tour'), authorText({ author: '123', platform: 'yelp' }, true)]).toEqual([
    'É. D. L.',
    'A guest on Yelp',
  ])
})

test('a testimony appears while it is published, and is gone at once when it is withdrawn, expires or its person is deleted', async () => {
  const { church, show, place, open } = await aSite(['2026-01-05,5,Pat Lee,Good'])
  const publish = async (firstName: string) => {
    const person = await church.staff.people.create({ firstName, lastName: 'Stone' })
    const consentOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(clock.now())
    const made = await church.staff.testimonies.create({
      personId: person.id,
      content: `The story of <${firstName}>`,
      consentOn,
      consentHow: 'email',
      consentWords: 'You may print this.',
    })
    const { version } = await church.staff.testimonies.approve(made)
    return church.staff.testimonies.publish({ id: made.id, version })
  }
  expect(await place('ourTestimonies', {})).toEqual(['Testimony: no testimony is published'])
  const [ruth, ana] = [await publish('Ruth'), await publish('Ana')]
  const html = await show('ourTestimonies', { title: 'Stories' })
  expect(html).toContain('The story of &lt;Ruth&gt;')
  expect(html).not.toContain('Stone')
  expect(html).not.toContain('ld+json')
  await church.staff.testimonies.withdraw({ id: ruth.id })
  expect(await open()).not.toContain('Ruth')
  expect(await show('ourTestimonies', { testimonyId: ana.id })).toContain('The story of &lt;Ana&gt;')
  await church.owner.people.trash({ selection: { ids: [ana.personId] } })
  expect(await open()).not.toContain('The story')
  await publish('Eve')
  expect(await show('ourTestimonies', {})).toContain('Eve')
  clock.advance(days(740))
  expect(await open()).not.toContain('Eve')
})
