import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { aForm, fill, inboxOf, pat, peopleOf } from '#testing/forms.ts'
import { testHouse } from '#testing/house.ts'

afterEach(() => clock.reset())

test('a connect card becomes people, a household, a lead, consents with their words, and a line for staff', async () => {
  const { church, form, at } = await aForm('connect')
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const handling = { ...form.handling, tagIds: [tag.id], notifyByMail: true }
  await church.staff.forms.update({ id: form.id, version: form.version, handling })
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
  expect(person).toMatchObject({
    email: answers.email,
    phone: '+15125550142',
    leads: [{ status: 'new' }],
    tags: [{ id: tag.id }],
  })
  // Consent to texts is for the whole channel, and shows on the person with its words.
  expect((await church.staff.consents.of({ personId: person.id })).items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'sms', topic: '', source: 'form', wording: expect.stringMatching(/text/i) }),
      expect.objectContaining({ channel: 'email', topic: 'newsletter', source: 'form' }),
    ]),
  )
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
    { channel: 'email', value: answers.email, wording: expect.stringContaining('by email') },
    { channel: 'sms', value: '+15125550142', wording },
  ])
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    'select topic, person_id, evidence from consents where value = $1 and client_id = $2',
    ['+15125550142', church.id],
  )
  expect(rows.at(-1)).toMatchObject({
    topic: '',
    person_id: person.id,
    evidence: { wording, version: 1, form: form.id, reference: submission!.id, ip: expect.any(String) },
  })
  const told = await church.staff.notifications.list({})
  expect(told.items[0]).toMatchObject({ type: 'form', title: 'Pat Miller filled out “Connect card”' })
  const { items } = await church.staff.timeline.list({ personId: person.id })
  expect(items.map(one => one.type)).toContain('form.submitted')
  const news = await owner.query('select subject from messages where recipient = $1', [church.people.staff.email])
  expect(news.rows).toEqual([{ subject: 'Pat Miller filled out “Connect card”' }])
  // Once more: one card on the board is enough, and one mail of thanks a day.
  await fill(at, answers)
  await runWaitingJobs()
  expect((await church.staff.leads.list({})).items).toHaveLength(1)
  const mails = await owner.query('select kind, body_text from messages where recipient = $1', [answers.email])
  expect(mails.rows).toMatchObject([{ kind: 'form-auto-reply', body_text: expect.stringContaining('Hello Pat') }])
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

test('someone known keeps what stands there and gains what was missing; another name at the same address is someone else', async () => {
  const { church, at } = await aForm('connect')
  const email = `${randomUUID()}@example.org`
  const known = await church.staff.people.create({
    firstName: 'Robert',
    lastName: 'Reed',
    birthDate: '1980-04-03',
    points: [{ kind: 'email', value: email }],
  })
  await fill(at, { first_name: 'Bob', last_name: 'Reed', email: email.toUpperCase(), phone: '(512) 555-0188' })
  await fill(at, { first_name: 'Rob', last_name: 'Miller', email })
  await runWaitingJobs()
  expect(await church.staff.people.get({ id: known.id })).toMatchObject({
    firstName: 'Robert',
    birthDate: '1980-04-03',
    phone: '+15125550188',
    email,
  })
  const [other, bob] = await inboxOf(church)
  expect(bob).toMatchObject({ match: 'known', personId: known.id })
  expect(other).toMatchObject({ match: 'doubt' })
  expect((await church.staff.duplicates.list({})).items).toMatchObject([{ other: { id: known.id } }])
})

test('a wife who names her husband and children finds those who filled in before her', async () => {
  const { church, at } = await aForm('connect')
  const email = `${randomUUID()}@example.org`
  const lia = { 'family.0.role': 'child', 'family.0.firstName': 'Lia', 'family.0.birthDate': '2019-05-04' }
  await fill(at, { first_name: 'John', last_name: 'Baker', email, ...lia })
  await runWaitingJobs()
  const john = { 'family.1.role': 'spouse', 'family.1.firstName': 'John' }
  await fill(at, { first_name: 'Mary', last_name: 'Baker', email, ...lia, ...john })
  await runWaitingJobs()
  const people = await peopleOf(church)
  expect(people.map(one => one.firstName).sort()).toEqual(['John', 'Lia', 'Mary'])
  const mary = people.find(one => one.firstName === 'Mary')!
  const { households } = await church.staff.people.get({ id: mary.id })
  expect(households).toHaveLength(1)
  expect(households[0]!.members.map(one => [one.name, one.role])).toEqual(
    expect.arrayContaining([
      ['John Baker', 'adult'],
      ['Lia Baker', 'child'],
      ['Mary Baker', 'adult'],
    ]),
  )
  expect((await church.staff.householdSuggestions.list({})).items).toEqual([])
})

test('what can’t be processed is kept with Retry, and a second try finishes it', async () => {
  const { church, form, at } = await aForm('contact')
  await fill(at, { ...pat(), subject: 'Hi', message: 'Hello' })
  const { owner } = await testHouse()
  const breakIt = (on: boolean) =>
    owner.query(`update form_versions set definition = jsonb_set(definition, '{fields}', $2) where form_id = $1`, [
      form.id,
      on ? '7' : JSON.stringify(form.draft.fields),
    ])
  await breakIt(true)
  const silent = vi.spyOn(log, 'error').mockImplementation(() => {})
  await expect(runWaitingJobs()).rejects.toThrow()
  silent.mockRestore()
  const [stuck] = await inboxOf(church, { stuck: true })
  expect(stuck).toMatchObject({ state: 'new', problem: expect.stringContaining('Trying again') })
  expect(await church.staff.formSubmissions.counts({})).toMatchObject({ stuck: 1 })
  await breakIt(false)
  await church.staff.formSubmissions.retry({ id: stuck!.id })
  await runWaitingJobs()
  expect(await inboxOf(church)).toMatchObject([{ id: stuck!.id, state: 'processed', problem: null }])
  expect(await peopleOf(church)).toHaveLength(1)
})

test('prayer and pastoral answers exist only for those who may read such things', async () => {
  const { church, at } = await aForm('prayer')
  await church.staff.forms.update({
    ...(await church.staff.forms.list({}).then(page => church.staff.forms.get({ id: page.items[0]!.id }))),
    name: undefined,
    draft: undefined,
    handling: {
      ...(await church.staff.forms.list({}).then(page => church.staff.forms.get({ id: page.items[0]!.id }))).handling,
      notify: [church.people.staff.id, church.people.pastor.id],
    },
  })
  await fill(at, { request: 'For my father', readers: 'Prayer team' })
  await fill(at, { request: 'I am leaving my husband', readers: 'Pastors only', ...pat() })
  await runWaitingJobs()
  const read = async (role: 'staff' | 'pastor' | 'finance' | 'viewer') =>
    (await church[role].formSubmissions.list({})).items.map(one => one.privacy)
  expect(await read('pastor')).toEqual(['pastoral', 'prayer'])
  expect(await read('staff')).toEqual(['prayer'])
  expect([await read('finance'), await read('viewer')]).toEqual([[], []])
  const [secret] = (await church.pastor.formSubmissions.list({})).items
  for (const verb of ['get', 'retry'] as const)
    await expect(church.staff.formSubmissions[verb]({ id: secret!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.staff.formSubmissions.assign({ selection: { ids: [secret!.id] }, assignedTo: null })).toEqual({
    changed: 0,
  })
  await expect(
    church.pastor.formSubmissions.assign({ selection: { ids: [secret!.id] }, assignedTo: church.people.staff.id }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['assignedTo'] }] } })
  expect(await church.staff.people.get({ id: secret!.personId! })).toMatchObject({ source: null })
  const bell = async (role: 'staff' | 'pastor') =>
    (await church[role].notifications.list({})).items.map(one => one.title)
  expect(await bell('staff')).toHaveLength(1)
  expect(await bell('pastor')).toEqual(expect.arrayContaining(['Someone filled out “Prayer request”']))
  const { items } = await church.pastor.timeline.list({ personId: secret!.personId! })
  expect(items.map(one => one.type)).not.toContain('form.submitted')
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select changes::text from audit_log where client_id = $1`, [church.id])
  expect(rows.map(row => row.changes).join()).not.toContain('leaving')
})
