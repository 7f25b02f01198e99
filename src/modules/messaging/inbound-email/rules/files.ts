import type { Email } from 'postal-mime'
import { fileName, isProgram } from '#files/rules.ts'

export interface KeptFile {
  name: string
  contentType: string
  content: Uint8Array
}

/** More than so many are nobody's letter. */
const MOST = 30

/** What comes along with a mail and may be opened; pictures inside its text too. `left` stay in the stored original: programs, and what is too much. */
export function keptFiles(mail: Email): { files: KeptFile[]; left: number } {
  const all = mail.attachments
    .map((one, i) => ({
      name: fileName(one.filename || (one.mimeType === 'message/rfc822' ? `mail ${i + 1}.eml` : `attachment ${i + 1}`)),
      contentType: one.mimeType || 'application/octet-stream',
      content: typeof one.content === 'string' ? new TextEncoder().encode(one.content) : new Uint8Array(one.content),
    }))
    .filter(file => file.content.byteLength > 0)
  const files = all.filter(file => !isProgram(file.name)).slice(0, MOST)
  return { files, left: all.length - files.length }
}

/** Said under the text of a mail. */
export const leftNotice = (left: number): string =>
  left === 0 ? '' : `\n\n[${left === 1 ? '1 attachment is' : `${left} attachments are`} only in the original email.]`
