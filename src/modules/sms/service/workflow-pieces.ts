import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import type { WorkflowAction } from '#kernel/server-modules.ts'
import { fillTags } from '#messaging/rules/merge-tags.ts'
import { purposeFields, taggedText } from '#messaging/rules/step-message.ts'
import { outcomeOf } from '#messaging/service/written.ts'
import { send } from '#messaging/service.ts'
import { recipientOf } from '#people/fields/service/field-tags.ts'
import { knownAmong } from '../campaigns/service/sending.ts'
import { stepTextWritten } from '../events.ts'
import { textFor } from '../rules/message.ts'

export const TextStep = z.object({ body: taggedText(1_600, 'Please write the text'), ...purposeFields })
type TextStep = z.infer<typeof TextStep>

/** One text to one person, past the send policy; the same key is written once. */
export async function textPerson(
  ctx: Ctx,
  { personId, input: { body, purpose, topic }, key }: { personId: string; input: TextStep; key: string },
): Promise<object> {
  const { person, values } = await recipientOf(ctx, personId, body)
  if (!person.phone) return { skipped: 'no_phone' }
  const to = person.phone
  const isPromotion = purpose === 'marketing'
  const known = !isPromotion || (await knownAmong(ctx, [to])).has(to)
  const words = isPromotion ? textFor(body, values, { known, short: same }) : fillTags(body, values)
  const [written] = await send(ctx, [
    {
      channel: 'sms',
      to,
      toName: person.name,
      ...words,
      purpose,
      dedupeKey: key,
      // No person wrote it: it answers nobody who waits, and two machines that answer each other come to an end.
      kind: isPromotion ? 'workflow' : 'workflow-auto-reply',
      ...(isPromotion && { topic }),
    },
  ])
  if (written?.id && written.state === 'queued') await emit(ctx, stepTextWritten, { messageId: written.id })
  return outcomeOf(ctx, key)
}
const same = (target: string) => target

export const textActions: Record<string, WorkflowAction> = { 'sms.send': { input: TextStep, run: textPerson } }
