import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { send } from '#messaging/service.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'
import type { Graph } from '../rules/graph.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

async function inWorkflow(church: Church) {
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const draft: Graph = {
    triggers: [{ trigger: 'lead.created', input: {} }],
    reentry: 'once',
    exit: null,
    steps: [
      { id: 'a', kind: 'action', action: 'people.add_tag', input: { tagId: tag.id } },
      { id: 'b', kind: 'wait', wait: { for: 'duration', amount: 3, unit: 'days' } },
    ],
  }
  const made = await church.admin.workflows.create({ name: 'Guest follow-up', draft })
  const flow = await church.admin.workflows.publish({ id: made.id, version: made.version })
  const email = newEmail()
  const lead = await church.staff.leads.create({ firstName: 'Maria', lastName: 'Hill', email })
  await church.settle()
  return { email, personId: lead.personId, flow }
}
const mail = (to: string, dedupeKey: string) => ({
  ...({
    channel: 'email',
    to,
    subject: 'Welcome',
    text: 'Hello',
    html: '<p>Hello</p>',
    kind: 'workflow-email',
  } as const),
  ...({ purpose: 'transactional', dedupeKey } as const),
})

test('where someone is: each open run with its step in words, since when and until when, until it is canceled', async () => {
  const church = await aChurch()
  const { personId, flow } = await inWorkflow(church)
  const { items } = await church.staff.workflowExplanations.runs({ personId })
  expect(items).toMatchObject([
    { workflowName: 'Guest follow-up', workflowId: flow.id, state: 'waiting', step: 'Wait 3 days' },
  ])
  const { since, until, runId } = items[0]!
  expect(Math.round((until!.getTime() - since.getTime()) / 3_600_000)).toBeGreaterThanOrEqual(71)
  await church.admin.workflowRuns.cancel({ id: runId })
  expect((await church.staff.workflowExplanations.runs({ personId })).items).toEqual([])
})

test('why someone got a message: the workflow, its step and its trigger in one sentence', async () => {
  const church = await aChurch()
  const { email, personId, flow } = await inWorkflow(church)
  const { items: runs } = await church.staff.workflowExplanations.runs({ personId })
  const [written] = await church.inside(ctx => send(ctx, [mail(email, `run:${runs[0]!.runId}:a`)]))
  const told = await church.staff.workflowExplanations.why({ messageId: written!.id! })
  expect(told).toMatchObject({ origin: 'workflow', what: 'Welcome', href: `/automation/${flow.id}` })
  expect(told.sentence).toMatch(
    /^Maria Hill got this because the workflow “Guest follow-up” sent it in the step “Add the tag “Guest””, which started for them on .+ when someone is added to the board\.$/,
  )
  const { items } = await church.staff.workflowExplanations.messages({ personId })
  expect(items.map(one => one.messageId)).toEqual([written!.id])
  await expect(church.volunteer.workflowExplanations.why({ messageId: written!.id! })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const other = await aChurch('Hope Chapel')
  await expect(other.owner.workflowExplanations.why({ messageId: written!.id! })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a message that was held says why not and why it was written; one of a member is not explained', async () => {
  const church = await aChurch()
  const { email, personId } = await inWorkflow(church)
  await church.staff.careHolds.start({ personId, until: null })
  const [skipped, own] = await church.inside(async ctx => {
    await subscribe(ctx, email, { topic: 'newsletter', source: 'form', wording: 'Yes', reference: 'test' })
    return send(
      ctx,
      [mail(email, `appointment:${crypto.randomUUID()}:${personId}:booked:0`), mail(email, 'conversation:x')].map(
        (one, i) => ({
          ...one,
          ...(i === 0 && { kind: 'appointment-reminder' }),
        }),
      ),
    )
  })
  const why = async (messageId: string) => (await church.staff.workflowExplanations.why({ messageId })).sentence
  expect(await why(skipped!.id!)).toBe(
    'Maria Hill did not get this: messages paused. It was written because it is a reminder of their appointment.',
  )
  await expect(why(own!.id!)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the link of a text that lets its recipient in is not shown to colleagues', async () => {
  const church = await aChurch()
  const href = 'https://example.org/my/a-church/sign-in/key123'
  const message = { channel: 'sms', to: '+12025550143', text: `Sign in: ${href}`, kind: 'portal-link' } as const
  const [written] = await church.inside(ctx =>
    send(ctx, [{ ...message, purpose: 'transactional', dedupeKey: 'portal-link:one' }]),
  )
  const { what } = await church.staff.workflowExplanations.why({ messageId: written!.id! })
  expect(what).not.toContain('key123')
  expect(what).toContain('Only its recipient can see it')
})

test('anyone who may not read conversations gets the reason of a message without its words', async () => {
  const church = await aChurch()
  const { email, personId } = await inWorkflow(church)
  await church.staff.careHolds.start({ personId, until: null })
  const [written] = await church.inside(ctx => send(ctx, [mail(email, `run:${crypto.randomUUID()}:a`)]))
  const words = async (role: 'staff' | 'viewer') => {
    const [listed] = (await church[role].workflowExplanations.messages({ personId })).items
    const [held] = (await church[role].careHolds.of({ personId })).held
    const asked = await church[role].workflowExplanations.why({ messageId: written!.id! })
    return [asked.what, listed!.what, held!.what]
  }
  expect(await words('staff')).toEqual(['Welcome', 'Welcome', 'Welcome'])
  expect(await words('viewer')).toEqual(['', '', ''])
})
