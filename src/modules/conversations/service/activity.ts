import { sql } from 'drizzle-orm'

/** Whether they have written since an import, in a query of `people p` and `imports i`. */
export const hasWrittenSince = sql`exists (
  select from conversations c where c.person_id = p.id and c.last_in_id is not null and c.last_at > i.finished_at)`
