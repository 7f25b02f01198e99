import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

const visitor = (ip = `10.0.0.${Math.ceil(Number.parseInt(randomUUID().slice(0, 2), 16))}`) =>
  clientFor({ ...nobody(), ip })
const words = (extra: Record<string, unknown> = {}) => ({
  form: 'site' as const,
  name: 'Pat Miller',
  email: `${randomUUID()}@example.org`,
  subject: 'A question',
  message: 'Does it work for small churches?',
  elapsed: 20_000,
  ...extra,
})
const rowsOf = async (email: string) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    'select status, suspicious, is_subscribed from contact_form_submissions where email = $1',
    [email],
  )
  return rows
}
const mailsTo = async (email: string) => {
  const { owner } = await testHouse()
  return (await owner.query('select subject, state from messages where recipient = $1', [email])).rows
}

test('a message is stored at once and answered by mail, once', async () => {
  await testHouse()
  const input = words()
  const { id } = await visitor().contact.submit(input)
  expect(await rowsOf(input.email)).toMatchObject([{ status: 'pending' }])
  await runWaitingJobs()
  expect(await rowsOf(input.email)).toMatchObject([{ status: 'auto_replied' }])
  expect(await mailsTo(input.email)).toEqual([{ subject: 'We have your message: A question', state: 'delivered' }])
  expect((await visitor().contact.submit(input)).id).toBe(id)
  await runWaitingJobs()
  expect(await mailsTo(input.email)).toHaveLength(1)
})

test('nobody is mailed a stranger’s link in our name', async () => {
  await testHouse()
  const input = words({ name: 'Win at www.prize.example', subject: 'Claim it: prize.example/now' })
  await visitor().contact.submit(input)
  await runWaitingJobs()
  expect(await mailsTo(input.email)).toEqual([{ subject: 'We have your message', state: 'delivered' }])
  const { owner } = await testHouse()
  const { rows } = await owner.query('select body_text, body_html from messages where recipient = $1', [input.email])
  expect(JSON.stringify(rows)).not.toContain('prize')
})

test('a double click stores one submission', async () => {
  await testHouse()
  const input = words()
  const answers = await Promise.all([1, 2, 3].map(() => visitor().contact.submit(input)))
  expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
  expect(await rowsOf(input.email)).toHaveLength(1)
})

test('robots are kept apart and never answered', async () => {
  await testHouse()
  for (const sign of [{ website: 'https://spam.example' }, { elapsed: 300 }]) {
    const input = words({ ...sign, isSubscribed: true })
    await visitor().contact.submit(input)
    await runWaitingJobs()
    expect(await rowsOf(input.email)).toMatchObject([{ status: 'pending', suspicious: true }])
    expect(await mailsTo(input.email)).toEqual([])
  }
})

test('six messages in an hour from one place are too many, and the next hour is another', async () => {
  await testHouse()
  const busy = visitor('10.9.9.9')
  for (let i = 0; i < 5; i++) await busy.contact.submit(words())
  const input = words()
  await expect(busy.contact.submit(input)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await rowsOf(input.email)).toEqual([])
  clock.advance(hours(1) + 1)
  await expect(busy.contact.submit(input)).resolves.toMatchObject({ id: expect.any(String) })
  clock.reset()
})

test('the newsletter box is off by default, and consent keeps the words that were shown', async () => {
  await testHouse()
  const [quiet, keen] = [words(), words({ isSubscribed: true })]
  await visitor().contact.submit(quiet)
  await visitor().contact.submit(keen)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select value, topic, state, evidence from consents where value = any($1)', [
    [quiet.email, keen.email],
  ])
  expect(rows).toMatchObject([
    {
      value: keen.email,
      topic: 'newsletter',
      state: 'granted',
      evidence: { wording: expect.stringContaining('newsletter') },
    },
  ])
})

test('every field is required, and says so', async () => {
  await testHouse()
  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    const wanted = `${field[0]!.toUpperCase()}${field.slice(1)} is required`
    await expect(visitor().contact.submit(words({ [field]: '  ' }) as never), field).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: expect.arrayContaining([expect.objectContaining({ path: [field], message: wanted })]) },
    })
  }
})
