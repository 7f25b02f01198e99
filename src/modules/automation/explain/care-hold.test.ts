import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { newPhone, textsTo } from '#testing/flock.ts'
import { sweep } from '#testing/workflows.ts'
import type { Graph } from '../rules/graph.ts'

afterEach(() => clock.reset())

test('a care hold in mid-workflow drops its messages, the run goes on, and nothing is sent when it is lifted', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Welcomed' })
  const text = (id: string, body: string) => ({
    id,
    kind: 'action' as const,
    action: 'sms.send',
    input: { body, purpose: 'conversational', topic: 'newsletter' },
  })
  const wait = (id: string) => ({
    id,
    kind: 'wait' as const,
    wait: { for: 'duration' as const, amount: 1, unit: 'days' as const },
  })
  const draft: Graph = {
    triggers: [{ trigger: 'lead.created', input: {} }],
    reentry: 'once',
    exit: null,
    steps: [
      wait('a'),
      text('b', 'How was your first week?'),
      wait('c'),
      text('d', 'Come to the picnic!'),
      { id: 'e', kind: 'action', action: 'people.add_tag', input: { tagId: tag.id } },
    ],
  }
  const made = await church.admin.workflows.create({ name: 'Guest follow-up', draft })
  const flow = await church.admin.workflows.publish({ id: made.id, version: made.version })
  const phone = newPhone()
  const { personId } = await church.staff.leads.create({ firstName: 'Maria', lastName: 'Hill', phone })
  await church.settle()
  const pass = async () => {
    clock.advance(days(1) + 60_000)
    await sweep(church)
    await church.settle()
  }
  await church.staff.careHolds.start({ personId, until: null })
  await pass()
  const { held } = await church.staff.careHolds.of({ personId })
  expect(held).toMatchObject([{ source: 'workflow', what: expect.stringContaining('How was your first week?') }])
  const [explained] = (await church.staff.workflowExplanations.messages({ personId })).items
  expect(explained!.sentence).toMatch(
    /^Maria Hill did not get this: messages paused\. .+the workflow “Guest follow-up”/,
  )
  const where = await church.staff.workflowExplanations.runs({ personId })
  expect(where.items).toMatchObject([{ workflowId: flow.id, step: 'Wait 1 day' }])

  await church.staff.careHolds.lift({ personId })
  await church.settle()
  await pass()
  const texts = await textsTo(church, phone)
  expect(texts.map(one => [one.state, one.reason])).toEqual([
    ['skipped', 'grief'],
    ['delivered', null],
  ])
  expect((await church.staff.people.get({ id: personId })).tags.map(one => one.name)).toEqual(['Welcomed'])
})
