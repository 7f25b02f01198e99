import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon, newPhone, says, textsTo } from '#testing/flock.ts'
import { aForm, fill, pat } from '#testing/forms.ts'
import { newEmail } from '#testing/sign-in.ts'
import { readDanger } from './rules/danger.ts'
import { readPhrasings } from './rules/model.ts'

afterEach(() => clock.reset())

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

/** Words that may be a sign: not in the list, and not sure enough to wake someone. */
const perhaps = readPhrasings(readFileSync(new URL('./data/phrasings.tsv', import.meta.url), 'utf8')).find(
  ({ text, language }) => language === 'en' && text.length < 150 && readDanger(text)?.level === 'look',
)!.text

test('what may be a sign is sent nothing and held back, until someone has read it and found none', async () => {
  const { church, at } = await aForm('contact')
  const who = pat()
  await fill(at, { ...who, subject: 'Hello', message: perhaps })
  await runWaitingJobs()
  const mails = () => query('select kind from messages where recipient = $1', [who.email])
  expect(await mails()).toEqual([])
  const [alert] = (await church.pastor.crisis.list({})).items
  expect(alert).toMatchObject({ level: 'look', source: 'form', state: 'open', rounds: 0 })
  expect((await church.pastor.notifications.list({})).items).toMatchObject([{ type: 'crisis-look' }])
  const mailedTo = async () => (await church.owner.outbox.list({ recipient: church.people.pastor.email })).items.length
  expect(await mailedTo()).toBe(0)
  clock.advance(minutes(61))
  await church.settle()
  expect(await mailedTo()).toBe(1)
  await church.pastor.crisis.take({ id: alert!.id })
  expect(await church.pastor.crisis.words({ id: alert!.id })).toMatchObject({
    text: expect.stringContaining(perhaps),
  })
  await church.pastor.crisis.close({ id: alert!.id, falseAlarm: true })
  await church.settle()
  expect((await church.pastor.crisis.list({})).items).toHaveLength(1)
  expect(await mails()).not.toEqual([])
})

test('a sign that stands in a quotation of a mail is found, and the words of an earlier mail are not found again', async () => {
  const church = await aChurch()
  const email = newEmail()
  const receive = (id: string, text: string, quoted: string) =>
    church.inside(ctx =>
      receiveMessage(ctx, {
        channel: 'email',
        from: email,
        to: 'office@x.org',
        text,
        quoted,
        provider: 'mail',
        providerId: id,
      }),
    )
  await receive('a', 'Please read what my sister wrote', '> I want to kill myself tonight')
  await church.settle()
  expect((await church.pastor.crisis.list({})).items).toMatchObject([{ level: 'page', kind: 'self_harm' }])
  await receive('b', 'Thank you for calling her.', '> I want to kill myself tonight')
  await church.settle()
  expect((await church.pastor.crisis.list({})).items).toHaveLength(1)
})
