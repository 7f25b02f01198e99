import { and, eq, isNull, ne } from 'drizzle-orm'
import { isMember, read as readChurch } from '#clients/service.ts'
import { activeMember, members } from '#clients/tables.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { signUp } from '#email/signup/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { addLeads } from '#leads/service.ts'
import { leads } from '#leads/tables.ts'
import { recordGoal } from '#links/goals/service.ts'
import { fillTags, lookUps } from '#messaging/rules/merge-tags.ts'
import { sendMail } from '#messaging/service.ts'
import { notify } from '#notifications/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { writeAnswers } from '#people/fields/service/field-values.ts'
import { everyField } from '#people/fields/service.ts'
import { householdsOf } from '#people/households/service.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { maritalStatuses } from '#people/rules/fields.ts'
import { listFields, mapFields } from '#people/rules/standard-fields.ts'
import { type IntakeInput, type IntakeResult, intakePerson } from '#people/service/intake.ts'
import { tag } from '#people/service/list.ts'
import { liveTogether, suggestHousehold } from '#people/suggestions/service.ts'
import { formAnswerMail } from '../emails/answer.ts'
import { formProcessed } from '../events.ts'
import type { Answers } from '../rules/answers.ts'
import type { Definition, Handling } from '../rules/definition.ts'
import { factsFrom } from '../rules/facts.ts'
import { type Identity, identityOf } from '../rules/identity.ts'
import { inLanguage, languageFor, replyIn } from '../rules/languages.ts'
import { alsoNeeded } from '../rules/reading.ts'
import { formSubmissions, forms, formVersions } from '../tables.ts'
import { closeIfCrisis } from './crisis.ts'

type Submission = typeof formSubmissions.$inferSelect
interface Work {
  submission: Submission
  form: { id: string; name: string; handling: Handling }
  definition: Definition
  identity: Identity
}

/** Reads a stored submission once: the row is locked, and a second worker finds it processed. */
export async function processSubmission(ctx: Ctx, id: string): Promise<void> {
  const [submission] = await ctx.db
    .select()
    .from(formSubmissions)
    .where(and(eq(formSubmissions.id, id), eq(formSubmissions.state, 'new'), isNull(formSubmissions.deletedAt)))
    .for('update')
  if (!submission) return
  const work = await workOn(ctx, submission)
  const arrived = await personOf(ctx, work)
  const householdId = arrived ? await familyOf(ctx, work, arrived.personId) : null
  if (arrived?.how === 'new') await suggestHousehold(ctx, arrived.personId)
  if (arrived) await tellFacts(ctx, work, arrived.personId)
  if (arrived) await settlePerson(ctx, work, arrived.personId)
  await consentsOf(ctx, work, arrived?.personId ?? null)
  await ctx.db
    .update(formSubmissions)
    .set({
      state: 'processed',
      processedAt: clock.now(),
      problem: null,
      personId: arrived?.personId ?? null,
      match: arrived?.how ?? null,
      householdId,
    })
    .where(eq(formSubmissions.id, id))
  const personId = arrived?.personId ?? null
  if (await closeIfCrisis(ctx, submission, personId)) return
  await followUp(ctx, work, personId)
}

/** Notices to the team, the answer to its writer, and everything that starts with a submission. */
async function followUp(ctx: Ctx, work: Work, personId: string | null): Promise<void> {
  const { submission, form } = work
  await tell(ctx, work)
  await answer(ctx, work, personId)
  // Who wrote in confidence is not told by what they reached.
  const known = submission.privacy === 'team' ? personId : null
  await recordGoal(ctx, { kind: 'form', subjectId: form.id, refId: submission.id, personId: known })
  await emit(ctx, formProcessed, {
    submissionId: submission.id,
    formId: form.id,
    personId,
    at: submission.createdAt,
  })
  announce(ctx, 'formSubmissions', submission.id)
}

/** Someone has read a submission that might have been a sign of danger, and found none: it goes on as any other. */
export async function releaseSubmission(ctx: Ctx, id: string): Promise<void> {
  const [submission] = await ctx.db
    .select()
    .from(formSubmissions)
    .where(and(eq(formSubmissions.id, id), eq(formSubmissions.state, 'processed'), isNull(formSubmissions.deletedAt)))
  if (submission) await followUp(ctx, await workOn(ctx, submission), submission.personId)
}

/** Keeps the reason where staff see it, beside Retry. */
export async function recordFailure(ctx: Ctx, id: string, problem: string): Promise<void> {
  await ctx.db
    .update(formSubmissions)
    .set({ problem: problem.slice(0, 300) })
    .where(and(eq(formSubmissions.id, id), eq(formSubmissions.state, 'new')))
  announce(ctx, 'formSubmissions', id)
}

async function workOn(ctx: Ctx, submission: Submission): Promise<Work> {
  const [row] = await ctx.db
    .select({
      form: { id: forms.id, name: forms.name, handling: forms.handling },
      definition: formVersions.definition,
    })
    .from(forms)
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.clientId, forms.clientId),
        eq(formVersions.formId, forms.id),
        eq(formVersions.number, submission.number),
      ),
    )
    .where(eq(forms.id, submission.formId))
  const { form, definition } = row!
  // The words of a consent are those that were shown.
  const shown = inLanguage(definition, languageFor(definition, submission.language))
  return { submission, form, definition, identity: identityOf(shown, submission.payload as Answers) }
}

/** Nor is it told by where they came from. */
const sourceOf = ({ submission, form }: Work) =>
  submission.privacy !== 'team' ? '' : form.handling.source || form.name

/** By the match rule; nobody, where neither a whole name nor a way to reach them was given. */
async function personOf(ctx: Ctx, work: Work): Promise<IntakeResult | null> {
  const { identity } = work
  const { firstName, lastName, emails, phones, address } = identity
  const points = [
    ...emails.map(value => ({ kind: 'email' as const, label: 'home', value })),
    ...phones.map(value => ({ kind: 'phone' as const, label: 'mobile', value })),
  ]
  if (points.length === 0 && !(firstName && lastName)) return null
  const arrival: IntakeInput = {
    ...mapFields(listFields('asked'), field => identity[field]),
    points,
    gender: (identity.gender || null) as IntakeInput['gender'],
    maritalStatus: maritalStatuses.find(one => one === identity.maritalStatus) ?? null,
    ...(address && { address: { ...address, country: ctx.client.country } }),
    source: sourceOf(work),
  }
  return intakePerson(ctx, arrival)
}

/**
 * Spouse and children, found among those who share the household or the address, else new. A spouse who already has
 * a household brings the others into it, so that the children in it are known. Children have no way to be
 * written to.
 */
async function familyOf(ctx: Ctx, work: Work, personId: string): Promise<string | null> {
  const { identity } = work
  const points = [
    ...identity.emails.map(value => ({ kind: 'email' as const, value })),
    ...identity.phones.map(value => ({ kind: 'phone' as const, value })),
  ]
  const source = sourceOf(work)
  const spouseFirst = [...identity.family].sort((a, b) => Number(b.role === 'spouse') - Number(a.role === 'spouse'))
  let householdId: string | null = null
  for (const { role, firstName, lastName, birthDate } of spouseFirst) {
    const isSpouse = role === 'spouse'
    const mate = {
      firstName,
      lastName: lastName || identity.lastName,
      points: [],
      birthDate,
      source,
      ...(isSpouse && { maritalStatus: 'married' as const }),
    }
    const { personId: mateId } = await intakePerson(ctx, mate, { hostId: personId, points })
    const theirs = isSpouse && (await householdsOf(ctx, personId)).length === 0 && (await householdsOf(ctx, mateId))[0]
    householdId = theirs
      ? await liveTogether(ctx, mateId, [{ personId, role: 'adult' }])
      : await liveTogether(ctx, personId, [{ personId: mateId, role: householdRole[role] ?? 'other' }])
    await onTimeline(ctx, work, mateId, 'form.family')
  }
  return householdId
}

const householdRole: Record<string, 'adult' | 'child' | 'other'> = { spouse: 'adult', child: 'child' }

/** Fills what is not known yet of the church's own fields; like a name or a birth date, nothing is overwritten. */
async function tellFacts(ctx: Ctx, { definition, submission }: Work, personId: string): Promise<void> {
  const facts = factsFrom(definition, submission.payload as Answers, await everyField(ctx))
  const said = facts.map(fact => ({ ...fact, personId }))
  await writeAnswers(ctx, said, 'fill')
}

/** Tags, a card on the board, a line on the timeline. */
async function settlePerson(ctx: Ctx, work: Work, personId: string): Promise<void> {
  const { lead, source, tagIds, leadOwner } = work.form.handling
  for (const tagId of tagIds) await tag(ctx, { selection: { ids: [personId] }, tagId, remove: false })
  await onTimeline(ctx, work, personId, 'form.submitted')
  if (!lead) return
  const [open] = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.personId, personId), isNull(leads.deletedAt), ne(leads.status, 'closed')))
    .limit(1)
  if (!open)
    await addLeads(ctx, [
      {
        personId,
        status: 'new',
        source: source || work.form.name,
        assignedTo: await ownerOf(ctx, leadOwner),
        value: null,
        notes: '',
      },
    ])
}

/** The member whom the form names, as long as they are one; else it goes by the church's rule (undefined). */
const ownerOf = async (ctx: Ctx, leadOwner: string | null | undefined) =>
  leadOwner && (await isMember(ctx, leadOwner)) ? leadOwner : undefined

/** That someone asked for prayer, or wrote to a pastor in confidence, is itself told to nobody here. */
async function onTimeline(
  ctx: Ctx,
  { submission, form }: Pick<Work, 'submission' | 'form'>,
  personId: string,
  type: string,
) {
  if (submission.privacy !== 'team') return
  const data = { formId: form.id, submissionId: submission.id, form: form.name }
  const sourceKey = `${type}:${submission.id}`
  await addToTimeline(ctx, [{ personId, at: submission.createdAt, userId: null, type, data, sourceKey }])
}

/** Each box that was ticked, with the very words that stood beside it in the version that was filled in. */
async function consentsOf(ctx: Ctx, { identity, submission, form }: Work, personId: string | null): Promise<void> {
  const { ip, userAgent, number, language } = submission
  for (const { consent, label, key } of identity.consents) {
    const value =
      consent === 'email' ? normaliseEmail(identity.email) : normalisePhone(identity.phone, ctx.client.country)
    if (!value) continue
    await signUp(ctx, value, {
      channel: consent,
      topic: consent === 'email' ? NEWSLETTER : '',
      source: 'form',
      wording: label,
      reference: submission.id,
      name: identity.name,
      personId,
      evidence: { form: form.id, version: number, field: key, ...(language && { language }), ip, userAgent },
    })
  }
}

/** The members who wanted to hear of it, as far as they may read it. */
async function tell(ctx: Ctx, { form, identity, submission }: Work): Promise<void> {
  const needed = alsoNeeded[submission.privacy]
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const readers = team
    .filter(({ userId }) => form.handling.notify.includes(userId))
    .filter(({ role }) => may(role, 'people.read') && (!needed || may(role, needed)))
  const who = submission.privacy === 'pastoral' ? 'Someone' : identity.name || identity.email || 'Someone'
  await notify(
    ctx,
    readers.map(({ userId }) => userId),
    {
      type: 'form',
      title: `${who} filled out “${form.name}”`,
      href: `/dashboard/forms/${form.id}?view=submissions&submission=${submission.id}`,
      dedupeKey: `form:${submission.id}`,
      ...(form.handling.notifyByMail && { mail: true }),
    },
  )
}

/** Once a day to an address, so that nobody’s mailbox can be filled by typing it in. */
async function answer(
  ctx: Ctx,
  { form, identity, submission, definition }: Work,
  personId: string | null,
): Promise<void> {
  const { reply } = form.handling
  const language = languageFor(definition, submission.language)
  const { subject: replySubject, text: replyText } = replyIn(form.handling, language)
  const to = normaliseEmail(identity.email)
  if (!reply || !to) return
  const { name: church } = await readChurch(ctx)
  const own = await tagValues(ctx, lookUps(replySubject, replyText), [personId])
  const values = {
    ...own(personId),
    firstName: identity.firstName,
    lastName: identity.lastName,
    name: identity.name,
    email: to,
    businessName: church,
  }
  const { text } = fillTags(replyText, values)
  const subject = fillTags(replySubject, values).text || `Thank you from ${church}`
  await sendMail(ctx, {
    to,
    toName: identity.name,
    ...formAnswerMail({ subject, text, church, language, file: form.handling.replyFile }),
    senderName: church,
    kind: 'form-auto-reply',
    dedupeKey: `form-answer:${form.id}:${to}:${submission.createdAt.toISOString().slice(0, 10)}`,
  })
}
