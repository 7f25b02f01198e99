import PostalMime from 'postal-mime'
import { UnreadableFile } from '#files/reading/rules.ts'
import { type KeptFile, keptFiles } from '../rules/files.ts'
import { type ParsedEmail, parseEmail } from '../rules/reading.ts'
import { type DeliveryReport, parseDeliveryReport } from '../rules/report.ts'

export type ReadEmail = { report: DeliveryReport } | { letter: ParsedEmail; files: KeptFile[]; left: number }

/** What a mail says: the word of a machine, or a letter and what came along with it. Runs in a thread with limits. */
export async function readEmail(raw: Uint8Array): Promise<ReadEmail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 100 }).catch(unreadable)
  const report = parseDeliveryReport(mail)
  return report ? { report } : { letter: parseEmail(mail), ...keptFiles(mail) }
}

const unreadable = (error: Error): never => {
  throw new UnreadableFile(error.message)
}
