import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#app/contract.ts'
import { FAR } from '#clients/rules/dates.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from './church.ts'

type Schema = { _zod: { def: Record<string, any> } } & z.ZodType

/** Every part of a schema that is asked for a day or a moment, by where it stands. */
function datesIn(schema: Schema | undefined, path: string, found: Map<string, Schema>, whole = schema): void {
  if (!schema) return
  const { def } = schema._zod
  if (def.type === 'date' || (def.type === 'string' && ['date', 'datetime'].includes(def.format))) {
    found.set(path, whole!)
    return
  }
  if (def.type === 'object')
    for (const [name, part] of Object.entries<Schema>(def.shape)) datesIn(part, `${path}.${name}`, found)
  else if (def.type === 'array') datesIn(def.element, `${path}[]`, found)
  else if (def.type === 'record') datesIn(def.valueType, `${path}{}`, found)
  else if (def.type === 'union') {
    const parts = def.options as Schema[]
    // Of several shapes each is a place of its own; of several forms of one value, the value is.
    for (const part of parts) datesIn(part, path, found, part._zod.def.type === 'object' ? part : whole)
  } else if (def.type === 'lazy') return
  else for (const part of [def.innerType, def.in, def.out]) datesIn(part, path, found, whole)
}

function everyInput(node: any, path: string[] = []): [string, Schema][] {
  if (!('~orpc' in node)) return Object.entries(node).flatMap(([name, one]) => everyInput(one, [...path, name]))
  const found = new Map<string, Schema>()
  datesIn(node['~orpc'].inputSchema, path.join('.'), found)
  return [...found]
}

test('no input takes a year before 1 or past 9999: each says so at its field', () => {
  const all = everyInput(contract)
  expect(all.length).toBeGreaterThan(20)
  const [days, moments] = [
    ['0000-01-01', '10000-01-01', '+010000-01-01', '-000001-01-01', '275760-09-13'],
    ['0000-01-01T09:00', '10000-01-01T09:00', '9999-12-31T23:59'],
  ]
  const far = [...days, ...moments, ...moments.map(text => `${text}:00Z`), new Date(8.64e15), new Date(-8.64e15)]
  const taken = all.flatMap(([where, schema]) =>
    far.filter(value => schema.safeParse(value).success).map(one => [where, one]),
  )
  expect(taken).toEqual([])
  // Text of another form is a slip in writing; one of the very form is another year.
  const unsaid = all.filter(
    ([, schema]) => !far.some(value => schema.safeParse(value).error?.issues.some(({ message }) => message === FAR)),
  )
  expect(unsaid.map(([where]) => where)).toEqual([])
})

test('the last day that is taken goes all the way', async () => {
  const church = await aChurch()
  const { staff, owner } = church
  const last = '9999-12-30'
  const at = new Date(`${last}T23:59:00Z`)
  const ann = await staff.people.create({
    firstName: 'Ann',
    griefHoldUntil: last,
    points: [{ kind: 'phone', value: '+15125550101' }],
  })
  const task = await staff.tasks.create({ title: 'Call', personId: ann.id, dueAt: at })
  expect(task.dueAt).toEqual(at)
  const lead = await staff.leads.create({ personId: ann.id })
  expect((await staff.leads.update({ id: lead.id, version: lead.version, followUpAt: at })).followUpAt).toEqual(at)
  const thread = await staff.conversations.start({ personId: ann.id })
  await staff.conversations.update({ id: thread.id, version: thread.version, status: 'snoozed', snoozedUntil: at })
  for (const days of [
    { from: last, to: last },
    { from: '0001-01-02', to: '0001-01-02' },
  ]) {
    await staff.calls.list(days)
    await staff.texts.list(days)
  }
  await owner.audit.list({ from: new Date('0001-01-02T00:00:00Z'), until: at })
  const audience = { ...emptyAudience, everybody: true }
  const weekly = { rule: { every: 'week' as const, interval: 1, weekdays: [4] }, time: '23:30', startsOn: last }
  await staff.smsSeries.create({ id: randomUUID(), body: 'Hi', topic: 'newsletter', audience, ...weekly } as never)
  await staff.smsSeries.list({})
  // A fact of the church's own and a birthday, which are texts of another form.
  const baptised = await owner.personFields.create({ label: 'Baptised', type: 'date' })
  for (const wrong of ['0000-01-01', '10000-01-01'])
    for (const change of [{ custom: { [baptised.id]: wrong } }, { birthDate: wrong }])
      await expect(staff.people.update({ id: ann.id, version: ann.version, ...change })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
})
