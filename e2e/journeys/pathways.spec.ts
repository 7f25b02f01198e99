// Modules: pathways courses learning calendar
import { randomUUID } from 'node:crypto'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  test,
} from '../fixtures.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const aText = (title: string) => ({
  id: randomUUID(),
  kind: 'text',
  title,
  isRequired: true,
  minutes: null,
  drip: { rule: 'open', days: 0, date: '' },
  body: doc('Read this.'),
  videoId: null,
  files: [],
  quiz: { questions: [], passMark: 80, attempts: null, minutes: null },
  answer: 'both',
  appointmentId: null,
  formId: null,
  byReading: false,
})

/** A published course of one text, whose certificate is valid for a year. */
async function aTraining({ owner }: Church, title: string): Promise<string> {
  const made = await owner.ask('POST', '/rest/v1/courses', { title })
  const draft = [{ id: randomUUID(), title: 'One', lessons: [aText('The rules')] }]
  const settings = { ...made.settings, hasCertificate: true, validMonths: 12 }
  const saved = await owner.ask('PATCH', `/rest/v1/courses/${made.id}`, { version: made.version, draft, settings })
  await owner.ask('POST', `/rest/v1/courses/${made.id}/publish`, { version: saved.version })
  return made.id
}

test('a step in real life is asked for in the portal and signed off by a mentor on a phone', async ({
  visit,
}, testInfo) => {
  const church = await aChurch('Hope Chapel')
  const { owner } = church
  const email = newAddress('walter')
  const { id: personId } = await owner.ask('POST', '/rest/v1/people', {
    firstName: 'Walter',
    lastName: 'Way',
    points: [{ kind: 'email', value: email }],
  })
  const page = await visit(owner)
  await page.goto('/membership')
  await page.getByRole('link', { name: 'Pathways' }).click()
  await expect(page.getByRole('heading', { name: 'Pathways', level: 1 })).toBeVisible()
  const steps = [
    { id: randomUUID(), kind: 'real_life', title: 'Meet a pastor', description: 'Over coffee.', courseId: null },
    { id: randomUUID(), kind: 'real_life', title: 'Be baptized', description: '', courseId: null },
  ]
  const pathway = await owner.ask('POST', '/rest/v1/pathways', { name: 'Baptism', description: '', steps })
  await owner.ask('POST', `/rest/v1/pathways/${pathway.id}/publish`, {})
  await owner.ask('POST', '/rest/v1/pathway-people/add', {
    pathwayId: pathway.id,
    personIds: [personId],
    mentorId: owner.userId,
  })

  const person = await visit(null, { viewport: { width: 390, height: 844 } })
  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const portal = `/my/${accounts.find((one: any) => !one.house).slug}`
  await person.goto(portal)
  await person.getByLabel('Email address or phone number').fill(email)
  await person.getByRole('button', { name: 'Send link' }).click()
  await person.goto(linkIn(await mailTo(email, /^Sign in to Hope Chapel$/), '/sign-in/'))
  await person.getByRole('button', { name: 'Sign in' }).click()
  await person.getByRole('link', { name: 'Pathways' }).click()
  await person.getByRole('button', { name: 'Ask for sign-off' }).click()
  await expect(person.getByText('Waiting for sign-off').first()).toBeVisible()
  await expectAccessible(person)
  await expectNoHorizontalScroll(person)

  const phone = await visit(owner, { viewport: { width: 390, height: 844 } })
  await phone.goto('/membership/pathways/sign-offs')
  await expect(phone.getByText('Walter Way')).toBeVisible()
  await expectAccessible(phone)
  await expectNoHorizontalScroll(phone)
  await phone.screenshot({ path: testInfo.outputPath('sign-offs.png'), fullPage: true })
  await phone.getByRole('button', { name: /^Sign off/ }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByLabel(/Note/).fill('We met on Sunday.')
  await dialog.getByRole('button', { name: 'Sign off' }).click()
  await expect(phone.getByRole('link', { name: 'Walter Way' })).toBeHidden()
  await person.reload()
  await expect(person.getByText('Done').first()).toBeVisible()
  await expect(person.getByRole('button', { name: 'Ask for sign-off' })).toBeVisible()
})

test('someone whose training is missing can’t be put on a roster; once it is valid, they can', async ({
  visit,
  tolerate,
}, testInfo) => {
  tolerate(/status of 409/)
  const church = await aChurch('Hope Chapel')
  const { owner } = church
  const { id: personId } = await owner.ask('POST', '/rest/v1/people', {
    firstName: 'Tess',
    lastName: 'Helper',
    points: [],
  })
  const courseId = await aTraining(church, 'Child protection')
  const role = await owner.ask('POST', '/rest/v1/serving-roles', {
    name: 'Nursery',
    description: '',
    groupId: null,
    courseIds: [courseId],
  })
  const startsAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await owner.ask('POST', '/rest/v1/appointments', { title: 'Sunday service', startsAt, minutes: 60, type: 'event' })
  const page = await visit(owner)
  await page.goto('/membership/serving')
  const event = page.getByRole('region', { name: 'Sunday service' })
  const dialog = page.getByRole('dialog', { name: /^Sunday service/ })
  await event.getByRole('button', { name: /^Assign/ }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role.name }).click()
  await dialog.getByLabel('Person').fill('Tess')
  await page.getByRole('option', { name: /Tess Helper/ }).click()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Tess')
  await expect(dialog.getByRole('alert')).toContainText('Child protection')
  await page.screenshot({ path: testInfo.outputPath('refused.png'), fullPage: true })

  await owner.ask('POST', '/rest/v1/learners/enroll', { courseId, personIds: [personId] })
  const { items } = await owner.ask('GET', `/rest/v1/learners?courseId=${courseId}`)
  const { lessons } = await owner.ask('GET', `/rest/v1/learners/${items[0].id}`)
  await owner.ask('POST', '/rest/v1/learners/mark-present', { lessonId: lessons[0].id, ids: [items[0].id] })
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toBeHidden()
  await expect(event.getByText(`${role.name}: Tess Helper`)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: testInfo.outputPath('assigned.png'), fullPage: true })
})
