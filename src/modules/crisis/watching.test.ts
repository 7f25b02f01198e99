import { expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon, newPhone, says, textsTo } from '#testing/flock.ts'
import { aForm, fill, pat } from '#testing/forms.ts'

test('a text with a sign of danger gets the fixed words once and nothing else; STOP goes before it', async () => {
  const church = await aChurch()
  await atNoon(church)
  const number = newPhone()
  await church.finance.textGiving.save({ enabled: true })
  await says(church, number, '$50 i cant take it anymore i want to die')
  await church.settle()
  const answers = (await textsTo(church, number)).map(one => one.body_text ?? one.text ?? one)
  expect(answers).toEqual([expect.stringContaining('988')])
  expect((await church.owner.crisis.list({})).items).toMatchObject([{ source: 'conversation', kind: 'self_harm' }])
  await says(church, newPhone(), 'STOP')
  await church.settle()
  expect((await church.owner.crisis.list({})).items).toHaveLength(1)
})

test('a form with a sign of danger is for pastors alone, is answered by the fixed words, and starts a care hold', async () => {
  const { church, at } = await aForm('contact')
  const who = pat()
  await fill(at, { ...who, subject: 'Please', message: 'My husband beats me and I am scared to go home' })
  await runWaitingJobs()
  expect((await church.pastor.formSubmissions.list({})).items).toMatchObject([{ privacy: 'pastoral' }])
  expect((await church.staff.formSubmissions.list({})).items).toEqual([])
  const mails = await query('select kind, body_text as text from messages where recipient = $1', [who.email])
  expect(mails).toMatchObject([{ kind: 'crisis-answer', text: expect.stringContaining('not your fault') }])
  const [alert] = (await church.owner.crisis.list({})).items
  expect(alert).toMatchObject({ source: 'form', kind: 'abuse' })
  await church.staff.crisis.take({ id: alert!.id })
  expect(await church.staff.crisis.words({ id: alert!.id })).toMatchObject({ email: who.email })
  const [person] = (await church.pastor.people.list({ search: 'Miller' })).items
  expect((await church.pastor.careHolds.of({ personId: person!.id })).holds).toHaveLength(1)
})
