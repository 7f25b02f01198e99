import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { aForm, type Church, hiddenIn, inboxOf, open, pageOf, pat, peopleOf, post } from '#testing/forms.ts'
import { testHouse } from '#testing/house.ts'
import { type Definition, field, type Handling } from '../rules/definition.ts'

afterEach(() => clock.reset())

/** A form on three pages that keeps what is typed and says so, in English and Spanish. */
async function keeping(change: { draft?: Partial<Definition>; handling?: Partial<Handling> } = {}) {
  const { church, form, at } = await aForm('contact')
  const { id, version, draft, handling } = form
  const fields = [
    ...draft.fields,
    field('second', 'page', 'Almost done'),
    field('letter', 'file', 'Letter'),
    field('campaign', 'hidden', 'Campaign'),
    field('size', 'text', 'Shirt size'),
  ].map(one => (one.key === 'size' ? { ...one, words: { es: { label: 'Talla', help: '', options: [] } } } : one))
  const whole = { ...draft, fields, keep: true, languages: ['es' as const], ...change.draft }
  await church.staff.forms.update({ id, version, draft: whole, handling: { ...handling, ...change.handling } })
  await church.staff.forms.publish(await church.staff.forms.get({ id }))
  return { church, id, at }
}

/** The page's own script, once someone has gone on from a field. */
async function type(at: string, answers: Record<string, string>, more: Record<string, string> = {}) {
  const html = await pageOf(at)
  clock.advance(seconds(20))
  const body = new URLSearchParams({ ...answers, _at: 'message' })
  for (const name of ['key', 'token', 'via', '_lang']) body.set(name, hiddenIn(html, name))
  for (const [name, value] of Object.entries(more)) body.set(name, value)
  const answer = await post(`${at.split('?')[0]}/kept`, body.toString())
  expect(answer.status).toBe(204)
  return { html, body }
}
const unfinished = (church: Church, formId: string) =>
  church.staff.unfinishedForms.list({ formId }).then(page => page.items)
const mails = async (church: Church) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select recipient, subject, body_text as text from messages where client_id = $1 and kind = 'form-finish'`,
    [church.id],
  )
  return rows as { recipient: string; subject: string; text: string }[]
}

test('kept only where the page says so first, and never a file, a consent, or what only some may read', async () => {
  const off = await keeping({ draft: { keep: false } })
  expect(await pageOf(off.at)).not.toContain('kept for 30 days')
  const told = 'We save what you type for 30 days so that we can help you finish.'
  const words = { ...pat(), message: 'Half a', email_news: 'yes', campaign: 'spring', letter: 'ticket' }
  await type(off.at, words)
  expect(await unfinished(off.church, off.id)).toEqual([])

  const { church, id, at } = await keeping()
  const { html, body } = await type(at, words)
  expect(html).toContain(told)
  expect(await pageOf(`${at}?lang=es`)).toContain('Lo que escribe se guarda durante 30 días')
  const [row] = await unfinished(church, id)
  expect(row).toMatchObject({ name: 'Pat Miller', email: words.email, stoppedAt: 'Message', linkSentAt: null })
  const { owner } = await testHouse()
  const kept = async () =>
    (await owner.query('select payload from form_partials where client_id = $1 order by created_at', [church.id])).rows
  const payload = { first_name: 'Pat', last_name: 'Miller', email: words.email, phone: '', subject: '', size: '' }
  expect(await kept()).toEqual([{ payload: { ...payload, message: 'Half a' } }])
  // Typed on: the same row.
  body.set('size', 'M')
  body.set('_at', 'size')
  await post(`${at}/kept`, body.toString())
  expect(await unfinished(church, id)).toMatchObject([{ id: row!.id, stoppedAt: 'Shirt size' }])
  // Nobody is made of it, nobody agreed to anything, and nobody is told.
  await runWaitingJobs()
  expect([await peopleOf(church), await inboxOf(church), (await church.staff.leads.list({})).items]).toEqual([
    [],
    [],
    [],
  ])
  const { rows } = await owner.query('select 1 from consents where value = $1', [words.email])
  expect(rows).toEqual([])

  const refused: [Record<string, string>, Record<string, string>][] = [
    [{ first_name: 'No contact' }, {}],
    [{ ...words, email: 'pat@' }, {}],
    [words, { via: 'kiosk' }],
    [words, { website: 'https://robot.example' }],
    [words, { token: 'forged' }],
    [words, { key: 'not a key' }],
  ]
  for (const [answers, more] of refused) await type(at, answers, more)
  expect(await unfinished(church, id)).toHaveLength(1)
  expect(await pageOf(`${at}?kiosk=1`)).not.toContain(told)

  for (const change of [
    { handling: { privacy: 'prayer' as const } },
    {
      draft: {
        fields: [
          field('email', 'email', 'Email'),
          field('who', 'choice', 'Readers', { options: ['Pastors only'], map: 'privacy' }),
        ],
      },
    },
  ]) {
    const narrow = await keeping(change)
    expect(await pageOf(narrow.at)).not.toContain(told)
    await type(narrow.at, { email: words.email })
    expect(await unfinished(narrow.church, narrow.id)).toEqual([])
  }
  // What became narrower afterwards is not kept any more.
  const form = await church.staff.forms.get({ id })
  expect(form.unfinished).toBe(1)
  await church.staff.forms.update({ id, version: form.version, handling: { ...form.handling, privacy: 'pastoral' } })
  expect([await unfinished(church, id), (await church.staff.forms.get({ id })).unfinished]).toEqual([[], 0])
  expect(await kept()).toEqual([])
})

test('one link by mail, once; it brings the answers back in another browser, and sending them ends it', async () => {
  const { church, id, at } = await keeping({ handling: { reply: false } })
  const words = { ...pat(), subject: 'Choir', message: 'Half a' }
  await type(`${at}?lang=es`, words, { _at: 'size' })
  const [row] = await unfinished(church, id)
  const sent = await Promise.allSettled([1, 2].map(() => church.staff.unfinishedForms.sendLink({ id: row!.id })))
  expect(sent.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(church.admin.unfinishedForms.sendLink({ id: row!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const [mail, ...more] = await mails(church)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: words.email, subject: 'Todavía puede terminar “Contact”' })
  const { items } = await church.admin.outbox.list({})
  expect(items.find(one => one.kind === 'form-finish')?.text).not.toContain('finish=')

  const link = /\/f\/\S+/.exec(mail!.text)![0]
  const html = await pageOf(link)
  expect(html).toContain('Bienvenido de nuevo.')
  expect(html).toMatch(/data-on="1"/)
  expect(html).toMatch(/name="subject"[^>]*value="Choir"/)
  expect(await pageOf(`${link}&kiosk=1`)).not.toContain('Choir')
  const { at: elsewhere } = await keeping()
  expect(await pageOf(`${elsewhere}?finish=${link.split('finish=')[1]}`)).toContain('are no longer saved')

  const body = new URLSearchParams(words)
  for (const name of ['key', 'token', 'via', '_lang']) body.set(name, hiddenIn(html, name))
  // The same person began on another device, and someone else has.
  await type(at, words)
  await type(at, { ...pat(), first_name: 'Kim' })
  clock.advance(seconds(20))
  expect((await post(at, body.toString())).status).toBe(200)
  expect((await unfinished(church, id)).map(one => one.name)).toEqual(['Kim Miller'])
  // A last word of the page that was sent comes late: it is not kept.
  body.set('_at', 'size')
  await post(`${at}/kept`, body.toString())
  expect(await unfinished(church, id)).toHaveLength(1)
  expect(await pageOf(link)).toContain('are no longer saved')
})

test('kept for thirty days; deleted by staff at once; of other churches and other roles nobody sees it', async () => {
  const { church, id, at } = await keeping()
  await type(at, { phone: '(512) 555-0142', first_name: 'Lee' })
  const [lee] = await unfinished(church, id)
  await expect(church.staff.unfinishedForms.sendLink({ id: lee!.id })).rejects.toThrow('entered no email address')
  clock.advance(minutes(5))
  await type(at, pat())
  const hope = await aChurch('Hope Chapel')
  expect(await unfinished(hope, id)).toEqual([])
  for (const call of [hope.admin.unfinishedForms.sendLink, hope.admin.unfinishedForms.remove])
    await expect(call({ id: lee!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.volunteer.unfinishedForms.remove({ id: lee!.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.admin.unfinishedForms.remove({ id: lee!.id })
  const [pam] = await unfinished(church, id)
  const { owner } = await testHouse()
  const stored = async () =>
    (await owner.query('select 1 from form_partials where client_id = $1', [church.id])).rows.length
  clock.advance(days(29))
  await runWaitingJobs({ schedules: true })
  expect([await stored(), (await unfinished(church, id)).length]).toEqual([1, 1])
  clock.advance(days(2))
  expect(await unfinished(church, id)).toEqual([])
  await expect(church.admin.unfinishedForms.sendLink({ id: pam!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await runWaitingJobs({ schedules: true })
  expect(await stored()).toBe(0)
  await expect(church.staff.unfinishedForms.remove({ id: randomUUID() })).rejects.toMatchObject({})
  expect(await open(`${at}?finish=made-up`).then(one => one.status)).toBe(200)
})
