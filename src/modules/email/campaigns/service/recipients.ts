import { type SQL, sql } from 'drizzle-orm'
import { listRecipients, type RecipientReport, recipientsFile } from '#campaigns/service/recipients.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { RecipientFilter, RecipientList } from '../../newsletters/contract.ts'
import type { Outcome, Reading } from '../../rules/states.ts'
import { outcomeWords } from '../../rules/words.ts'
import { emailRecipients } from '../../tables.ts'
import { hasClicked, hasOnlyMachineOpens, hasOpened, hasReplied } from '../../tracking/service/engagement.ts'

const complained = sql`exists (select from mail_reports p where p.message_id = m.id and p.kind = 'complaint')`
/** Whom each figure of the report counts; the first that fits is what a row shows. */
const counted: Record<Outcome, SQL> = {
  unsubscribed: sql`r.unsubscribed_at is not null`,
  complained,
  waiting: sql`(r.state = 'waiting' or m.state in ('queued', 'held', 'sending'))`,
  skipped: sql`(r.state in ('cancelled', 'skipped') or m.state = 'skipped')`,
  delivered: sql`m.state = 'delivered'`,
  sent: sql`m.state in ('sent', 'delivered')`,
  bounced: sql`m.state = 'undelivered'`,
  failed: sql`m.state = 'failed'`,
  unknown: sql`m.state = 'unknown'`,
}
const read: Record<Reading, SQL> = {
  opened: hasOpened,
  machine_opened: hasOnlyMachineOpens,
  clicked: hasClicked,
  replied: hasReplied,
}
const report: RecipientReport<Outcome> = { recipients: emailRecipients, outcomes: counted, figures: read }

/** Who is behind a figure of the report. */
export const recipients = (ctx: Ctx, filter: RecipientList) => listRecipients(ctx, report, filter)

export const recipientsCsv = (ctx: Ctx, filter: RecipientFilter) =>
  recipientsFile(ctx, report, filter, { address: 'Email', outcomes: outcomeWords })
