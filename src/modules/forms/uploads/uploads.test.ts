import { afterEach, expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aForm, type Church, fill, hiddenIn, inboxOf, open, pageOf, pat } from '#testing/forms.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import type { FileAnswer } from '../rules/answers.ts'
import { field } from '../rules/definition.ts'

afterEach(() => clock.reset())

const pdf = new TextEncoder().encode('%PDF-1.7 a letter')

async function withFileField() {
  const { church, form, at } = await aForm('contact')
  const fields = [...form.draft.fields, field('letter', 'file', 'Your letter')]
  const saved = await church.staff.forms.update({
    id: form.id,
    version: form.version,
    draft: { ...form.draft, fields },
  })
  await church.staff.forms.publish(saved)
  return { church, form, at }
}

const send = async (at: string, token: string, body: Uint8Array, name = 'letter.pdf') => {
  const headers = { 'form-token': token }
  const answer = await open(`${at}/files?name=${name}`, { method: 'POST', body: body as BodyInit, headers })
  return { status: answer.status, ...((await answer.json()) as { ticket: string; message: string }) }
}
const tokenOf = async (at: string) => hiddenIn(await pageOf(at), 'token')
const download = (church: Church, role: 'staff' | 'volunteer', submission: string, id: string) =>
  open(`/storage/v1/form-files/${submission}/${id}`, {
    headers: {
      authorization: `Bearer ${church.people[role].session.access_token}`,
      'lampstand-client': church.id,
    },
  })

test('a file is kept with its submission, for those who may read that, as a download', async () => {
  const { church, form, at } = await withFileField()
  const { status, ticket } = await send(at, await tokenOf(at), pdf, '../../l%22etter.pdf')
  expect(status).toBe(201)
  const words = { ...pat(), subject: 'Hi', message: 'Here it is' }
  expect((await fill(at, { ...words, letter: ticket })).answer.status).toBe(200)
  await runWaitingJobs()
  const [one] = await inboxOf(church)
  const { payload } = await church.staff.formSubmissions.get({ id: one!.id })
  const [file] = payload.letter as FileAnswer[]
  expect(file).toMatchObject({ name: 'l etter.pdf', size: pdf.length })
  const got = await download(church, 'staff', one!.id, file!.id)
  expect([got.status, await got.text()]).toEqual([200, '%PDF-1.7 a letter'])
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await download(church, 'volunteer', one!.id, file!.id)).status).toBe(403)
  const { church: hope } = await aForm('contact')
  expect((await download(hope, 'staff', one!.id, file!.id)).status).toBe(404)
  const plain = await open(`/storage/v1/files/${file!.id}`, {
    headers: { authorization: `Bearer ${church.people.staff.session.access_token}`, 'lampstand-client': church.id },
  })
  expect(plain.status).toBe(404)
  expect((await church.admin.formSubmissions.export({ formId: form.id })).csv).toContain('l etter.pdf')

  const { owner } = await testHouse()
  await owner.query(`update form_submissions set privacy = 'pastoral' where id = $1`, [one!.id])
  expect((await download(church, 'staff', one!.id, file!.id)).status).toBe(404)
})

test('one visitor has so many files an hour, and stops nobody else', async () => {
  const [{ at }, { app }] = [await withFileField(), await aServer()]
  const token = await tokenOf(at)
  const from = async (ip: string) => {
    const init = { method: 'POST', body: pdf as BodyInit, headers: { 'form-token': token } }
    const answer = await app.request(`http://127.0.0.1${at}/files?name=a.pdf`, init, {
      incoming: { socket: { remoteAddress: ip } },
    })
    return answer.status
  }
  // At once, so that a count that two of them read at the same moment would let both through.
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, i) => from(`2001:db8:1:2::${i}`)))
  expect(statuses.filter(status => status === 201)).toHaveLength(20)
  expect(statuses.filter(status => status === 429)).toHaveLength(4)
  expect(await from('198.51.100.7')).toBe(201)
  clock.advance(hours(1) + 1)
  expect(await from('2001:db8:1:2::9')).toBe(201)
})

test('a form without a field for files takes none', async () => {
  const { at } = await aForm('contact')
  expect(await send(at, await tokenOf(at), pdf)).toMatchObject({ status: 404 })
})

test('what is no document, too large, of no page of ours or never sent is not kept', async () => {
  const { church, at } = await withFileField()
  const token = await tokenOf(at)
  const script = new TextEncoder().encode('<script>alert(1)</script>')
  expect(await send(at, token, script, 'letter.pdf')).toMatchObject({
    status: 400,
    message: 'Please choose a PDF, or a PNG, JPEG or WebP picture.',
  })
  const large = new Uint8Array(11 * 1024 * 1024)
  large.set(pdf)
  expect(await send(at, token, large)).toMatchObject({ status: 413 })
  expect(await send(at, 'forged', pdf)).toMatchObject({ status: 404 })
  const { at: other } = await withFileField()
  const theirs = await send(other, await tokenOf(other), pdf)
  const words = { ...pat(), subject: 'Hi', message: 'Here it is' }
  for (const ticket of [theirs.ticket, 'made up']) {
    const { answer } = await fill(at, { ...words, letter: ticket })
    expect(await answer.json()).toMatchObject({ problems: { letter: 'A file was not uploaded. Please add it again.' } })
  }
  expect(await inboxOf(church)).toEqual([])

  const waiting = await send(at, token, pdf)
  const kept = await send(at, token, pdf)
  await fill(at, { ...words, letter: kept.ticket })
  const { owner } = await testHouse()
  const left = async () =>
    (await owner.query(`select 1 from files where client_id = $1 and removed_at is null`, [church.id])).rows.length
  expect([waiting.status, await left()]).toEqual([201, 2])
  clock.advance(days(1) + hours(1))
  await runWaitingJobs({ schedules: true })
  expect(await left()).toBe(1)
})
