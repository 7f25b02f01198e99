import { type SQL, sql } from 'drizzle-orm'
import { MOST_COUNTED } from '#clients/rules.ts'

export const leadFigures = {
  leads: sql`(select count(*)::int from (select 1 from leads
    where client_id = clients.id and deleted_at is null limit ${MOST_COUNTED}) few)`,
}

/** A lead is called by its person in the audit log. */
export const leadSubjects = {
  leads: ({ clientId, id }: { clientId: SQL; id: SQL }) =>
    sql`select p.name from leads l join people p on p.client_id = l.client_id and p.id = l.person_id
      where l.client_id = ${clientId} and l.id = ${id}`,
}
