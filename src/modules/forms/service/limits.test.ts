import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes, seconds } from '#kernel/clock.ts'
import { aForm, fill, hiddenIn, inboxOf, open, pageOf, pat, post } from '#testing/forms.ts'
import type { Handling } from '../rules/definition.ts'

afterEach(() => clock.reset())

/** Places for meals, in the order of the options; with what else the form says. */
async function limited(places: (number | null)[], handling: Partial<Handling> = {}) {
  const { church, form, at } = await aForm('event')
  const { id, version, draft } = form
  const words = { es: { label: '', help: '', options: ['Cualquiera', 'Vegetariano', ''] } }
  const fields = draft.fields.map(one => (one.key === 'meal' ? { ...one, places, words } : one))
  const change = {
    id,
    version,
    draft: { ...draft, fields, languages: ['es' as const], closedText: 'See you next year.' },
  }
  const saved = await church.staff.forms.update({ ...change, handling: { ...form.handling, ...handling } })
  await church.staff.forms.publish(saved)
  return { church, id, at }
}

/** Pages that stand open, and what each of them sends. */
async function ready(at: string, meal: string, many: number) {
  const pages = await Promise.all(Array.from({ length: many }, () => pageOf(at)))
  clock.advance(seconds(20))
  return pages.map(html => {
    const body = new URLSearchParams({ ...pat(), guests: '0', meal, allergies: 'no' })
    for (const name of ['key', 'token', 'via', '_lang']) body.set(name, hiddenIn(html, name))
    return body.toString()
  })
}

test('of many who want the last place at once one gets it; the others are told at the field, in their language', async () => {
  const { church, id, at } = await limited([null, 2, null])
  const [first] = await ready(at, 'Vegetarian', 1)
  expect((await post(at, first!)).status).toBe(200)
  const bodies = await ready(`${at}?lang=es`, 'Vegetarian', 4)
  const answers = await Promise.all(bodies.map(body => post(at, body)))
  expect(answers.map(one => one.status).sort()).toEqual([200, 400, 400, 400])
  const lost = answers.findIndex(one => one.status === 400)
  expect((await answers[lost]!.json()).problems).toEqual({
    meal: '“Vegetariano” ya está completo. Elija otra respuesta, por favor.',
  })
  expect(await inboxOf(church)).toHaveLength(2)
  // A visitor who was let in sends again, and still is.
  expect((await post(at, first!)).status).toBe(200)

  const html = await pageOf(at)
  expect(html).toMatch(/value="Vegetarian" disabled><span>Vegetarian \(full\)/)
  expect(html).not.toContain('Gluten free (full)')
  const page = await post(at, bodies[lost]!, { accept: 'text/html' })
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Vegetariano (completo)')])
  // A device that was without a connection has nobody before it any more: staff decide.
  expect((await post(at, `${bodies[lost]}&_waited=1`)).status).toBe(200)
  const quarantined = await inboxOf(church, { state: ['quarantined'] })
  expect(quarantined.map(one => one.signs)).toEqual([['No places were left when it arrived']])

  const [one] = await inboxOf(church)
  await church.admin.formSubmissions.trash({ selection: { ids: [one!.id] } })
  expect(await pageOf(at)).not.toContain('(full)')
  // What counts is what is published now, whatever the page showed.
  const form = await church.staff.forms.get({ id })
  const fields = form.draft.fields.map(one => (one.key === 'meal' ? { ...one, places: [null, 1, null] } : one))
  const draft = { ...form.draft, fields }
  const [older] = await ready(at, 'Vegetarian', 1)
  await church.staff.forms.publish(await church.staff.forms.update({ id, version: form.version, draft }))
  expect((await post(at, older!)).status).toBe(400)
})

test('what was chosen before its question was hidden takes no place', async () => {
  const { church, form, at } = await aForm('event')
  const when = [{ key: 'allergies', is: 'equals' as const, value: 'yes' }]
  const meal = form.draft.fields.find(one => one.key === 'meal')!
  const rest = form.draft.fields.filter(one => one.key !== 'meal')
  const draft = { ...form.draft, fields: [...rest, { ...meal, when, places: [1, null, null] }] }
  await church.staff.forms.publish(await church.staff.forms.update({ id: form.id, version: form.version, draft }))
  const words = { guests: '0', meal: 'Anything', allergy_details: 'Nuts' }
  expect((await fill(at, { ...pat(), ...words, allergies: 'no' })).answer.status).toBe(200)
  expect((await fill(at, { ...pat(), ...words, allergies: 'yes' })).answer.status).toBe(200)
  expect((await fill(at, { ...pat(), ...words, allergies: 'yes' })).answer.status).toBe(400)
})

test('a form closes after so many submissions, says so in the church’s words, and opens when one is deleted', async () => {
  const { church, id, at } = await limited([], { closesAfter: 2 })
  const bodies = await ready(at, 'Anything', 4)
  const answers = await Promise.all(bodies.map(body => post(at, body)))
  expect(answers.map(one => one.status).sort()).toEqual([200, 200, 404, 404])
  const refused = answers.find(one => one.status === 404)!
  expect((await refused.json()).message).toBe('This form is closed.')
  const page = await open(at)
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('See you next year.')])
  expect(await pageOf(`${at}?lang=es`)).toContain('Este formulario está cerrado')
  expect(await church.staff.forms.get({ id })).toMatchObject({ live: true, closed: 'full' })
  expect((await church.staff.forms.list({})).items).toMatchObject([{ closed: 'full' }])
  const plain = await post(at, bodies[answers.findIndex(one => one.status === 404)]!, { accept: 'text/html' })
  expect([plain.status, await plain.text()]).toEqual([410, expect.stringContaining('See you next year.')])
  const [one] = await inboxOf(church)
  await church.admin.formSubmissions.trash({ selection: { ids: [one!.id] } })
  expect((await open(at)).status).toBe(200)
  expect(await church.staff.forms.get({ id })).toMatchObject({ closed: null })
})

test('a form closes at the end of its last day by the church’s clock; a page that was open then has another hour', async () => {
  const { church, id, at } = await limited([])
  const form = await church.staff.forms.get({ id })
  const lastDay = new Date(clock.ms() + days(1)).toISOString().slice(0, 10)
  const handling = { ...form.handling, closesOn: lastDay }
  await church.staff.forms.update({ id, version: form.version, handling })
  // New York is behind: the day there ends four or five hours after it has ended in Greenwich.
  const midnight = Date.parse(`${lastDay}T00:00:00Z`) + days(1)
  clock.advance(midnight + hours(3) - clock.ms())
  expect((await open(at)).status).toBe(200)
  clock.advance(minutes(55))
  const [soon, late] = await ready(at, 'Anything', 2)
  clock.advance(hours(1) + minutes(20))
  expect((await open(at)).status).toBe(410)
  const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', timeZoneName: 'shortOffset' })
  const isSummer = zone.format(clock.now()).includes('GMT-4')
  expect((await post(at, soon!)).status).toBe(isSummer ? 404 : 200)
  clock.advance(hours(2))
  expect((await post(at, late!)).status).toBe(404)
  expect(await church.staff.forms.get({ id })).toMatchObject({ closed: 'date' })
})

test('limits that make no sense are refused at their field', async () => {
  const { church, id } = await limited([])
  const { version, draft, handling } = await church.staff.forms.get({ id })
  const meal = draft.fields.findIndex(one => one.key === 'meal')
  const placed = (places: (number | null)[]) => ({
    draft: { ...draft, fields: draft.fields.map((one, i) => (i === meal ? { ...one, places } : one)) },
  })
  const cases: [object, (string | number)[]][] = [
    [placed([0]), ['draft', 'fields', meal, 'places', 0]],
    [placed([1, 1, 1, 1]), ['draft', 'fields', meal, 'places']],
    [{ handling: { ...handling, closesAfter: 1.5 } }, ['handling', 'closesAfter']],
    [{ handling: { ...handling, closesOn: '2026-02-30' } }, ['handling', 'closesOn']],
  ]
  for (const [change, path] of cases)
    await expect(church.staff.forms.update({ id, version, ...change })).rejects.toMatchObject({
      data: { issues: [{ path }] },
    })
})
