import { and, eq, sql } from 'drizzle-orm'
import { withdrawImportedConsents } from '#consent/service/records.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { removeUndoneLeadsLater } from '#leads/service/import-sync.ts'
import { notify } from '#notifications/service.ts'
import { trashImportedPeople } from '#people/service/imported-people.ts'
import { importUndone } from '../events.ts'
import { imports } from '../tables.ts'

const BATCH = 1_000

/**
 * Puts some of an import's new people in the trash, unless someone has worked with them since; true while there may be
 * more. Who is left and why is told at the end.
 */
export async function undoImport(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ name: imports.name, rowsDone: imports.rowsDone, createdBy: imports.createdBy })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, 'undone')))
    .for('update')
  if (!row) return false
  const gone = await trashImportedPeople(
    ctx,
    sql`select p.id from people p join imports i on i.id = p.import_id
      where p.import_id = ${id} and p.deleted_at is null and p.updated_at <= i.finished_at and not ${usedSince} limit ${BATCH}`,
  )
  await ctx.db
    .update(imports)
    .set({ rowsDone: row.rowsDone + gone })
    .where(eq(imports.id, id))
  announce(ctx, 'imports', id)
  announce(ctx, 'people')
  if (gone === BATCH) return true
  await withdrawImportedConsents(ctx, id)
  await emit(ctx, importUndone, { importId: id })
  await removeUndoneLeadsLater(ctx, id)
  await report(ctx, id, row, row.rowsDone + gone)
  return false
}

/** Anything by hand: another address, a tag, a note, a task, a step on the board; and whatever they did themselves. */
const usedSince = sql`(
  exists (select from contact_points c where c.person_id = p.id and greatest(c.created_at, c.updated_at) > i.finished_at)
  or exists (select from person_tags x where x.person_id = p.id and x.created_at > i.finished_at)
  or exists (select from group_members x where x.person_id = p.id and x.created_at > i.finished_at)
  or exists (select from notes n where n.person_id = p.id and greatest(n.created_at, n.updated_at) > i.finished_at)
  or exists (select from person_field_values v
    where v.person_id = p.id and greatest(v.created_at, v.updated_at) > i.finished_at)
  or exists (select from form_submissions f where f.person_id = p.id and f.created_at > i.finished_at)
  or exists (select from conversations c where c.person_id = p.id and c.last_in_id is not null and c.last_at > i.finished_at)
  or exists (select from tasks t where t.person_id = p.id)
  or exists (select from leads l where l.person_id = p.id and (l.version > 1 or not (i.options ->> 'putOnBoard')::boolean))
  or exists (select from import_rows r where r.person_id = p.id and r.import_id > i.id))`

async function report(ctx: Ctx, id: string, row: { name: string; createdBy: string | null }, gone: number) {
  const { rows } = await ctx.db.execute<{ left: number }>(
    sql`select count(*)::int as left from people where import_id = ${id} and deleted_at is null`,
  )
  const left = rows[0]!.left
  const kept =
    left > 0 ? `${left.toLocaleString('en-US')} of its people were kept because you have worked with them since.` : null
  await ctx.db.update(imports).set({ problem: kept }).where(eq(imports.id, id))
  if (!row.createdBy) return
  const count = `${gone.toLocaleString('en-US')} ${gone === 1 ? 'person is' : 'people are'} moved to the trash now.`
  await notify(ctx, [row.createdBy], {
    type: 'import',
    title: `“${row.name}” was undone`,
    body: kept ? `${count} ${kept}` : count,
    href: `/people/import?import=${id}`,
    dedupeKey: `import-undone:${id}`,
  })
}
