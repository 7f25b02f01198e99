import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { courses } from '#courses/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import type { RenderedMail } from '#messaging/rules/letter.ts'
import { sendMail } from '#messaging/service.ts'
import { people } from '#people/tables.ts'

interface Words {
  church: string
  firstName: string
  title: string
  /** The portal’s list of courses. */
  href: string
}
interface LearnerEmail {
  personId: string
  courseId: string
  kind: string
  dedupeKey: string
  mail: (words: Words) => RenderedMail
}

/** An email to a learner about a course, once for each key; nothing where there is no address. */
export async function emailLearner(
  ctx: Ctx,
  { personId, courseId, kind, dedupeKey, mail }: LearnerEmail,
): Promise<void> {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, personId))
  const [course] = await ctx.db.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId))
  if (!person?.email || person.deletedAt || person.deceased || !course) return
  const [client] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name: church, slug } = found(client, 'Account')
  const words = {
    church,
    firstName: person.firstName,
    title: course.title,
    href: `${env.publicUrl}/my/${slug}/courses`,
  }
  const rendered = mail(words)
  await sendMail(ctx, {
    ...rendered,
    to: person.email,
    toName: person.name,
    kind,
    dedupeKey,
    senderName: church,
  })
}
