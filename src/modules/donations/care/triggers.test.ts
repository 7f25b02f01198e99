import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Graph, Step } from '#automation/rules/graph.ts'
import { clock, days, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, pass, wait } from '#testing/workflows.ts'
import { giftChanged, giftRecorded } from '../events.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const dayOf = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(at)
const record = (church: Church, personId: string, more: object = {}) =>
  church.finance.gifts.record({
    key: randomUUID(),
    receivedOn: dayOf(clock.now()),
    method: 'cash',
    lines: [{ amount: 8_765_432 }],
    personId,
    confirmed: true,
    ...more,
  })
const aPerson = (church: Church, firstName: string) => church.staff.people.create({ firstName, lastName: 'Miller' })
const note = [act('a', 'people.add_note', { body: 'Started' })]
async function published(church: Church, draft: Graph, name = 'Welcome givers') {
  const made = await church.owner.workflows.create({ name, draft })
  return church.owner.workflows.publish({ id: made.id, version: made.version })
}
const who = async (church: Church, workflowId: string) =>
  (await church.owner.workflowRuns.list({ workflowId, limit: 200 })).items.map(run => run.personName).sort()

test('a first gift is one for each person, however often and in which order it is told; late, imported and anonymous gifts start nothing', async () => {
  const church = await aChurch()
  const first = await published(church, graph('giving.first_gift', note))
  const any = await published(church, graph('giving.gift_received', note))
  const [ann, ben, cleo, dora] = [
    await aPerson(church, 'Ann'),
    await aPerson(church, 'Ben'),
    await aPerson(church, 'Cleo'),
    await aPerson(church, 'Dora'),
  ]
  const gifts = [await record(church, ann!.id), await record(church, ann!.id), await record(church, ben!.id)]
  const again = async (ctx: Ctx) => {
    for (const { id, personId } of [...gifts, ...gifts, ...gifts].reverse())
      for (const event of [giftChanged, giftRecorded]) await emit(ctx, event, { giftId: id, personId, at: clock.now() })
  }
  await church.inside(again)
  await church.settle()
  await pass(church, minutes(2))
  await church.inside(again)
  await church.settle()
  expect(await who(church, first.id)).toEqual(['Ann Miller', 'Ben Miller'])
  // Ann's second gift came within a minute of the workflow's own steps for her.
  expect([...new Set(await who(church, any.id))]).toEqual(['Ann Miller', 'Ben Miller'])
  expect((await who(church, any.id)).length).toBeLessThanOrEqual(3)

  // Voided and recorded once more: still her first was before.
  await church.finance.gifts.void({ id: gifts[0]!.id, reason: 'Typo' })
  await record(church, ann!.id)
  await record(church, cleo!.id, { receivedOn: dayOf(new Date(clock.ms() - days(40))) })
  await record(church, dora!.id, { anonymousPublic: true })
  const csv = `Donor First Name,Donor Last Name,Donor Email,Received Date,Amount,Fund,Payment Method
Eve,Stone,eve@example.org,${dayOf(clock.now())},12.00,General,cash`
  await church.finance.giftImports.start({ name: 'gifts.csv', text: csv })
  await church.settle()
  await record(church, cleo!.id)
  const eve = (await church.finance.donors.list({})).items.find(one => one.name === 'Eve Stone')
  if (eve) await record(church, eve.id)
  await church.settle()
  expect(await who(church, first.id)).toEqual(['Ann Miller', 'Ben Miller'])
  expect(eve).toMatchObject({ name: 'Eve Stone' })
  await record(church, dora!.id)
  await church.settle()
  expect(await who(church, first.id)).toEqual(['Ann Miller', 'Ben Miller', 'Dora Miller'])
})

const refused = { code: 'FORBIDDEN' }

test('without giving.read nobody makes, changes, starts or tries such a workflow, whether it starts or waits by giving', async () => {
  const church = await aChurch()
  const ann = await aPerson(church, 'Ann')
  const waits: Step = {
    id: 'w',
    kind: 'wait',
    wait: { for: 'event', trigger: 'giving.gift_received', amount: 1, unit: 'days' },
  }
  for (const draft of [graph('giving.first_gift', note), graph('manual', [waits, ...note])]) {
    const flow = await published(church, draft)
    const file = await church.admin.workflowExchange.asJson({ id: flow.id })
    const plain = await church.admin.workflows.create({ name: 'Plain', draft: graph('manual', note) })
    const tries = [
      church.admin.workflows.create({ name: 'Mine', draft }),
      church.admin.workflows.duplicate({ id: flow.id }),
      church.admin.workflows.update({ id: flow.id, version: flow.version, name: 'Other' }),
      church.admin.workflows.update({ id: flow.id, version: flow.version, draft: graph('manual', note) }),
      church.admin.workflows.update({ id: plain.id, version: plain.version, draft }),
      church.admin.workflows.publish({ id: flow.id, version: flow.version }),
      church.admin.workflows.enroll({ id: flow.id, personIds: [ann.id] }),
      church.admin.workflowEnrollments.audience({ id: flow.id }),
      church.admin.workflowEnrollments.start({ id: flow.id, personIds: [ann.id] }),
      church.admin.workflowSimulations.run({ id: flow.id, personId: ann.id }),
      church.admin.workflowVersions.restore({ workflowId: flow.id, number: 1, version: flow.version }),
      church.admin.workflowVersions.discard({ workflowId: flow.id, version: flow.version }),
      church.admin.workflowExchange.fromJson({ file }),
    ]
    for (const one of await Promise.allSettled(tries))
      expect(one).toMatchObject({ status: 'rejected', reason: refused })
    // Stopping it is always allowed; starting it again is not.
    await church.admin.workflows.pause({ id: flow.id, how: 'stop_new' })
    await expect(church.admin.workflows.activate({ id: flow.id })).rejects.toMatchObject(refused)
    await church.admin.workflows.archive({ id: flow.id })
    await expect(church.admin.workflowVersions.unarchive({ workflowId: flow.id })).rejects.toMatchObject(refused)
    await church.owner.workflowVersions.unarchive({ workflowId: flow.id })
  }
})

test('without giving.read nobody sees who is in such a workflow: runs, a person’s page, reasons, approvals, notices', async () => {
  const church = await aChurch()
  const email = `${randomUUID()}@example.org`
  const ann = await church.staff.people.create({
    firstName: 'Ann',
    lastName: 'Miller',
    points: [{ kind: 'email' as const, value: email }],
  })
  const asks: Step = {
    id: 'p',
    kind: 'approval',
    question: 'Call?',
    assigneeId: null,
    amount: 2,
    unit: 'days',
    yes: [],
    no: [],
  }
  const flow = await published(
    church,
    graph('giving.first_gift', [
      act('m', 'email.send', { subject: 'Welcome', body: 'Thank you.', purpose: 'transactional' }),
      asks,
      wait('z', 1),
    ]),
  )
  await record(church, ann.id)
  await church.settle()
  const [run] = (await church.owner.workflowRuns.list({ workflowId: flow.id })).items
  expect(run!.personId).toBe(ann.id)
  expect((await church.owner.workflowApprovals.list({})).items).toHaveLength(1)
  const told = async (client: Church['owner']) =>
    JSON.stringify((await client.notifications.list({})).items.filter(one => one.type === 'approval'))
  expect(await told(church.owner)).toContain('Ann Miller')
  expect(await told(church.admin)).toBe('[]')
  for (const role of ['admin', 'staff', 'pastor', 'viewer'] as const) {
    const client = church[role]
    expect((await client.workflowRuns.list({})).items, role).toEqual([])
    expect((await client.workflowRuns.list({ personId: ann.id, workflowId: flow.id })).items, role).toEqual([])
    await expect(client.workflowRuns.get({ id: run!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await client.workflowExplanations.runs({ personId: ann.id })).items, role).toEqual([])
    expect(JSON.stringify(await client.workflowExplanations.messages({ personId: ann.id }))).not.toMatch(
      /first time|Welcome givers|giving\./,
    )
  }
  await expect(church.admin.workflowRuns.retry({ id: run!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.admin.workflowRuns.cancel({ id: run!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await church.admin.workflowApprovals.list({})).items).toEqual([])
  for (const role of ['volunteer', 'finance'] as const)
    await expect(church[role].workflowRuns.list({})).rejects.toMatchObject(refused)
  const reasons = JSON.stringify(await church.owner.workflowExplanations.messages({ personId: ann.id }))
  const everything = JSON.stringify([await church.owner.workflowRuns.get({ id: run!.id }), reasons])
  for (const form of ['8765432', '87,654', '87654']) expect(everything).not.toContain(form)
  // A version without it is open to them again, from then on.
  const { version } = await church.owner.workflows.get({ id: flow.id })
  const open = await church.owner.workflows.update({ id: flow.id, version, draft: graph('manual', note) })
  await church.owner.workflows.publish({ id: flow.id, version: open.version })
  await church.admin.workflows.enroll({ id: flow.id, personIds: [ann.id] })
  expect((await church.admin.workflowRuns.list({})).items.map(one => one.versionNumber)).toEqual([2])
})
