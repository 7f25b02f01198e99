import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { WorkflowAction } from '#kernel/server-modules.ts'
import { accessOf, accountRow, sidOf } from '#messaging/carrier/service.ts'
import { outcomeOf } from '#messaging/service/written.ts'
import { send } from '#messaging/service.ts'
import { recipientOf } from '#people/fields/service/field-tags.ts'
import { callerNumber } from '#telephony/calls/service.ts'
import { callKind } from '../rules/keys.ts'
import { lintScript } from '../rules/script.ts'
import { speechForMachine, speechForPerson, speechText, spokenNumber } from '../rules/speech.ts'
import { voiceScripts } from '../tables.ts'

/** An emergency is announced by a person, never by a workflow. */
const purposes = ['informational', 'ministry', 'fundraising', 'promotion'] as const

export const CallStep = z.object({
  scriptId: z.uuid('Please choose a script'),
  /** As it was called when it was chosen; shown in the workflow. */
  scriptName: z.string().max(120).default(''),
  purpose: z.enum(purposes, 'Please choose what the call is for').default('informational'),
  /** What the consent must be for. */
  topic: z.string().max(100).default('newsletter'),
})
type CallStep = z.infer<typeof CallStep>

/** One call to one person, past the same rules as a campaign's; the same key is placed once. */
async function callPerson(
  ctx: Ctx,
  { personId, input: { scriptId, purpose, topic }, key }: { personId: string; input: CallStep; key: string },
): Promise<object> {
  const [script] = await ctx.db
    .select()
    .from(voiceScripts)
    .where(and(eq(voiceScripts.id, scriptId), isNull(voiceScripts.deletedAt)))
  if (!script) throw new Failure('NOT_FOUND', 'The script of this step was deleted.')
  const { person, values, businessName: church } = await recipientOf(ctx, personId, script.content)
  if (!person.phone) return { skipped: 'no_phone' }
  const [problem] = lintScript({ ...script, hasRecording: false }, church).filter(one => one.blocks)
  if (problem) throw new Failure('BAD_REQUEST', problem.message)
  const number = await callerNumber(ctx, sidOf(accessOf(ctx.client.id, await accountRow(ctx))), undefined)
  const us = { church, number: spokenNumber(number) }
  const spoken = { content: script.content, voicemail: script.voicemail, hasRecording: false, canConnect: true }
  const names = { firstName: values.firstName, lastName: values.lastName }
  await send(ctx, [
    {
      channel: 'voice',
      to: person.phone,
      toName: person.name,
      text: speechText(speechForPerson(spoken, names, us)),
      html: speechText(speechForMachine(spoken, names, us)),
      purpose: 'marketing',
      topic,
      from: number,
      kind: callKind(purpose),
      dedupeKey: key,
    },
  ])
  return outcomeOf(ctx, key)
}

export const callActions: Record<string, WorkflowAction> = { 'robocalls.call': { input: CallStep, run: callPerson } }
