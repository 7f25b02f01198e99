import { type DocumentInput, passagesIn } from '../service/document-text.ts'

/** Someone's file, read in a thread of its own. */
export const read = (input: DocumentInput) => passagesIn(input)
