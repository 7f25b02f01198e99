import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#app/contract.ts'
import { aChurch } from './church.ts'
import { testHouse } from './house.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
/** An id of each kind of thing, by the name of its table. */
type Ids = Record<string, string>

let grace: Church
let hope: Church
let theirs: Ids
let ours: Ids

/** A church with one of everything, all of it called after the church. */
async function withEverything(name: string): Promise<[Church, Ids]> {
  const church = await aChurch(name)
  const { owner } = church
  const users = church.people.pastor.id
  const { id: leads, personId: people } = await owner.leads.create({ firstName: name, assignedTo: users })
  const tags = (await owner.tags.create({ name })).id
  const groups = (await owner.groups.create({ name })).id
  const households = (await owner.households.create({ name, members: [{ personId: people, role: 'adult' }] })).id
  await owner.people.tag({ selection: { ids: [people] }, tagId: tags })
  const notes = (await owner.notes.create({ personId: people, body: name })).id
  const tasks = (await owner.tasks.create({ title: name, personId: people, assigneeId: users })).id
  const invitations = (await owner.invitations.create({ email: `${tags}@example.org`, role: 'viewer' })).id
  const members = (await owner.members.list({})).items.find(member => member.userId === users)!.id
  const forms = (await owner.forms.create({ template: 'blank', name })).id
  const emailCampaigns = (await owner.emailCampaigns.create({ name })).id
  const words = { subject: name, preheader: '', blocks: [] }
  const emailTemplates = (await owner.emailTemplates.create({ name, category: name, ...words })).id
  const sendingDomains = (await owner.sendingDomains.create({ domain: `${tags}.org` })).id
  await church.settle()
  const notifications = (await church.pastor.notifications.list({})).items[0]!.id
  return [
    church,
    {
      leads,
      people,
      users,
      tags,
      groups,
      households,
      notes,
      tasks,
      invitations,
      members,
      notifications,
      emailCampaigns,
      emailTemplates,
      sendingDomains,
      forms,
    },
  ]
}

beforeAll(async () => {
  ;[grace, theirs] = await withEverything('Grace Church')
  ;[hope, ours] = await withEverything('Hope Chapel')
})

interface Procedure {
  path: string[]
  schema: Schema
}
type Schema = Record<string, any>

const procedures: Procedure[] = walk(contract, [])
function walk(node: any, path: string[]): Procedure[] {
  if (!('~orpc' in node)) return Object.entries(node).flatMap(([name, child]) => walk(child, [...path, name]))
  const { meta, inputSchema } = node['~orpc']
  if (meta.mode !== 'member' || !inputSchema) return []
  return [{ path, schema: z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) }]
}

const kinds: Record<string, string> = {
  person: 'people',
  tag: 'tags',
  group: 'groups',
  household: 'households',
  import: 'imports',
  file: 'files',
  form: 'forms',
  after: 'leads',
  assignedTo: 'users',
  assignee: 'users',
  user: 'users',
}
/** What an id of that name is the id of; rows that no call of the contract makes are stood in for by a person. */
const idOf = (ids: Ids, key: string, resource: string) =>
  ids[kinds[key.replace(/Ids?$/, '')] ?? (/^ids?$/.test(key) ? resource : '')] ?? ids.people!

const isId = (schema: Schema, key: string) =>
  schema.format === 'uuid' || (key in kinds && !schema.type && !schema.anyOf)

/** Texts that have to be of a certain kind, by format or name. */
const samples: Record<string, string | undefined> = {
  email: 'pat@example.org',
  target: 'https://example.org/somewhere',
}

/** The least that the schema takes, with ids of our own church. */
function least(schema: Schema, key: string, resource: string): unknown {
  if (isId(schema, key)) return idOf(ours, key, resource)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return least(either[0], key, resource)
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  if (schema.type === 'object') {
    const required = (schema.required ?? []) as string[]
    return Object.fromEntries(required.map(name => [name, least(schema.properties[name], name, resource)]))
  }
  if (schema.type === 'array') return schema.minItems ? [least(schema.items, key, resource)] : []
  if (schema.type === 'string') return samples[schema.format] ?? samples[key] ?? 'something'
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return schema.type === 'boolean' ? true : undefined
}

interface Variant {
  at: string
  input: any
}
/** One input for each place where an id can stand: there the other church's, everywhere else our own. */
function variants(schema: Schema, key: string, resource: string): Variant[] {
  if (isId(schema, key)) return [{ at: '', input: idOf(theirs, key, resource) }]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.flatMap((option: Schema) => variants(option, key, resource))
  if (schema.type === 'array')
    return variants(schema.items ?? {}, key, resource).map(({ at, input }) => ({ at: `[]${at}`, input: [input] }))
  if (schema.type !== 'object') return key === 'ids' ? [{ at: '', input: [idOf(theirs, key, resource)] }] : []
  const whole = least(schema, key, resource) as object
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) =>
    variants(property, name, resource).map(({ at, input }) => ({
      at: `.${name}${at}`,
      input: { ...whole, [name]: input },
    })),
  )
}

/** Refined schemas ask for more than their fields do. */
const also: Record<string, object> = {
  'leads.create': { firstName: 'Pat' },
  'people.create': { firstName: 'Pat' },
  'emailCampaigns.test': { to: ['pat@example.org'] },
  'emailCampaigns.schedule': { at: '2999-01-01T00:00:00Z' },
  'appointments.create': { startsAt: '2999-01-01T00:00:00Z', minutes: 30 },
  'appointments.move': { startsAt: '2999-01-01T00:00:00Z' },
  'appointmentSeries.create': { startLocal: '2999-01-01T09:00', minutes: 30, rule: 'FREQ=YEARLY' },
  'appointmentSeries.skip': { date: '2999-01-01' },
  'funnels.report': { from: '2026-11-01', to: '2026-11-30' },
  'funnels.exportReport': { from: '2026-11-01', to: '2026-11-30' },
  'gifts.record': { receivedOn: '2026-01-05' },
  'givingBatches.deposit': { depositedOn: '2026-01-05' },
  'pledges.create': { startDate: '2026-01-05' },
  'learners.extend': { expiresAt: null },
  'pages.schedule': { publishAt: null, unpublishAt: null },
  'reviewSources.update': { reviewUrl: '' },
  'reviewRequests.create': { content: 'How was it? {reviewLink}' },
  'reviewCampaigns.create': { content: 'How was it? {reviewLink}' },
  'reviewRequestTemplates.create': { content: 'How was it? {reviewLink}' },
  'reviewRequestTemplates.update': { content: 'How was it? {reviewLink}' },
  'calendarTypes.freeTimes': { from: '2999-01-01T00:00:00Z', to: '2999-01-02T00:00:00Z' },
}

/** Ids that the screen makes for something new: nobody's yet, whatever they are. */
const fresh = new Set([
  'smsCampaigns.send .id',
  'robocalls.create .id',
  'robocalls.duplicate .as',
  'closures.create .id',
  'smsCampaigns.schedule .id',
  'smsSeries.create .id',
  'emailCampaigns.create .id',
  'voiceMenus.create .key',
  'gifts.record .key',
  'sermons.generate .id',
  'bibleStudies.generate .id',
  'bibleStudies.duplicate .copyId',
  'contentCalendar.create .id',
  'crisis.addShift .id',
  'prayerRequests.create .id',
  'reviewRequests.create .id',
  'reviewCampaigns.create .id',
  'prayerRequests.addNote .noteId',
])

const cases = () =>
  procedures.flatMap(({ path, schema }) =>
    variants(schema, '', path[0]!)
      .filter(({ at }) => !fresh.has(`${path.join('.')} ${at}`))
      .map(({ at, input }) => ({ path, at, input: { ...input, ...also[path.join('.')] } })),
  )

/** Every row of a church, in every table that belongs to churches. */
async function everythingOf(clientId: string): Promise<string> {
  const { owner } = await testHouse()
  const tables = await owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id' order by 1`,
  )
  let all = ''
  for (const { name } of tables.rows) {
    const { rows } = await owner.query(`select t::text as row from ${name} t where client_id = $1 order by 1`, [
      clientId,
    ])
    all += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`
  }
  return all
}

test("another church's ids, wherever an id can stand: not found, nothing shown, nothing changed", async () => {
  const before = await everythingOf(grace.id)
  const known = [...Object.values(theirs), 'Grace Church']
  expect(cases().length).toBeGreaterThan(80)
  for (const { path, at, input } of cases()) {
    const name = `${path.join('.')} ${at}`
    const answer = await path
      .reduce(
        (node: any, part) => node[part],
        hope.owner,
      )(input)
      .then(
        (output: unknown) => ({ output }),
        (error: any) => ({ code: error.code, message: error.message }),
      )
    if (at === '.id') expect.soft(answer, name).toMatchObject({ code: 'NOT_FOUND' })
    else if (answer.code) expect.soft(answer.code, `${name}: ${answer.message}`).toMatch(/^(NOT_FOUND|BAD_REQUEST)$/)
    for (const secret of known) expect.soft(JSON.stringify(answer), name).not.toContain(secret)
  }
  expect(await everythingOf(grace.id)).toBe(before)
  const kept = await everythingOf(hope.id)
  for (const [kind, id] of Object.entries(theirs))
    expect.soft(kept.includes(id), `a row names one of their ${kind}`).toBe(false)
}, 60_000)

test('ids that are none are refused beside their field, and change nothing', async () => {
  for (const id of ['', 'x', '1', '../../etc/passwd', "'; drop table leads; --", `${ours.leads}0`, '\u0000']) {
    await expect(hope.owner.leads.get({ id }), JSON.stringify(id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(hope.owner.leads.move({ id, status: 'contacted', after: null })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['id'] }] },
    })
  }
  const cursors = ['x', 'a b', '🕯️', '0'.repeat(500), "' or 1=1", 'a0 not-an-id']
  for (const cursor of cursors) {
    await expect(hope.owner.leads.list({ cursor }), cursor).resolves.toMatchObject({ items: expect.any(Array) })
    await expect(hope.owner.leads.list({ cursor, sort: 'name' }), cursor).resolves.toMatchObject({
      items: expect.any(Array),
    })
    await expect(hope.owner.leads.column({ cursor, stage: 'new' }), cursor).resolves.toMatchObject({
      items: expect.any(Array),
    })
    for (const list of [hope.owner.people.list, hope.owner.outbox.list, hope.owner.notifications.list]) {
      const answer = await list({ cursor }).then(
        () => 'ok',
        (error: any) => error.code,
      )
      expect.soft(answer, cursor).toMatch(/^(ok|BAD_REQUEST)$/)
    }
  }
})
