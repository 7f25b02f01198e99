import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import type { WorkflowAction } from '#kernel/server-modules.ts'
import { letter } from '#messaging/rules/letter.ts'
import { fillTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { purposeFields, taggedText } from '#messaging/rules/step-message.ts'
import { outcomeOf } from '#messaging/service/written.ts'
import { send } from '#messaging/service.ts'
import { recipientOf } from '#people/fields/service/field-tags.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { composeMail, type Mail } from '../blocks/rules/compose.ts'
import { blockText } from '../blocks/rules/text.ts'
import { emailTemplates } from '../tables.ts'
import { preferencesUrl, unsubscribeUrl } from '../unsubscribe/service.ts'
import { mailFrameOf, webUrl } from './rendering.ts'

const words = { subject: taggedText(200, 'Please enter a subject'), body: taggedText(20_000, 'Please write the email') }
export const MailStep = z.union([
  z.object({ ...words, templateId: z.null().optional(), ...purposeFields }),
  z.object({ templateId: z.uuid('Please choose a template'), ...purposeFields }),
])
type MailStep = z.infer<typeof MailStep>

/** One email to one person, past the send policy; the same key is written once. */
export async function mailPerson(
  ctx: Ctx,
  { personId, input, key }: { personId: string; input: MailStep; key: string },
): Promise<object> {
  const mail = await mailOf(ctx, input)
  const { person, businessName, values } = await recipientOf(ctx, personId, JSON.stringify(mail))
  if (!person.email) return { skipped: 'no_email' }
  const to = { to: person.email, toName: person.name }
  const made =
    input.purpose === 'marketing' ? await promotion(ctx, mail, to.to, input.topic, values) : plain(mail, values)
  const { purpose } = input
  const [written] = await send(ctx, [
    { channel: 'email', ...to, ...made, senderName: businessName, purpose, kind: 'workflow', dedupeKey: key },
  ])
  if (written?.id && written.state === 'queued') {
    const entry = { personId, at: clock.now(), userId: null, type: 'message.out', data: { channel: 'email' } }
    await addToTimeline(ctx, [{ ...entry, sourceKey: `message:${written.id}` }])
  }
  return outcomeOf(ctx, key)
}

async function mailOf(ctx: Ctx, input: MailStep): Promise<Mail> {
  if (!input.templateId) {
    const { subject, body } = input as { subject: string; body: string }
    return { subject, preheader: '', blocks: [{ key: 'text', type: 'text', text: body }] }
  }
  const [row] = await ctx.db.select().from(emailTemplates).where(eq(emailTemplates.id, input.templateId))
  return found(row?.deletedAt ? undefined : row, 'Email template')
}

/** With the foot of every campaign: who sends it, why it came, and the way out. */
async function promotion(ctx: Ctx, mail: Mail, address: string, topic: string, values: TagValues) {
  const { common, slug, ...rest } = await mailFrameOf(ctx, topic)
  const ticket = { c: ctx.client.id, a: address, t: topic }
  const url = unsubscribeUrl(ticket)
  const links = { unsubscribeLink: url, preferencesLink: preferencesUrl(ticket), archiveLink: webUrl(slug, null) }
  return { ...composeMail(mail, rest)({ ...values, ...common, ...links }), topic, unsubscribeUrl: url }
}

function plain({ subject, blocks }: Mail, values: TagValues) {
  const text = fillTags(blocks.map(blockText).filter(Boolean).join('\n\n'), values)
  const title = fillTags(subject, values)
  const mail = letter({ subject: title.text, heading: title.text, lines: text.text.split(/\n{2,}/) })
  return { ...mail, missing: [...new Set([...title.missing, ...text.missing])] }
}

export const mailActions: Record<string, WorkflowAction> = { 'email.send': { input: MailStep, run: mailPerson } }
