import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aLesson, aQuestion, aSite, atCourses } from '#testing/courses.ts'
import { aBrowser, somebody } from '#testing/portal.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
let count = 0
/** Someone of the church, signed in. */
async function aLearner(church: Church, name = 'Ann') {
  const email = `${name.toLowerCase()}${++count}@example.org`
  const { id } = await somebody(church, name, email)
  const browser = await aBrowser(church)
  await browser.signIn(email)
  return { id, email, browser, ...(await atCourses(browser.cookie)) }
}

test('someone joins a class, reads it, passes its quiz, and a stranger checks the certificate', async () => {
  const church = await aChurch()
  const reading = aLesson('text')
  const question = aQuestion()
  const quiz = aLesson('quiz', { quiz: { questions: [question], passMark: 80, attempts: 2, minutes: null } })
  const course = await aCourse(church, [reading, quiz], { hasCertificate: true, validMonths: 12 })
  const site = await aSite(church, [course.id])
  const ann = await aLearner(church)

  const catalog = await ann.text(site.base)
  expect(catalog).toContain('Membership class')
  const joined = await ann.post(site.base, { offer: site.offer.id, key: crypto.randomUUID() })
  expect(joined.headers.get('location')).toBe(`${site.base}?done=joined`)
  const base = `${site.base}/${course.slug}`
  expect(await ann.text(`${site.base}?done=joined`)).toContain('Your courses are open')
  expect(await ann.text(base)).toContain('Start: Lesson about text')

  await ann.get(`${base}/${reading.id}`)
  expect((await ann.post(`${base}/${reading.id}`, { act: 'done' })).status).toBe(303)
  expect(await ann.text(`${base}/${reading.id}`)).toContain('✓ Completed')

  expect(await ann.text(`${base}/${quiz.id}`)).toContain('Start the quiz (2 left)')
  await ann.post(`${base}/${quiz.id}`, { act: 'start' })
  const asked = await ann.text(`${base}/${quiz.id}`)
  expect(asked).not.toContain('isRight')
  const attempt = /name="attempt" value="([^"]+)"/.exec(asked)![1]!
  await ann.post(`${base}/${quiz.id}`, { act: 'quiz', attempt, [`q-${question.id}`]: 'b2' })
  expect(await ann.text(`${base}/${quiz.id}`)).toContain('0%. That isn’t enough to pass yet.')
  await ann.post(`${base}/${quiz.id}`, { act: 'start' })
  const again = /name="attempt" value="([^"]+)"/.exec(await ann.text(`${base}/${quiz.id}`))![1]!
  await ann.post(`${base}/${quiz.id}`, { act: 'quiz', attempt: again, [`q-${question.id}`]: 'a1' })
  const passed = await ann.text(`${base}/${quiz.id}`)
  expect(passed).toContain('Passed with 100%.')
  const href = /href="(\/certificate\/[^"]+)"/.exec(passed)![1]!

  const stranger = await (await ann.browser.send(href)).text()
  expect(stranger).toContain('Valid')
  expect(stranger).toContain('Ann Miller')
  const pdf = await ann.browser.send(`${href}/certificate.pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toContain('/StructTreeRoot')
  clock.advance(minutes(60 * 24 * 370))
  expect(await (await ann.browser.send(href)).text()).toContain('Expired')
})

test('lessons, files, films and comments are closed to people who are not in the course, and to visitors', async () => {
  const church = await aChurch()
  const reading = aLesson('text')
  const course = await aCourse(church, [reading], { comments: 'open' })
  const site = await aSite(church, [course.id], { kind: 'code', code: 'LAMP' })
  const ann = await aLearner(church)
  const path = `${site.base}/${course.slug}/${reading.id}`
  expect((await ann.get(path)).status).toBe(403)
  expect(await ann.text(path)).not.toContain('In the beginning')
  expect((await ann.post(path, { act: 'done' })).status).not.toBe(303)
  const visitor = await atCourses(() => '')
  expect((await visitor.get(path)).headers.get('location')).toContain('/my/')
  const wrong = await ann.post(site.base, { offer: site.offer.id, key: crypto.randomUUID(), code: 'OIL' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('This code isn’t right')
  await ann.post(site.base, { offer: site.offer.id, key: crypto.randomUUID(), code: ' lamp ' })
  expect(await ann.text(path)).toContain('In the beginning')
})

test('a newcomer signs up by email, and the link leads back to the page', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const site = await aSite(church, [course.id])
  const browser = await aBrowser(church)
  const visitor = await atCourses(browser.cookie)
  const page = await visitor.text(site.base)
  const opened = /name="_opened" value="([^"]+)"/.exec(page)![1]!
  clock.advance(minutes(1))
  const asked = { act: 'sign-up', _opened: opened, website: '', firstName: 'New', lastName: 'Comer', email: '' }
  const refused = await visitor.post(site.base, asked)
  expect(await refused.text()).toContain('Please enter your email address')
  const sent = await visitor.post(site.base, { ...asked, email: 'new.comer@example.org' })
  expect(sent.headers.get('location')).toBe(`${site.base}?sent=1#join`)
  await church.settle()
  const link = await browser.linkTo('new.comer@example.org')
  const back = await browser.post(link, {})
  expect(back.headers.get('location')).toBe(site.base)
  expect(await visitor.text(site.base)).toContain('Learning as <strong>New Comer</strong>')
})

test('notes and comments keep their words as words, and a comment waits for its review', async () => {
  const church = await aChurch()
  const reading = aLesson('text')
  const course = await aCourse(church, [reading])
  const site = await aSite(church, [course.id])
  const [ann, bob] = [await aLearner(church), await aLearner(church, 'Bob')]
  for (const one of [ann, bob]) await one.post(site.base, { offer: site.offer.id, key: crypto.randomUUID() })
  const path = `${site.base}/${course.slug}/${reading.id}`
  const bad = '<img src=x onerror=alert(1)>'
  await ann.post(path, { act: 'note', note: bad })
  const key = crypto.randomUUID()
  for (let twice = 0; twice < 2; twice++) await ann.post(path, { act: 'comment', key, comment: `Amen ${bad}` })
  const own = await ann.text(path)
  expect(own).not.toContain(bad)
  expect(own).toContain('Waiting for review')
  expect(own.match(/Amen/g)).toHaveLength(1)
  const others = await bob.text(path)
  expect(others).not.toContain('Amen')
  expect(others).not.toContain('onerror')
})

test('a parent learns for a child, and the child’s progress is the child’s', async () => {
  const church = await aChurch()
  const reading = aLesson('text')
  const course = await aCourse(church, [reading])
  const site = await aSite(church, [course.id])
  const mom = await aLearner(church, 'Mom')
  const { id: childId } = await somebody(church, 'Sam', '', { birthDate: '2018-05-01', points: [] })
  const household = await church.owner.households.create({
    name: 'Miller',
    members: [
      { personId: mom.id, role: 'adult' },
      { personId: childId, role: 'child' },
    ],
  } as never)
  expect(household).toMatchObject({ name: 'Miller' })
  expect(await mom.text(site.base)).toContain('Switch to Sam')
  const switched = await mom.post(site.base.split('/').slice(0, 3).join('/'), {
    act: 'switch',
    person: childId,
    back: site.base,
  })
  expect(switched.headers.get('location')).toBe(site.base)
  await mom.post(site.base, { offer: site.offer.id, key: crypto.randomUUID() })
  const path = `${site.base}/${course.slug}/${reading.id}`
  await mom.get(path)
  await mom.post(path, { act: 'done' })
  expect(await mom.text(site.base)).toContain('100%')
  await mom.post(site.base.split('/').slice(0, 3).join('/'), { act: 'switch', person: mom.id, back: site.base })
  const home = await mom.text(site.base)
  expect(home).toContain('Your family')
  expect(home).toMatch(/Sam Miller[\s\S]*100%/)
})
