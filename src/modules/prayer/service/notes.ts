import { desc, eq } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { prayerNotes } from '../tables.ts'
import { readRow } from './request-queries.ts'

const columns = {
  id: prayerNotes.id,
  body: prayerNotes.body,
  authorName: users.name,
  createdAt: prayerNotes.createdAt,
}
const select = (ctx: Ctx) =>
  ctx.db.select(columns).from(prayerNotes).leftJoin(users, eq(users.id, prayerNotes.authorId))

export async function listNotes(ctx: Ctx, { id }: { id: string }) {
  await readRow(ctx, id)
  return { items: await select(ctx).where(eq(prayerNotes.requestId, id)).orderBy(desc(prayerNotes.id)).limit(100) }
}

export async function addNote(ctx: Ctx, { id, noteId, body }: { id: string; noteId: string; body: string }) {
  await readRow(ctx, id)
  await ctx.db
    .insert(prayerNotes)
    .values({ id: noteId, requestId: id, body, authorId: userOf(ctx), createdAt: clock.now() })
    .onConflictDoNothing()
  announce(ctx, 'prayer', id)
  const [row] = await select(ctx).where(eq(prayerNotes.id, noteId))
  return found(row, 'Note')
}
