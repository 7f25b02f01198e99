import { createHash } from 'node:crypto'
import type { ImportedPerson } from './person.ts'

/** The same row, imported before, leads to the same person: 22 characters of what it says. */
export const rowKey = (person: ImportedPerson): string =>
  createHash('sha256').update(JSON.stringify(person)).digest('base64url').slice(0, 22)
