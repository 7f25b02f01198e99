import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { wakingClock } from '#people/rules/church-hours.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { personById } from '#people/service.ts'
import words from './data/demo.json' with { type: 'json' }
import spanish from './data/demo-spanish.json' with { type: 'json' }
import type { Answers } from './rules/answers.ts'
import type { Definition, Handling } from './rules/definition.ts'
import { KEPT_DAYS } from './rules/keeping.ts'
import { templates } from './rules/templates.ts'
import { formPartials, formStats, formSubmissions, forms, formVersions } from './tables.ts'

interface Seeded {
  personIds: string[]
  userIds: string[]
}

/** A connect card and a sign-up for the summer picnic, each published, with what people of the demo church sent. */
export async function seedForms(ctx: Ctx, { personIds, userIds }: Seeded): Promise<void> {
  const picnic: Definition = {
    ...templates.event.definition,
    title: 'Summer picnic',
    intro: 'Sunday after the second service, in Riverside Park. Bring a blanket; we bring the food.',
    fields: templates.event.definition.fields.map(field =>
      field.key === 'meal' ? { ...field, places: [null, 12, 6] } : field,
    ),
  }
  const notify = userIds.slice(0, 1)
  const connect = templates.connect
  const card = await aForm(ctx, 'connect-card-demo', inSpanishToo(connect.definition), {
    ...connect.handling,
    notify,
    replies: { es: spanish.reply },
  })
  const event = await aForm(ctx, 'summer-picnic-demo', picnic, { ...templates.event.handling, notify })
  // The newest people are those that a form brings.
  const guests = personIds.slice(-40)
  // Ids rise with time, and lists page by id: the oldest is written first.
  for (const [i, said] of [...words.connect].sort(oldestFirst).entries()) {
    const { via, hours: ago, children, language, ...answers } = said
    const family = (children ?? []).map(firstName => ({ role: 'child', firstName, lastName: '', birthDate: '' }))
    await sent(
      ctx,
      card,
      { ...answers, family },
      { personId: guests[i]!, via, ago, assignedTo: i === 2 ? userIds[0]! : null, language: language ?? 'en' },
    )
  }
  for (const [i, said] of [...words.event].sort(oldestFirst).entries()) {
    const { via, hours: ago, allergy, ...rest } = said
    const answers = { ...rest, allergies: allergy ? 'yes' : 'no', allergy_details: allergy ?? '' }
    await sent(ctx, event, answers, { personId: guests[i + 12]!, via, ago, assignedTo: null, language: '' })
  }
  for (const said of words.unfinished) await begun(ctx, card, said)
  await quarantined(ctx, card)
  await figures(ctx, card, 8)
  await figures(ctx, event, 5)
}

const inSpanishToo = (definition: Definition): Definition => ({
  ...definition,
  keep: true,
  languages: ['es'],
  words: { es: spanish.page },
  fields: definition.fields.map(field => {
    const [label, help, options] = spanish.fields[field.key as keyof typeof spanish.fields] as [
      string,
      string,
      string[],
    ]
    return { ...field, words: { es: { label, help, options } } }
  }),
})

const oldestFirst = (a: { hours: number }, b: { hours: number }) => b.hours - a.hours

async function aForm(ctx: Ctx, slug: string, definition: Definition, handling: Handling) {
  const publishedAt = new Date(clock.ms() - hours(24 * 40))
  const [form] = await ctx.db
    .insert(forms)
    .values({
      name: definition.title,
      slug,
      template: 'demo',
      draft: definition,
      handling,
      live: true,
      fresh: true,
      lastNumber: 1,
      publishedAt,
      createdBy: handling.notify[0],
    })
    .returning()
  await ctx.db.insert(formVersions).values({ formId: form!.id, number: 1, definition, createdAt: publishedAt })
  return form!
}
type Form = Awaited<ReturnType<typeof aForm>>

interface Sending {
  personId: string
  via: string
  ago: number
  assignedTo: string | null
  language: string
}

async function sent(ctx: Ctx, form: Form, said: Record<string, unknown>, sending: Sending) {
  const { personId, via, ago, assignedTo, language } = sending
  const person = await personById(ctx, personId)
  const { name, firstName, lastName } = person
  const [email, phone] = [person.email ?? '', person.phone ?? '']
  const payload = { first_name: firstName, last_name: lastName, email, phone, ...said } as Answers
  const createdAt = wakingClock(clock.now(), ctx.client.timeZone)(hours(ago))
  const [row] = await ctx.db
    .insert(formSubmissions)
    .values({
      formId: form.id,
      key: randomUUID(),
      number: 1,
      payload,
      state: 'processed' as const,
      via,
      assignedTo,
      language,
      name,
      email,
      phone,
      personId,
      match: said.visit === 'First time' ? ('new' as const) : ('known' as const),
      createdAt,
      processedAt: createdAt,
      searchBody: JSON.stringify(Object.values(payload)).toLowerCase(),
    })
    .returning({ id: formSubmissions.id })
  const data = { formId: form.id, submissionId: row!.id, form: form.name }
  const sourceKey = `form.submitted:${row!.id}`
  await addToTimeline(ctx, [{ personId, at: createdAt, userId: null, type: 'form.submitted', data, sourceKey }])
}

/** Typed, and not sent. */
async function begun(ctx: Ctx, form: Form, said: (typeof words.unfinished)[number]): Promise<void> {
  const { hours: ago, first_name, last_name, email, phone, stoppedAt, linkSent } = said
  const createdAt = wakingClock(clock.now(), ctx.client.timeZone)(hours(ago))
  await ctx.db.insert(formPartials).values({
    formId: form.id,
    key: randomUUID(),
    number: 1,
    language: 'en',
    stoppedAt,
    email,
    phone,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + days(KEPT_DAYS)),
    name: `${first_name} ${last_name}`.trim(),
    payload: { first_name, last_name, email, phone },
    linkSentAt: linkSent ? new Date(clock.ms() - hours(2)) : null,
  })
}

async function quarantined(ctx: Ctx, form: Form): Promise<void> {
  const { hours: ago, message } = words.spam
  const payload = { first_name: 'Best', last_name: 'Ranking', email: 'win@mailinator.com', message }
  await ctx.db.insert(formSubmissions).values({
    formId: form.id,
    key: randomUUID(),
    number: 1,
    payload,
    state: 'quarantined' as const,
    name: 'Best Ranking',
    email: payload.email,
    searchBody: message.toLowerCase(),
    signs: ['It has 3 links', 'A disposable email address and a link'],
    createdAt: wakingClock(clock.now(), ctx.client.timeZone)(hours(ago)),
  })
}

/** What the page counted in the last weeks; sendings as they are stored, more on Sundays. */
async function figures(ctx: Ctx, form: Form, busy: number): Promise<void> {
  const roll = dice(busy)
  const stored = await ctx.db
    .select({ at: formSubmissions.createdAt, state: formSubmissions.state })
    .from(formSubmissions)
    .where(eq(formSubmissions.formId, form.id))
  const today = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  const dayOf = (at: Date) => DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toISODate()
  const rows = Array.from({ length: 30 }, (_, ago) => {
    const day = today.minus({ days: ago })
    const completes = stored.filter(one => one.state === 'processed' && dayOf(one.at) === day.toISODate()).length
    const starts = completes + roll.below(2)
    const views = starts + roll.below(day.weekday === 7 ? busy * 2 : busy)
    return { formId: form.id, day: day.toISODate()!, views, starts, completes }
  })
  await ctx.db.insert(formStats).values(rows)
}
