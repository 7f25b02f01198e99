import { inArray } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline } from '../notes/service.ts'
import { officeClock, wakingClock } from '../rules/church-hours.ts'
import { mainPeople } from '../rules/main-people.ts'
import { notes, people, tasks } from '../tables.ts'

const open = [
  'Call about Sunday lunch',
  'Send the small group list',
  'Bring a welcome basket',
  'Ask about baptism class',
]
const finished = [
  'Send the welcome letter',
  'Invite to the newcomers’ lunch',
  'Bring a meal after the surgery',
  'Ask about serving on the welcome team',
  'Send the small group list',
  'Write a birthday card',
  'Return the lost umbrella',
]
const noted = [
  'Asked about the youth group.',
  'New in town, lives close to the Bakers.',
  'Would like to help with coffee on Sundays.',
  'Prefers a call after six.',
  'Sings alto, looks for a choir.',
  'Came with a neighbor, who is a member.',
]

/** What the office has to do and has done for the people one meets first, with what it recorded about them. */
export async function seedWork(ctx: Ctx, ids: string[], userIds: string[]): Promise<void> {
  const authorId = userIds[0]!
  const waking = wakingClock(clock.now(), ctx.client.timeZone)
  const main = mainPeople(ids)
  const notedAbout = [...new Set([...[0, 1, 2, 3].map(i => ids.at(-1 - i * 3)!), ...main])]
  await ctx.db.insert(notes).values(
    notedAbout.map((personId, i) => {
      const createdAt = waking(hours(20 + i * 31))
      const body = noted[i % noted.length]!
      return { personId, body, authorId: userIds[i % userIds.length]!, createdAt, updatedAt: createdAt }
    }),
  )
  const tomorrow = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').plus({ hours: 10 })
  await ctx.db.insert(tasks).values(
    open.map((title, i) => ({
      title,
      personId: ids.at(-2 - i * 4)!,
      assigneeId: authorId,
      createdBy: authorId,
      dueAt: i < 2 ? waking(hours(2)) : tomorrow.plus({ days: i }).toJSDate(),
    })),
  )
  await seedFinished(ctx, main, userIds)
}

/** Three finished tasks for each, since they have been known. */
async function seedFinished(ctx: Ctx, main: string[], userIds: string[]): Promise<void> {
  const office = officeClock(clock.now(), ctx.client.timeZone)
  const known = await ctx.db
    .select({ id: people.id, createdAt: people.createdAt })
    .from(people)
    .where(inArray(people.id, main))
  const done = known.flatMap(({ id: personId, createdAt }, i) => {
    const age = Math.max(clock.ms() - createdAt.getTime(), days(2))
    return [0.85, 0.5, 0.15].map((share, n) => {
      const doneAt = office(age * share)
      const assigneeId = userIds[(i + n) % userIds.length]!
      const title = finished[(i * 2 + n) % finished.length]!
      const asked = { createdAt: new Date(doneAt.getTime() - days(2)), updatedAt: doneAt }
      return { title, personId, assigneeId, createdBy: assigneeId, dueAt: doneAt, doneAt, ...asked }
    })
  })
  const made = await ctx.db
    .insert(tasks)
    .values(done)
    .returning({ id: tasks.id, personId: tasks.personId, at: tasks.doneAt, userId: tasks.assigneeId })
  await addToTimeline(
    ctx,
    made.map(({ id: taskId, personId, at, userId }) => ({
      personId: personId!,
      at: at!,
      userId,
      type: 'task.done',
      data: { taskId },
      sourceKey: `task:${taskId}:${at!.getTime()}`,
    })),
  )
}
