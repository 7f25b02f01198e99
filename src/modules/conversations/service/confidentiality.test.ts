import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writeArchive } from '#clients/archive/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { type Change, listen } from '#kernel/realtime.ts'
import { asMember, outerJob } from '#kernel/run.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { merge, phone, says } from '#testing/merging.ts'

const NUMBER = '+15125550143'
const SECRET = 'My marriage is breaking'

/** Ann has a confidential thread with a text and a draft, a pastoral note and a private fact. */
async function withSecrets() {
  const church = await aChurch()
  const { staff, pastor, owner } = church
  const ann = await staff.people.create({ firstName: 'Ann', lastName: 'Miller', points: [phone(NUMBER)] })
  const writes = async (text: string) => {
    const inbound = { channel: 'sms' as const, from: NUMBER, to: '+15125550199', text, provider: 'test' }
    await church.inside(ctx => receiveMessage(ctx, { ...inbound, providerId: randomUUID() }))
    await runWaitingJobs()
  }
  await writes(SECRET)
  const [thread] = (await pastor.conversations.list({})).items
  await pastor.conversations.setConfidential({ id: thread!.id, version: thread!.version, confidential: true })
  await pastor.conversationDrafts.keep({ id: thread!.id, subject: '', text: `${SECRET}, she says` })
  await pastor.notes.create({ personId: ann.id, body: SECRET, visibility: 'pastoral' })
  const field = await owner.personFields.create({ label: 'Why they left', type: 'text', isPrivate: true })
  const person = await owner.people.get({ id: ann.id })
  await owner.people.update({ id: ann.id, version: person.version, custom: { [field.id]: SECRET } })
  return { ...church, ann, threadId: thread!.id, writes }
}

test('no list, count, search, timeline, export or log shows staff what is confidential', async () => {
  const { staff, admin, ann, threadId } = await withSecrets()
  const search = { search: 'marriage', inMessages: true, status: 'all' as const }
  const answers = [
    await staff.conversations.list({ status: 'all' }),
    await staff.conversations.list(search),
    await staff.conversations.counts({}),
    await staff.outbox.list({}),
    await staff.texts.list({}),
    await staff.notes.list({ personId: ann.id }),
    await staff.timeline.list({ personId: ann.id }),
    await staff.people.get({ id: ann.id }),
    await staff.people.list({ search: 'Ann' }),
    await admin.people.export({}),
    await admin.audit.list({}),
  ]
  expect(JSON.stringify(answers)).not.toMatch(/marriage/)
  expect(JSON.stringify(answers.slice(0, 5))).not.toContain(threadId)
  expect(answers[2]).toEqual({ open: 0, unread: 0, waiting: 0 })
  expect(JSON.stringify(answers.at(-1))).not.toContain('Why they left')
})

test('rows that hang on a confidential one are hidden with it, and come back with it', async () => {
  const { people, pastor, threadId } = await withSecrets()
  const count = (role: 'staff' | 'pastor') =>
    asMember(people[role].call, 'people.read', async ctx => {
      const { rows } = await ctx.db.execute<Record<string, number>>(sql`select
        (select count(*)::int from conversations) as conversations, (select count(*)::int from conversation_items) as items,
        (select count(*)::int from conversation_drafts) as drafts, (select count(*)::int from messages where direction = 'in') as messages,
        (select count(*)::int from notes) as notes, (select count(*)::int from person_field_values) as facts,
        (select count(*)::int from audit_log where table_name = 'conversations' and row_id = ${threadId}) > 0 as log`)
      return rows[0]
    })
  const none = { conversations: 0, items: 0, drafts: 0, messages: 0, notes: 0, facts: 0, log: false }
  expect(await count('staff')).toEqual(none)
  expect(await count('pastor')).toEqual({
    conversations: 1,
    items: 1,
    drafts: 1,
    messages: 1,
    notes: 1,
    facts: 1,
    log: true,
  })
  const { version } = await pastor.conversations.get({ id: threadId })
  await pastor.conversations.setConfidential({ id: threadId, version, confidential: false })
  expect(await count('staff')).toMatchObject({ conversations: 1, items: 1, drafts: 1, messages: 1, notes: 0 })
})

test('a STOP to a confidential thread is obeyed and filed there', async () => {
  const { staff, pastor, threadId, writes } = await withSecrets()
  await writes('STOP')
  const thread = await pastor.conversations.get({ id: threadId })
  expect(thread.channels).toMatchObject([{ channel: 'sms', stopped: 'stop' }])
  expect((await pastor.conversations.items({ id: threadId })).items.map(item => item.text)).toContain('STOP')
  expect((await staff.conversations.list({ status: 'all' })).items).toEqual([])
})

test('what staff send from elsewhere is filed in the confidential thread, and leaves their own lists', async () => {
  const { staff, pastor, ann, threadId, inside } = await withSecrets()
  await expect(staff.conversations.start({ personId: ann.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const before = (await pastor.conversations.items({ id: threadId })).items.length
  await inside(ctx =>
    ctx.db.execute(sql`insert into messages (channel, kind, recipient, body_text, state, dedupe_key, purpose)
      values ('sms', 'text', ${NUMBER}, 'See you', 'sent', ${randomUUID()}, 'conversational')`),
  )
  const { fileSent } = await import('../items/service.ts')
  await inside(async ctx => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from messages where body_text = 'See you'`)
    await fileSent(ctx, { messageId: rows[0]!.id, userId: null })
  })
  expect((await pastor.conversations.items({ id: threadId })).items).toHaveLength(before + 1)
  expect(JSON.stringify(await staff.outbox.list({}))).not.toContain('See you')
})

test('staff merge two people with confidential notes, threads and facts and lose none; an undo brings all of it back', async () => {
  const church = await withSecrets()
  const { staff, pastor, ann, threadId } = church
  const bea = await staff.people.create({ firstName: 'Anne', lastName: 'Miller', points: [phone('+15125550177')] })
  await says(church, bea.id, 'Hello')
  await pastor.notes.create({ personId: bea.id, body: 'Another secret', visibility: 'pastoral' })
  const { id } = await merge(church, bea.id, ann.id)
  const bodies = async (personId: string) => (await pastor.notes.list({ personId })).items.map(note => note.body).sort()
  expect(await bodies(bea.id)).toEqual(['Another secret', SECRET])
  expect((await staff.notes.list({ personId: bea.id })).items).toEqual([])
  // Two threads became one, as careful as the more careful of both.
  const { items } = await pastor.conversations.list({ confidential: true })
  expect(items).toMatchObject([{ personId: bea.id, confidential: true }])
  expect((await pastor.conversations.items({ id: items[0]!.id })).items.map(item => item.text).sort()).toEqual([
    'Hello',
    SECRET,
  ])
  expect((await staff.conversations.list({ status: 'all' })).items).toEqual([])
  await staff.merges.undo({ id })
  expect([await bodies(ann.id), await bodies(bea.id)]).toEqual([[SECRET], ['Another secret']])
  expect(await pastor.conversations.get({ id: threadId })).toMatchObject({ personId: ann.id, confidential: true })
})

test('an export of the account by its owner has all of it, one for the operator none', async () => {
  const { id } = await withSecrets()
  const read = async (forOperator: boolean) => {
    const wish = { forOperator, signal: new AbortController().signal, progress: async () => {} }
    const pieces: Uint8Array[] = []
    for await (const piece of await writeArchive(outerJob(id, 'clients.export', 'test'), wish)) pieces.push(piece)
    return unzipped(Buffer.concat(pieces))
  }
  const mine = await read(false)
  for (const name of ['notes', 'conversation_drafts', 'messages', 'person_field_values'])
    expect(mine[`${name}.csv`], name).toContain(SECRET)
  expect(JSON.stringify(await read(true))).not.toMatch(/marriage/)
})

/** Names and texts of a ZIP, by Node alone. */
async function unzipped(zip: Buffer): Promise<Record<string, string>> {
  const { inflateRawSync } = await import('node:zlib')
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    files[zip.toString('utf8', at + 46, at + 46 + name)] = String(
      zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content,
    )
    at += 46 + name + extra + comment
  }
  return files
}

test('changes of a confidential thread are announced apart, for those who may know of it', async () => {
  const { id, threadId, writes } = await withSecrets()
  const { startRealtime, stopRealtime } = await import('#kernel/realtime.ts')
  await startRealtime()
  const heard: Change[] = []
  const stop = listen(id, changes => heard.push(...changes))
  await writes('Are you there?')
  await expect.poll(() => heard.some(({ ids }) => ids.includes(threadId))).toBe(true)
  stop()
  await stopRealtime()
  for (const change of heard.filter(({ ids }) => ids.includes(threadId)))
    expect(change).toMatchObject({ topic: 'conversations', needs: 'pastoral' })
})

test('what arrives while a thread becomes confidential is confidential too', async () => {
  const { id, people, pastor, threadId } = await withSecrets()
  const open = await pastor.conversations.get({ id: threadId })
  await pastor.conversations.setConfidential({ id: threadId, version: open.version, confidential: false })
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select version from conversations where id = $1`, [threadId])
  const inserting = asMember(people.staff.call, 'conversations.write', async ctx => {
    await ctx.db.execute(
      sql`insert into conversation_items (conversation_id, kind, direction, body) values (${threadId}, 'note', 'out', 'late')`,
    )
    // The change waits for this transaction, which holds the thread.
    const change = pastor.conversations.setConfidential({ id: threadId, version: rows[0].version, confidential: true })
    change.catch(() => {})
    await ctx.db.execute(sql`select pg_sleep(0.2)`)
    return { change }
  })
  await (await inserting).change
  const seen = await owner.query(`select needs from conversation_items where client_id = $1 and body = 'late'`, [id])
  expect(seen.rows).toEqual([{ needs: 'pastoral' }])
})
