import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { activeMember, clients, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { keyed } from '#kernel/modules.ts'
import { type Role, rightsOf, roles } from '#kernel/permissions.ts'
import { rightsText } from '#kernel/rights.ts'
import { sendMail } from '#messaging/service.ts'
import { isMailedTo } from '#notifications/rules.ts'
import { weeklyLetterMail } from '../../emails/letter.ts'
import type { WeeklyLetter } from '../contract.ts'
import { LAST_HOUR, LETTER_HOUR } from '../rules.ts'
import { weeklyLetters } from '../tables.ts'
import { sectionsOf } from './parts.ts'

/** Kind of the notification preference and of the message. */
export const WEEKLY_LETTER = 'weekly_letter'

/**
 * Members whose letter is due at that instant: it is Monday morning where they are (as hosts who travel, else at the church),
 * they want it and have not had it.
 */
function dueSql(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const mail = keyed('notificationKinds').get(WEEKLY_LETTER)?.mail ?? false
  const usual = roles.filter(role => isMailedTo(mail, role))
  return sql`select m.client_id, m.user_id, m.role, local.at::date::text as week_of
    from members m join clients c on c.id = m.client_id
    cross join lateral (select ${at} at time zone coalesce((select t ->> 'timeZone'
      from calendar_resources r cross join jsonb_array_elements(r.travel) t
      where r.client_id = m.client_id and r.user_id = m.user_id
        and (${at} at time zone c.time_zone)::date between (t ->> 'from')::date and (t ->> 'to')::date limit 1),
      c.time_zone) as at) local
    where m.removed_at is null and extract(isodow from local.at) = 1
      and extract(hour from local.at) >= ${LETTER_HOUR} and extract(hour from local.at) < ${LAST_HOUR}
      and coalesce((select p.mail from notification_preferences p where p.client_id = m.client_id
        and p.user_id = m.user_id and p.type = ${WEEKLY_LETTER}), m.role = any(${sql.param(usual)}::text[]))
      and not exists (select from weekly_letters l where l.client_id = m.client_id and l.user_id = m.user_id
        and l.week_of = local.at::date)`
}

/** Ids of accounts in which a letter is due. */
export const accountsWithDueLetters = (now: Date): SQL => sql`select due.client_id from (${dueSql(now)}) due`

interface Due extends Record<string, unknown> {
  user_id: string
  role: Role
  week_of: string
}

/** Sends each letter that is due, with what its reader may see. */
export async function sendLetters(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<Due>(
    sql`select due.* from (${dueSql(clock.now())}) due where due.client_id = ${ctx.client.id}`,
  )
  for (const { user_id: userId, role, week_of: weekOf } of rows) {
    // Two workers at once: the second waits for the first's row and finds it there.
    const [mine] = await ctx.db
      .insert(weeklyLetters)
      .values({ userId, weekOf })
      .onConflictDoNothing()
      .returning({ id: weeklyLetters.id })
    if (mine) await sendLetter(ctx, { userId, role, weekOf })
  }
}

async function sendLetter(ctx: Ctx, { userId, role, weekOf }: { userId: string; role: Role; weekOf: string }) {
  const [reader] = await ctx.db
    .select({ email: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.userId, userId), activeMember))
  if (!reader) return
  const letter = await asReader(ctx, userId, role, inside => letterFor(inside, weekOf))
  await sendMail(ctx, {
    to: reader.email,
    toName: reader.name,
    senderName: letter.church,
    ...weeklyLetterMail({ ...letter, name: reader.name }),
    kind: WEEKLY_LETTER,
    dedupeKey: `weekly-letter:${userId}:${weekOf}`,
  })
}

/** The job takes the rights and the reach of the member for as long as `work` reads. */
async function asReader<T>(ctx: Ctx, userId: string, role: Role, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const setRights = (rights: Ctx['rights']) =>
    ctx.db.execute(sql`select set_config('app.rights', ${rightsText(rights)}, true)`)
  const rights = rightsOf(role)
  await setRights(rights)
  const letter = await work({ ...ctx, actor: { type: 'member', userId, role }, rights })
  await setRights(ctx.rights)
  return letter
}

async function letterFor(ctx: Ctx, weekOf: string): Promise<WeeklyLetter> {
  const [church] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return { weekOf, church: found(church, 'Account').name, sections: await sectionsOf(ctx, weekOf) }
}

/** The letter of this week as it would read now. */
export function read(ctx: Ctx): Promise<WeeklyLetter> {
  const local = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  return letterFor(ctx, local.startOf('week').toISODate()!)
}
