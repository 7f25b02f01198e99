import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import type { TemplateName } from './rules/templates.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

/** A published form of a church of its own. */
async function aForm(template: TemplateName, church?: Church) {
  const grace = church ?? (await aChurch())
  const made = await grace.staff.forms.create({ template })
  const form = await grace.staff.forms.publish(made)
  return { church: grace, form, at: `/f/${form.slug}` }
}

const pageOf = async (at: string) => (await server.send(at)).text()
const hiddenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!

/** Opens the page, takes the time that a person takes, and sends it as a browser does. */
async function fill(at: string, answers: Record<string, string | string[]>, change: Record<string, string> = {}) {
  const html = await pageOf(at)
  clock.advance(seconds(20))
  const body = new URLSearchParams()
  for (const name of ['key', 'token', 'via']) body.set(name, hiddenIn(html, name))
  for (const [name, value] of Object.entries(answers)) for (const one of [value].flat()) body.append(name, one)
  for (const [name, value] of Object.entries(change)) body.set(name, value)
  return { body: body.toString(), answer: await post(at, body.toString()) }
}
const post = (at: string, body: string, headers: Record<string, string> = {}) =>
  server.send(at, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
  })
const pat = () => ({ first_name: 'Pat', last_name: 'Miller', email: `${randomUUID()}@example.org` })
const peopleOf = (church: Church) => church.staff.people.list({ sort: 'createdAt' }).then(page => page.items)
const inboxOf = (church: Church, more = {}) => church.staff.formSubmissions.list(more).then(page => page.items)

test('a connect card becomes people, a household, a lead, consents with their words, and a line for staff', async () => {
  const { church, form, at } = await aForm('connect')
  const answers = {
    ...pat(),
    phone: '(512) 555-0142',
    'family.0.role': 'spouse',
    'family.0.firstName': 'Sam',
    'family.1.role': 'child',
    'family.1.firstName': 'Lia',
    'family.1.birthDate': '2019-05-04',
    email_news: 'yes',
    text_news: 'yes',
  }
  const { answer } = await fill(at, answers)
  expect(answer.status).toBe(200)
  // Stored first, whatever happens after.
  expect(await inboxOf(church)).toMatchObject([{ state: 'new', name: 'Pat Miller', personId: null }])
  await runWaitingJobs()

  const [submission] = await inboxOf(church)
  expect(submission).toMatchObject({ state: 'processed', match: 'new', personName: 'Pat Miller' })
  const person = await church.staff.people.get({ id: submission!.personId! })
  expect(person).toMatchObject({ email: answers.email, phone: '+15125550142', leads: [{ status: 'new' }] })
  expect(person.households).toMatchObject([
    {
      name: 'Miller family',
      members: [
        { name: 'Pat Miller', role: 'adult', isPrimary: true },
        { name: 'Sam Miller', role: 'adult' },
        { name: 'Lia Miller', role: 'child' },
      ],
    },
  ])
  const lia = (await peopleOf(church)).find(one => one.firstName === 'Lia')!
  expect(await church.staff.people.get({ id: lia.id })).toMatchObject({ birthDate: '2019-05-04', points: [] })

  const whole = await church.staff.formSubmissions.get({ id: submission!.id })
  const wording = form.draft.fields.find(field => field.key === 'text_news')!.label
  expect(whole.consents).toMatchObject([
    { channel: 'email', value: answers.email, wording: expect.stringContaining('by e-mail') },
    { channel: 'sms', value: '+15125550142', wording },
  ])
  const { owner } = await testHouse()
  const { rows } = await owner.query('select topic, person_id, evidence from consents where value = $1', [
    '+15125550142',
  ])
  expect(rows.at(-1)).toMatchObject({
    topic: '',
    person_id: person.id,
    evidence: { wording, version: 1, form: form.id, reference: submission!.id, ip: expect.any(String) },
  })
  const told = await church.staff.notifications.list({})
  expect(told.items[0]).toMatchObject({ type: 'form', title: 'Pat Miller filled in “Connect card”' })
  const { items } = await church.staff.timeline.list({ personId: person.id })
  expect(items.map(one => one.type)).toContain('form.submitted')
  const mails = await owner.query('select kind, body_text from messages where recipient = $1', [answers.email])
  expect(mails.rows).toMatchObject([{ kind: 'form-answer', body_text: expect.stringContaining('Hello Pat') }])
})

test('husband and wife at a kiosk within a minute are two people, one household suggestion, nothing overwritten', async () => {
  const { church, at } = await aForm('connect')
  const shared = { email: `${randomUUID()}@example.org`, phone: '(512) 555-0177' }
  await fill(`${at}?kiosk=1`, { first_name: 'John', last_name: 'Baker', ...shared })
  await fill(`${at}?kiosk=1`, { first_name: 'Mary', last_name: 'Baker', ...shared })
  await runWaitingJobs()
  const [john, mary] = await peopleOf(church)
  expect([john, mary]).toMatchObject([
    { name: 'John Baker', email: shared.email, phone: '+15125550177' },
    { name: 'Mary Baker', email: shared.email, phone: '+15125550177' },
  ])
  expect((await church.staff.duplicates.list({})).items).toEqual([])
  const { items } = await church.staff.householdSuggestions.list({})
  expect(items).toMatchObject([{ person: { name: 'Mary Baker' }, other: { name: 'John Baker' }, shares: 'both' }])
  await church.staff.householdSuggestions.accept({ id: items[0]!.id })
  expect((await church.staff.people.get({ id: mary!.id })).households).toMatchObject([
    { name: 'Baker family', members: [{ name: 'John Baker' }, { name: 'Mary Baker' }] },
  ])
  expect((await church.staff.householdSuggestions.list({})).items).toEqual([])
  expect((await inboxOf(church)).map(one => one.via)).toEqual(['kiosk', 'kiosk'])
})
void minutes
void post
