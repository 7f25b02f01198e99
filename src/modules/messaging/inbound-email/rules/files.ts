import type { Email } from 'postal-mime'
import { fileName, isProgram } from '#files/rules.ts'

export interface KeptFile {
  name: string
  contentType: string
  content: Uint8Array
}

/** More than so many are nobody's letter. */
const MOST = 30

/** What comes along with a mail and may be opened; pictures inside its text too. Programs stay in the stored mail. */
export const keptFiles = (mail: Email): KeptFile[] =>
  mail.attachments
    .map((one, i) => ({
      name: fileName(one.filename || (one.mimeType === 'message/rfc822' ? `mail ${i + 1}.eml` : `attachment ${i + 1}`)),
      contentType: one.mimeType || 'application/octet-stream',
      content: typeof one.content === 'string' ? new TextEncoder().encode(one.content) : new Uint8Array(one.content),
    }))
    .filter(file => file.content.byteLength > 0 && !isProgram(file.name))
    .slice(0, MOST)
