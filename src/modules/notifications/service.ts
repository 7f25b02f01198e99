import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import type { Role } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { sendMail } from '#messaging/service.ts'
import { newsMail } from './emails/news.ts'
import { isMailedTo, notificationKinds } from './rules.ts'
import { recipientsAmong } from './service/recipients.ts'
import { notifications, notificationPreferences as preferencesTable } from './tables.ts'

export interface News {
  /** overdue, assigned, import … */
  type: string
  title: string
  body?: string
  /** A path of the app. */
  href: string
  /** The same news reaches the same member once. */
  dedupeKey: string
  /** Also by mail, where the member has not said otherwise; the kind's own default if absent. */
  mail?: boolean
}

/** Tells members something, by bell and, if it is worth it, by mail. Former members hear nothing. */
export async function notify(ctx: Ctx, userIds: string[], { mail, ...news }: News): Promise<void> {
  if (userIds.length === 0) return
  const present = await recipientsAmong(ctx, userIds)
  if (present.length === 0) return
  const told = await ctx.db
    .insert(notifications)
    .values(present.map(({ userId }) => ({ ...news, userId })))
    .onConflictDoNothing()
    .returning({ userId: notifications.userId })
  if (told.length === 0) return
  announce(ctx, 'notifications')
  const wanted = await wantedByMail(ctx, news.type, mail)
  for (const { userId, email, name, role } of present.filter(one => told.some(row => row.userId === one.userId))) {
    if (!wanted(userId, role)) continue
    await sendMail(ctx, {
      to: email,
      toName: name,
      ...newsMail(news),
      kind: news.type,
      dedupeKey: `${news.dedupeKey}:${userId}`,
    })
  }
}

/** What each member chose for this kind; the rest get what the sender, or else the kind itself, thinks right. */
async function wantedByMail(ctx: Ctx, type: string, mail: boolean | undefined) {
  const kind = notificationKinds().get(type)
  if (!kind) return () => mail ?? false
  const chosen = await ctx.db
    .select({ userId: preferencesTable.userId, mail: preferencesTable.mail })
    .from(preferencesTable)
    .where(eq(preferencesTable.type, type))
  const usual = mail ?? kind.mail
  return (userId: string, role: Role) => chosen.find(one => one.userId === userId)?.mail ?? isMailedTo(usual, role)
}

export async function preferences(ctx: Ctx) {
  const chosen = await ctx.db
    .select()
    .from(preferencesTable)
    .where(eq(preferencesTable.userId, userOf(ctx)!))
  const items = [...notificationKinds()].map(([type, { label, mail }]) => ({
    type,
    label,
    mail:
      chosen.find(one => one.type === type)?.mail ??
      isMailedTo(mail, ctx.actor.type === 'member' ? ctx.actor.role : null),
  }))
  return { items }
}

export async function prefer(ctx: Ctx, { type, mail }: { type: string; mail: boolean }) {
  await ctx.db
    .insert(preferencesTable)
    .values({ userId: userOf(ctx)!, type, mail })
    .onConflictDoUpdate({
      target: [preferencesTable.clientId, preferencesTable.userId, preferencesTable.type],
      set: { mail },
    })
  return preferences(ctx)
}

export async function list(ctx: Ctx, { cursor, limit }: { cursor?: string; limit: number }) {
  const mine = eq(notifications.userId, userOf(ctx)!)
  const items = await ctx.db
    .select({
      id: notifications.id,
      type: notifications.type,
      title: notifications.title,
      body: notifications.body,
      href: notifications.href,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(and(mine, cursor ? lt(notifications.id, cursor) : undefined))
    .orderBy(desc(notifications.id))
    .limit(limit)
  const [count] = await ctx.db
    .select({ unread: sql<number>`count(*)::int` })
    .from(notifications)
    .where(and(mine, isNull(notifications.readAt)))
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null, unread: count!.unread }
}

export async function read(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${clock.now()})` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userOf(ctx)!)))
    .returning({ id: notifications.id })
  found(row, 'Notification')
  announce(ctx, 'notifications')
  return {}
}

export async function readAll(ctx: Ctx) {
  await ctx.db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(and(eq(notifications.userId, userOf(ctx)!), isNull(notifications.readAt)))
  announce(ctx, 'notifications')
  return {}
}
