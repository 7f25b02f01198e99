import { afterEach, expect, test } from 'vitest'
import { clock, days, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, logOf, pass, published, runsOf, tagsOf } from '#testing/workflows.ts'

afterEach(() => clock.reset())

async function asking() {
  const church = await aChurch()
  const [yes, no] = [await church.staff.tags.create({ name: 'Yes' }), await church.staff.tags.create({ name: 'No' })]
  const flow = await published(
    church,
    graph('lead.created', [
      {
        id: 'a',
        kind: 'approval',
        question: 'Invite to the class?',
        amount: 2,
        unit: 'days',
        assigneeId: church.people.volunteer.id,
        yes: [act('b', 'people.add_tag', { tagId: yes.id })],
        no: [act('c', 'people.add_tag', { tagId: no.id })],
      },
    ]),
  )
  const lead = await church.staff.leads.create({ firstName: 'Maria' })
  await church.settle()
  return { church, flow, lead, yes, no }
}

test('the assignee is told and approves; one answer counts; others do not see it', async () => {
  const { church, flow, lead, yes } = await asking()
  const [asked] = (await church.volunteer.workflowApprovals.list({})).items
  expect(asked).toMatchObject({ question: 'Invite to the class?', personName: 'Maria', state: 'open' })
  expect((await church.volunteer.notifications.list({})).items[0]).toMatchObject({ title: 'Invite to the class?' })
  expect((await church.staff.workflowApprovals.list({})).items).toEqual([])
  expect((await church.admin.workflowApprovals.list({ personId: lead.personId })).items).toHaveLength(1)
  const id = asked!.id
  await expect(church.staff.workflowApprovals.answer({ id, answer: 'no' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.volunteer.workflowApprovals.answer({ id, answer: 'yes' })).toMatchObject({ state: 'yes' })
  await expect(church.admin.workflowApprovals.answer({ id, answer: 'no' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await tagsOf(church, lead.personId)).toEqual([yes.id])
  const [run] = await runsOf(church, flow.id)
  expect(run!.state).toBe('completed')
  expect((await logOf(church, run!.id))[0]).toMatchObject({ kind: 'approval', state: 'done', output: { ended: 'yes' } })
})

test('no answer in time is a no, and an answer after that is refused', async () => {
  const { church, lead, no } = await asking()
  const [asked] = (await church.volunteer.workflowApprovals.list({})).items
  await pass(church, days(2) + minutes(1))
  expect(await tagsOf(church, lead.personId)).toEqual([no.id])
  await expect(church.admin.workflowApprovals.answer({ id: asked!.id, answer: 'yes' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})
