import { type SQL, sql } from 'drizzle-orm'
import { MOST_COUNTED } from '#clients/rules.ts'

export const peopleFigures = {
  people: sql`(select count(*)::int from (select 1 from people
    where client_id = clients.id and deleted_at is null limit ${MOST_COUNTED}) few)`,
}

interface AuditedRow {
  clientId: SQL
  id: SQL
}

/** What people's rows, and those of what hangs on a person, are called in the audit log. */
export const peopleSubjects = {
  people: ({ clientId, id }: AuditedRow) =>
    sql`select p.name from people p where p.client_id = ${clientId} and p.id = ${id}`,
  notes: ({ clientId, id }: AuditedRow) =>
    sql`select p.name from notes n join people p on p.client_id = n.client_id and p.id = n.person_id
      where n.client_id = ${clientId} and n.id = ${id}`,
  person_merges: ({ clientId, id }: AuditedRow) =>
    sql`select concat(m.gone_name, ' into ', m.kept_name) from person_merges m
      where m.client_id = ${clientId} and m.id = ${id}`,
  tasks: ({ clientId, id }: AuditedRow) =>
    sql`select t.title from tasks t where t.client_id = ${clientId} and t.id = ${id}`,
}
