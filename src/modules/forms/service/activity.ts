import { sql } from 'drizzle-orm'

/** Whether they have filled out a form since an import, in a query of `people p` and `imports i`. */
export const hasSubmittedSince = sql`exists (
  select from form_submissions f where f.person_id = p.id and f.created_at > i.finished_at)`

/** The form of an opt-in, in a query of `consents c`. */
export const nameOfForm = sql`(select f.name from forms f where f.id::text = c.evidence ->> 'form')`
