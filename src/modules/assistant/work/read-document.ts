import { type DocumentInput, extractPassages } from '../service/document-text.ts'

/** Someone's file, read in a thread of its own. */
export const read = (input: DocumentInput) => extractPassages(input)
