import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Text as a LIKE pattern that matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** LIKE pattern of everything that contains `text`, in whichever form either has quotation marks, dashes and ellipses. */
export const containing = (text: string): string =>
  `%${escapeLike(text).replace(/['"’‘ʼ`´“”„‚«»‹›‐‑–—\u00a0…-]/g, sign => (sign === '…' ? '%' : '_'))}%`
/** Waits for the lock of this name and holds it until the transaction ends; a name within an account carries its id. */
export const advisoryLock = (db: Pick<Db, 'execute'>, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
