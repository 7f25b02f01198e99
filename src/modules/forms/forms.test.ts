import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { sqlState } from '#kernel/db.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { aForm, fill, hiddenIn, inboxOf, pageOf, pat, post } from '#testing/forms.ts'
import { formVersions } from './tables.ts'

afterEach(() => clock.reset())

test('a version is frozen: what was filled in is shown as it was asked; keys stay; two tabs overwrite nothing', async () => {
  const { church, form, at } = await aForm('contact')
  await fill(at, { ...pat(), subject: 'Hi', message: 'One' })
  const older = await pageOf(at)
  const open = await church.staff.forms.get({ id: form.id })
  expect(open.keptKeys).toContain('subject')
  const fields = open.draft.fields.filter(field => field.key !== 'subject')
  fields[0] = { ...fields[0]!, label: 'What shall we call you?' }
  const change = { id: form.id, version: open.version, draft: { ...open.draft, fields } }
  const [first, second] = await Promise.allSettled([
    church.staff.forms.update(change),
    church.pastor.forms.update({ ...change, draft: { ...open.draft, title: 'Mine' } }),
  ])
  const lost = [first, second].filter(one => one.status === 'rejected')
  expect(lost).toMatchObject([{ reason: { code: 'CONFLICT' } }])
  const saved = await church.staff.forms.update({ ...change, version: (await church.staff.forms.get(form)).version })
  expect(saved).toMatchObject({ live: true, fresh: false, lastNumber: 1 })
  expect(await pageOf(at)).toContain('First name')
  // A double click freezes one version.
  await Promise.allSettled([1, 2].map(() => church.staff.forms.publish(saved)))
  expect(await church.staff.forms.get(form)).toMatchObject({ fresh: true, lastNumber: 2 })
  expect(await pageOf(at)).toContain('What shall we call you?')

  // Someone had the older page open: it counts as what they saw.
  clock.advance(seconds(20))
  const body = new URLSearchParams({ ...pat(), subject: 'Still asked', message: 'Two', key: randomUUID() })
  body.set('token', hiddenIn(older, 'token'))
  await post(at, body.toString())
  await fill(at, { ...pat(), message: 'Three' })
  await runWaitingJobs()
  const rows = await inboxOf(church)
  expect(rows.map(row => row.number)).toEqual([2, 1, 1])
  const whole = await church.staff.formSubmissions.get({ id: rows[1]!.id })
  expect(whole.definition.fields.map(field => field.label)).toContain('Subject')
  expect(await church.staff.formSubmissions.list({ number: 2 })).toMatchObject({ total: 1 })
  const { csv } = await church.admin.formSubmissions.export({ formId: form.id })
  expect(csv.split('\r\n')[0]).toContain('What shall we call you?')
  expect(csv).toContain('Still asked')

  const again = await church.staff.forms.get(form)
  const broken = {
    ...again.draft,
    fields: again.draft.fields.map(one => ({ ...one, type: 'paragraph' as const, map: '' as const })),
  }
  await expect(church.staff.forms.update({ id: form.id, version: again.version, draft: broken })).rejects.toMatchObject(
    {
      code: 'BAD_REQUEST',
    },
  )
  const statement = church.inside(ctx => ctx.db.update(formVersions).set({ number: 9 }))
  expect(await statement.then(() => 'done', sqlState)).toBe('42501')
})

test('a draft is refused where it makes no sense, each at its field', async () => {
  const church = await aChurch()
  const { id, version, draft } = await church.staff.forms.create({ template: 'blank' })
  const with_ = (change: object, at = 0) => ({
    id,
    version,
    draft: { ...draft, fields: draft.fields.map((one, i) => (i === at ? { ...one, ...change } : one)) },
  })
  const cases: [object, number, string][] = [
    [{ key: 'Last Name' }, 0, 'key'],
    [{ key: 'token' }, 0, 'key'],
    ...['lang', 'hidden', 'reset', 'constructor'].map(key => [{ key }, 0, 'key'] as [object, number, string]),
    [{ key: 'last_name' }, 2, 'key'],
    [{ label: ' ' }, 0, 'label'],
    [{ type: 'choice', map: '' }, 0, 'options'],
    [{ map: 'email' }, 0, 'map'],
    [{ type: 'consent', map: '', required: true }, 0, 'required'],
    [{ when: [{ key: 'email', is: 'answered', value: '' }] }, 0, 'when'],
  ]
  for (const [change, at, name] of cases)
    await expect(church.staff.forms.update(with_(change, at) as never), name).rejects.toMatchObject({
      data: { issues: [{ path: ['draft', 'fields', at, name] }] },
    })
  const stranger = (await aChurch('Hope Chapel')).people.staff.id
  const { handling } = await church.staff.forms.get({ id })
  await expect(
    church.staff.forms.update({ id, version, handling: { ...handling, notify: [stranger] } }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['notify'] }] } })
  await expect(
    church.staff.forms.update({ id, version, handling: { ...handling, tagIds: [randomUUID()] } }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['tagIds'] }] } })
})

test('submissions are given over, deleted with undo, searched by any answer; a copy begins without them', async () => {
  const { church, form, at } = await aForm('contact')
  await fill(at, { ...pat(), subject: 'Wedding', message: 'In the Zürich chapel' })
  await runWaitingJobs()
  const [one] = await inboxOf(church, { search: 'zurich wedding' })
  const ids = [one!.id]
  await church.admin.formSubmissions.assign({ selection: { ids }, assignedTo: church.people.staff.id })
  const { items } = await church.staff.notifications.list({})
  expect(items.map(news => news.title)).toContain('A form submission was assigned to you')
  expect(await inboxOf(church, { assignedTo: church.people.staff.id })).toHaveLength(1)
  expect(await inboxOf(church, { assignedTo: 'nobody' })).toEqual([])
  await church.admin.formSubmissions.trash({ selection: { ids } })
  expect([await inboxOf(church), (await inboxOf(church, { deleted: true })).length]).toEqual([[], 1])
  await church.admin.formSubmissions.restore({ selection: { ids } })
  expect(await inboxOf(church, { search: 'nothing like it' })).toEqual([])
  // All that the filter finds, and nothing else.
  const all = (search: string) => ({ selection: { filter: { formId: form.id, search } } })
  expect(await church.admin.formSubmissions.trash(all('nothing like it'))).toEqual({ changed: 0 })
  expect(await church.admin.formSubmissions.markSpam(all('wedding'))).toEqual({ changed: 1 })
  expect(
    await church.admin.formSubmissions.notSpam({ selection: { filter: { formId: form.id, state: ['spam'] } } }),
  ).toEqual({ changed: 1 })
  const copy = await church.staff.forms.duplicate({ id: form.id })
  expect(copy).toMatchObject({ name: 'Contact (copy)', live: false, submissions: 0, keptKeys: [] })
  expect(copy.slug).not.toBe(form.slug)
  const list = await church.staff.forms.list({ search: 'contact', sort: 'name', limit: 1 })
  expect([list.total, list.items.map(row => [row.name, row.submissions])]).toEqual([2, [['Contact', 1]]])
  expect(await church.staff.forms.list({ sort: 'name', limit: 1, cursor: list.nextCursor! })).toMatchObject({
    items: [{ name: 'Contact (copy)' }],
  })
  expect((await church.admin.forms.export({ state: 'live' })).csv).toContain('Contact,/f/')
})

test('the number of a card is refused at its field, what was typed stays', async () => {
  const { church, at } = await aForm('contact')
  const body = { ...pat(), subject: 'Hi', message: 'Take it from ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', key: randomUUID() }
  const sent = new URLSearchParams({ ...body, token: hiddenIn(await pageOf(at), 'token') })
  clock.advance(seconds(20))
  const answer = await post(at, sent.toString(), { accept: 'text/html' })
  const html = await answer.text()
  expect(answer.status).toBe(400)
  expect(html).toContain('Please don’t enter card numbers here.')
  expect(html).toContain(body.message)
  expect(await inboxOf(church)).toEqual([])
})
