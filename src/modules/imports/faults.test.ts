import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { database } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { outerJob } from '#kernel/run.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { aForm, fill } from '#testing/forms.ts'
import { bring, check, download, look, upload } from '#testing/imports.ts'
import { until } from '#testing/processes/until.ts'
import { run } from './jobs.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

const none = {
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  duplicates: 0,
  skipped: 0,
  errors: 0,
  suppressed: 0,
  consented: 0,
  withoutNumber: 0,
  withoutAddress: 0,
}

/** Every fourth shares the number of the one before; every hundredth has a name that is too long. */
function people(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const family = i % 4 === 3 ? i - 1 : i
    const number = `512 ${200 + Math.floor(family / 10_000)} ${String(family % 10_000).padStart(4, '0')}`
    return `${['Ann', 'Ben', 'Cleo', 'Dora'][i % 4]},Last${i % 100 === 99 ? 'x'.repeat(300) : family},p${i}@example.org,${number},12.03.1990`
  })
  return `First name,Last name,Email,Phone,Birthday\n${rows.join('\n')}\n`
}

async function ready(church: Church, count: number): Promise<string> {
  const { id } = await look(church, people(count))
  await check(church, id)
  return id
}

async function everybody(church: Church): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await church.staff.people.list({ limit: 200, ...(cursor && { cursor }) })
    names.push(...page.items.map(({ name, email, phone }) => `${name} ${email} ${phone}`))
    cursor = page.nextCursor
  }
  return names.sort()
}

/** The job in a process of its own, so that it can be killed. */
const killable = `
  const { openDatabase } = await import('#kernel/db.ts')
  const { outerJob } = await import('#kernel/run.ts')
  const [connections, clientId, importId, jobs] = process.argv.slice(1)
  const { run } = await import(jobs)
  openDatabase(JSON.parse(connections))
  const attempt = { number: 1, last: false, signal: new AbortController().signal }
  await run.handle(outerJob(clientId, 'imports.run', 'killed'), { importId }, attempt)
`

test('an import that is killed goes on where it was: nobody is lost, nobody is there twice', {
  timeout: 120_000,
}, async () => {
  const [cut, whole] = [await aChurch(), await aChurch('Hope Chapel')]
  const id = await ready(cut, 2_500)
  await cut.staff.imports.run({ id })
  const jobs = new URL('./jobs.ts', import.meta.url).href
  const args = ['--input-type=module', '-e', killable, JSON.stringify(database().connections), cut.id, id, jobs]
  const child = spawn(process.execPath, args, { cwd: env.root, stdio: ['ignore', 'inherit', 'inherit'] })
  const gone = once(child, 'exit')
  await until('some rows are in', async () => (await cut.staff.imports.get({ id })).rowsDone > 500, 30_000)
  child.kill('SIGKILL')
  await gone
  const killed = await cut.staff.imports.get({ id })
  expect(killed.state).toBe('running')
  expect(killed.rowsDone).toBeLessThan(2_500)
  await cut.settle()
  const done = await cut.staff.imports.get({ id })
  expect(done).toMatchObject({ state: 'completed', rowsDone: 2_500, counts: { ...none, created: 2_475, errors: 25 } })

  const other = await ready(whole, 2_500)
  await whole.staff.imports.run({ id: other })
  await whole.settle()
  expect((await whole.staff.imports.get({ id: other })).counts).toEqual(done.counts)
  expect(await everybody(cut)).toEqual(await everybody(whole))
})

test('two who start it at once start it once, and two jobs that both think it theirs import each row once', async () => {
  const church = await aChurch()
  const id = await ready(church, 1_100)
  const started = await Promise.allSettled([church.staff.imports.run({ id }), church.admin.imports.run({ id })])
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = started.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ code: 'NOT_NOW' })
  const attempt = { number: 1, last: false, signal: new AbortController().signal }
  const job = (name: string) => run.handle(outerJob(church.id, 'imports.run', name), { importId: id }, attempt)
  await Promise.all([job('one'), job('two'), church.settle()])
  await church.settle()
  expect(await church.staff.imports.get({ id })).toMatchObject({
    state: 'completed',
    counts: { ...none, created: 1_089, errors: 11 },
  })
})

test('two files of one church at once: who is in both is there once', async () => {
  const church = await aChurch()
  const ids = [await ready(church, 600), await ready(church, 600)]
  for (const id of ids) await church.staff.imports.run({ id })
  const attempt = { number: 1, last: false, signal: new AbortController().signal }
  await Promise.all(
    ids.map(importId => run.handle(outerJob(church.id, 'imports.run', importId), { importId }, attempt)),
  )
  await church.settle()
  expect(await everybody(church)).toHaveLength(594)
})

test('stopped in the middle, it keeps what is done, says so, and can go on', async () => {
  const church = await aChurch()
  const id = await ready(church, 2_500)
  await church.staff.imports.run({ id })
  const working = church.settle()
  await until('some rows are in', async () => (await church.staff.imports.get({ id })).rowsDone > 0)
  const stopped = await church.staff.imports.cancel({ id })
  await working
  expect(stopped.state).toBe('cancelled')
  expect(stopped.rowsDone).toBeLessThan(2_500)
  const after = await church.staff.imports.get({ id })
  expect(after).toMatchObject({ state: 'cancelled', rowsDone: stopped.rowsDone, counts: stopped.counts })
  expect((await church.staff.people.count({ importId: id })).count).toBe(stopped.counts!.created)
  await expect(church.staff.imports.remove({ id })).rejects.toMatchObject({ code: 'NOT_NOW' })
  await church.staff.imports.run({ id })
  await church.settle()
  expect((await church.staff.imports.get({ id })).counts).toEqual({ ...none, created: 2_475, errors: 25 })
})

test('a check can be stopped, and is wanted before the import', async () => {
  const church = await aChurch()
  const { id } = await look(church, people(10))
  await expect(church.staff.imports.run({ id })).rejects.toMatchObject({ code: 'NOT_NOW', message: /check/ })
  await church.staff.imports.check({ id })
  expect(await church.staff.imports.cancel({ id })).toMatchObject({ state: 'ready' })
  await church.settle()
  expect(await church.staff.imports.get({ id })).toMatchObject({ state: 'ready', checked: null })
  expect(await check(church, id)).toMatchObject({ state: 'checked', checked: { created: 10 } })
  expect((await church.staff.people.count({})).count).toBe(0)
})

test.each([
  ['nothing', '', 'This file is empty.'],
  ['a header alone', 'First name,Email\n', 'This file has a header, but no people below it.'],
  ['a workbook', 'PK\u0003\u0004rest of a workbook', /Excel workbook/],
  ['bytes', Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256), /no readable text/],
])(
  '%s is refused in a sentence, told to the person who brought it, and can be put away',
  async (_, content, sentence) => {
    const church = await aChurch()
    const response = await upload(church, content)
    const { id: fileId } = (await response.json()) as { id: string }
    const { id } = await church.staff.imports.create({ fileId })
    await church.settle()
    const { items } = await church.admin.imports.list({ failed: true })
    expect(items).toMatchObject([{ id, state: 'failed', problem: expect.stringMatching(sentence) }])
    const bell = await church.staff.notifications.list({})
    expect(bell.items).toMatchObject([{ type: 'import', body: expect.stringMatching(sentence) }])
    await expect(church.staff.imports.check({ id })).rejects.toMatchObject({ code: 'NOT_NOW' })
    await church.staff.imports.remove({ id })
    expect((await church.staff.imports.list({})).items).toEqual([])
    await runWaitingJobs({ schedules: 'files.sweep' })
    expect((await download(church, fileId)).status).toBe(404)
  },
)

test('NULs, mixed encodings, 300 columns and formulas come through as what they are', async () => {
  const church = await aChurch()
  const more = Array.from({ length: 295 }, (_, i) => `Question ${i + 1}`)
  const file = Buffer.concat([
    Buffer.from(`First name,Last name,Email,Birthday,Notes,${more.join(',')}\n`),
    Buffer.from('A\0nn,Müller,ann@example.org,,"=HYPERLINK(""http://evil.example"")"\n'),
    Buffer.from('K\u00e4the,Gro\u00df,kaethe@example.org,,\n', 'latin1'),
    Buffer.from(`=1+1,${'x'.repeat(201)},bad@example.org,,\n`),
  ])
  const done = await bring(church, new Uint8Array(file))
  expect(done.counts).toEqual({ ...none, created: 2, errors: 1 })
  expect(done.columns).toHaveLength(300)
  expect((await everybody(church)).map(line => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'Ann Müller',
    'Käthe Groß',
  ])
  const ann = (await church.staff.people.list({ search: 'ann@' })).items[0]!
  expect((await church.staff.notes.list({ personId: ann.id })).items[0]!.body).toBe('=HYPERLINK("http://evil.example")')

  const errors = await download(church, done.errorFileId!)
  expect(errors.headers.get('content-disposition')).toMatch(/^attachment; filename="people - rows to fix.csv"/)
  expect(errors.headers.get('x-content-type-options')).toBe('nosniff')
  const lines = (await errors.text()).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?Line,Problem,First name,Last name/)
  expect(lines[1]).toMatch(/^4,“Last name” has 201 characters\. The limit is 200\.,'=1\+1,x+,bad@example\.org/)
})

test('a file belongs to one church, and to those who may bring in people', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { id: fileId } = (await (await upload(grace, people(3), { name: '../../Grüße "x".csv' })).json()) as {
    id: string
  }
  await expect(hope.staff.imports.create({ fileId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await download(hope, fileId)).status).toBe(404)
  expect((await download(grace, fileId, 'volunteer')).status).toBe(403)
  expect((await download(grace, 'not-an-id')).status).toBe(404)
  const mine = await download(grace, fileId)
  expect(await mine.text()).toBe(people(3))
  expect(mine.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e  x .csv"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%20x%20.csv`,
  )
  const stranger = await upload(grace, people(1), { headers: { authorization: 'Bearer nonsense' } })
  expect(stranger.status).toBe(401)
  const volunteer = { authorization: `Bearer ${grace.people.volunteer.session.access_token}` }
  expect((await upload(grace, people(1), { headers: volunteer })).status).toBe(403)
  const huge = await upload(grace, people(1), { headers: { 'content-length': String(61 * 1024 * 1024) } })
  expect(huge.status).toBe(413)
})

test('two who change an import at once: the second is told', async () => {
  const church = await aChurch()
  const { id, version } = await look(church, people(3))
  await church.staff.imports.update({ id, version, options: { known: 'leave' } })
  await expect(church.admin.imports.update({ id, version, options: { known: 'update' } })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const found = await church.staff.imports.get({ id })
  expect(found.options.known).toBe('leave')
  const leftOut = found.columns.map(({ column }) => ({ column, field: 'ignore' as const }))
  const changed = await church.staff.imports.update({ id, version: found.version, mapping: leftOut })
  expect(changed.mappingProblem).toMatch(/at least one column/)
  await expect(church.staff.imports.check({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const groupId = '00000000-0000-4000-8000-000000000000'
  await expect(
    church.staff.imports.update({ id, version: changed.version, options: { groupId } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('encoding, delimiter and the order of dates can be chosen, and the preview follows', async () => {
  const church = await aChurch()
  const file = Buffer.from('First name;Email;Birthday\nK\u00e4the;k@example.org;03/04/1975\n', 'latin1')
  const first = await look(church, new Uint8Array(file))
  expect(first).toMatchObject({ encoding: 'windows-1252', delimiter: ';' })
  expect(first.preview[0]).toMatchObject({ name: 'Käthe', birthDate: '1975-03-04' })
  expect(first.dates).toMatchObject([{ order: 'mdy', certain: false, examples: [{ read: '1975-03-04' }] }])
  const column = first.dates[0]!.column
  const turned = await church.staff.imports.update({
    id: first.id,
    version: first.version,
    options: { dateOrder: { [column]: 'dmy' } },
  })
  expect(turned.preview[0]!.birthDate).toBe('1975-04-03')
  expect(turned.dates).toMatchObject([{ order: 'dmy', certain: true, examples: [{ read: '1975-04-03' }] }])
  await church.staff.imports.update({ id: first.id, version: turned.version, format: { delimiter: ',' } })
  await church.settle()
  const other = await church.staff.imports.get({ id: first.id })
  expect(other).toMatchObject({ state: 'ready', delimiter: ',' })
  expect(other.columns).toHaveLength(1)
})

test('undone, the new people go to the trash with their cards, except those with whom someone has worked', async () => {
  const church = await aChurch()
  const known = await church.staff.people.create({
    firstName: 'Ben',
    points: [{ kind: 'email', label: 'home', value: 'p1@example.org' }],
  })
  const done = await bring(church, people(8), { options: { putOnBoard: true } })
  expect(done.counts).toEqual({ ...none, created: 7, updated: 1 })
  const find = async (search: string) => (await church.staff.people.list({ search })).items[0]!.id
  await church.staff.notes.create({ personId: await find('p2@'), body: 'Called' })
  const edited = await church.staff.people.get({ id: await find('p4@') })
  const { id, version, birthDate } = edited
  await church.staff.people.update({ id, version, birthDate, campus: 'North' })
  const card = (await church.staff.leads.list({ search: 'p5@' })).items[0]!
  await church.staff.leads.move({ id: card.id, status: 'contacted', after: null })
  // Two of them have spoken up themselves.
  onTestFinished(() => clock.reset())
  const { at } = await aForm('connect', church)
  await fill(at, { first_name: 'Ann', last_name: 'Last0', email: 'p0@example.org' })
  const mail = {
    channel: 'email',
    from: 'p6@example.org',
    to: 'office@example.org',
    subject: 'Hello',
    text: 'Who are you?',
  } as const
  await church.inside(ctx => receiveMessage(ctx, { ...mail, provider: 'sandbox', providerId: `undo ${church.id}` }))
  await church.settle()
  await church.staff.imports.undo({ id: done.id })
  await church.settle()
  const left = await church.staff.people.list({})
  expect(left.items.map(({ email }) => email).sort()).toEqual(
    ['p0@', 'p1@', 'p2@', 'p4@', 'p5@', 'p6@'].map(at => `${at}example.org`),
  )
  expect(left.items.map(({ id }) => id)).toContain(known.id)
  expect((await church.staff.leads.list({})).items.map(({ email }) => email?.slice(0, 2)).sort()).toEqual([
    'p0',
    'p2',
    'p4',
    'p5',
    'p6',
  ])
  expect(await church.staff.imports.get({ id: done.id })).toMatchObject({
    state: 'undone',
    problem: expect.stringContaining('5 of its people were kept'),
    undoableUntil: null,
  })
  const again = await bring(church, people(8))
  expect(again.counts).toEqual({ ...none, created: 2, unchanged: 6 })
})

test('files are kept for 30 days, and an import whose file is gone says so', async () => {
  const church = await aChurch()
  const id = await ready(church, 5)
  const { fileId } = await church.staff.imports.get({ id })
  clock.advance(days(31))
  try {
    await runWaitingJobs({ schedules: 'files.sweep' })
    expect((await download(church, fileId)).status).toBe(401)
    await church.inside(async ctx => {
      const { run: start } = await import('./service.ts')
      await start(ctx, { id })
    })
    await church.settle()
    const [failed] = await church.inside(async ctx => {
      const { list } = await import('./service.ts')
      return (await list(ctx, { limit: 10, failed: true })).items
    })
    expect(failed).toMatchObject({ id, problem: 'The uploaded file is no longer there. Please upload it again.' })
  } finally {
    clock.reset()
  }
})
