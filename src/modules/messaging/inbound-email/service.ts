import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { emailBudget, UnreadableFile } from '#files/reading/rules.ts'
import { contentOf, readInThread } from '#files/reading/service.ts'
import { expire, fileById, keep } from '#files/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor, asPlatform, operatorAccountId } from '#kernel/run.ts'
import { sealOf } from '#kernel/secrets.ts'
import { refusalKind } from '#providers/mail/rules/refusal.ts'
import { messageFiles } from '../attachments/tables.ts'
import { recordDeliveryReport } from '../bounces/service.ts'
import { knownAccounts } from '../service/accounts.ts'
import { receiveMessage } from '../service/inbound.ts'
import { messages } from '../tables.ts'
import { readTag, sealingContextOf } from './rules/addresses.ts'
import { type KeptFile, leftNotice } from './rules/files.ts'
import type { ArrivalKind } from './rules/kinds.ts'
import type { ParsedEmail } from './rules/reading.ts'
import { type DeliveryReport, idsIn } from './rules/report.ts'
import type { ReadEmail } from './service/read-email.ts'
import { inboundMailbox } from './service/reply-address.ts'
import { arrivedMails } from './tables.ts'
import { processInboundEmailLater } from './tasks.ts'

/** Bytes: what the larger mailbox providers let through, and a little more for its encoding. */
export const MAX_EMAIL_BYTES = 36 * 1024 * 1024

const actor = { type: 'webhook', name: 'mail' } as const

/** A transaction at a time in an account, as whatever brings mail. */
export async function within(clientId: string, requestId: string): Promise<Pick<OuterCtx, 'client' | 'tx'>> {
  const tx: OuterCtx['tx'] = work => asActor(clientId, actor, requestId, work, everyRight('inbound'))
  return { client: await tx(async ctx => ctx.client), tx }
}

/** Stores a mail as it came, before anything looks at it; a job reads it. The same mail that comes twice is one. */
export async function storeInboundEmail(raw: Uint8Array, source: string, requestId: string): Promise<void> {
  const house = await within(await operatorAccountId(), requestId)
  const fingerprint = createHash('sha256').update(raw).digest('hex')
  const known = await house.tx(ctx => ctx.db.$count(arrivedMails, eq(arrivedMails.fingerprint, fingerprint)))
  if (known) return
  const named = { name: 'mail.eml', contentType: 'message/rfc822', purpose: 'mail' } as const
  const file = await keep(house, named, once(raw), MAX_EMAIL_BYTES)
  await house.tx(async ctx => {
    const [row] = await ctx.db
      .insert(arrivedMails)
      .values({ fingerprint, source, fileId: file.id, size: raw.byteLength })
      .onConflictDoNothing()
      .returning({ mailId: arrivedMails.id })
    if (row) await enqueue(ctx, processInboundEmailLater, row)
    else await expire(ctx, file.id)
  })
}

async function* once(content: Uint8Array) {
  yield content
}

/** Reads a stored mail: the word of a machine goes to the message that it is about, the rest into an inbox. */
export async function processInboundEmail(ctx: OuterCtx, mailId: string): Promise<void> {
  const [row] = await ctx.tx(tx => tx.db.select().from(arrivedMails).where(eq(arrivedMails.id, mailId)))
  if (!row || row.state === 'done') return
  const note = (set: Partial<typeof arrivedMails.$inferInsert>) =>
    ctx.tx(tx => tx.db.update(arrivedMails).set(set).where(eq(arrivedMails.id, mailId)))
  try {
    const { storageKey } = await ctx.tx(tx => fileById(tx, row.fileId, 'mail'))
    const raw = await contentOf(storageKey)
    const reader = new URL('./work/read-email.ts', import.meta.url)
    const read = await readInThread<ReadEmail>(reader, raw, { budget: emailBudget, transfer: [raw.buffer] })
    if ('refusal' in read) throw new UnreadableFile(read.refusal)
    const done = await handle(read.answer, row, ctx.requestId)
    await note({ ...done, state: 'done', problem: null, processedAt: clock.now() })
  } catch (error) {
    await note({ state: 'failed', problem: String(error instanceof Error ? error.message : error).slice(0, 300) })
    // It would be no more readable the next time.
    if (!(error instanceof UnreadableFile)) throw error
  }
}

interface Handled {
  kind: ArrivalKind
  accountId: string | null
}

interface Stored {
  /** Of its row. */
  id: string
  fingerprint: string
}

async function handle(mail: ReadEmail, stored: Stored, requestId: string): Promise<Handled> {
  if ('report' in mail) return applyDeliveryReport(mail.report, requestId)
  const { letter, files, left } = mail
  // What we sent ourselves, or nobody at all has sent: nobody is to answer that.
  if (!letter.from || letter.from === inboundMailbox()) return { kind: 'notice', accountId: null }
  const { accountId, answersId } = await accountFor(letter)
  await deliver(accountId, { ...letter, text: letter.text + leftNotice(left), answersId }, files, stored, requestId)
  return { kind: 'mail', accountId }
}

/** Of mails that really left from here, the first that is named. */
async function sentFrom(ids: string[]): Promise<{ id: string; clientId: string } | undefined> {
  if (ids.length === 0) return
  const rows = await asPlatform('mail-in', db =>
    db
      .select({ id: messages.id, clientId: messages.clientId })
      .from(messages)
      .where(and(inArray(messages.id, ids.slice(0, 50)), eq(messages.direction, 'out'), eq(messages.channel, 'email'))),
  )
  return ids.map(id => rows.find(row => row.id === id)).find(row => row !== undefined)
}

async function applyDeliveryReport({ kind, status = '', ids, detail }: DeliveryReport, requestId: string) {
  const about = await sentFrom(ids)
  const bounce = kind === 'complaint' ? kind : kind && bounceKinds[refusalKind(status, detail)]
  if (about && bounce)
    await asActor(
      about.clientId,
      actor,
      requestId,
      ctx => recordDeliveryReport(ctx, about.id, { kind: bounce, source: 'mail', detail }),
      everyRight('inbound'),
    )
  const named = bounce === 'complaint' ? 'complaint' : bounce ? 'bounce' : 'notice'
  return { kind: named, accountId: about?.clientId ?? null } satisfies Handled
}
/** A refusal by policy is no fault of the address. */
const bounceKinds = { hard: 'hard_bounce', soft: 'soft_bounce', policy: undefined } as const

/** By what it answers, by the address it was sent to, else the only church there is; never by its subject. */
async function accountFor({ answers, to }: ParsedEmail): Promise<{ accountId: string; answersId?: string }> {
  const tags = to.flatMap(address => readTag(address) ?? []).filter(tag => sealOf(sealingContextOf(tag)) === tag.seal)
  const answered = await sentFrom([...idsIn(answers), ...tags.filter(tag => tag.kind === 'r').map(tag => tag.id)])
  if (answered) return { accountId: answered.clientId, answersId: answered.id }
  const rows = await asPlatform('mail-in', knownAccounts().listOpenAccounts)
  const named = tags.find(tag => tag.kind === 'c' && rows.some(row => row.id === tag.id))
  const churches = rows.filter(row => !row.house)
  return { accountId: named?.id ?? (churches.length === 1 ? churches[0]!.id : rows.find(row => row.house)!.id) }
}

type Letter = ParsedEmail & { answersId?: string }

async function deliver(accountId: string, letter: Letter, files: KeptFile[], stored: Stored, requestId: string) {
  const account = await within(accountId, requestId)
  const kept: (KeptFile & { fileId: string; size: number })[] = []
  for (const file of files) {
    const named = { name: file.name, contentType: file.contentType, purpose: 'attachment' } as const
    const { id, size } = await keep(account, named, once(file.content), MAX_EMAIL_BYTES)
    kept.push({ ...file, fileId: id, size })
  }
  await account.tx(async ctx => {
    const messageId = await receiveMessage(ctx, {
      channel: 'email',
      from: letter.from,
      fromName: letter.fromName,
      to: letter.to[0] ?? '',
      subject: letter.subject,
      text: letter.text,
      quoted: letter.quoted,
      automatic: letter.automatic,
      answersId: letter.answersId,
      arrivedMailId: stored.id,
      provider: 'mail',
      providerId: letter.messageId || stored.fingerprint,
    })
    if (!messageId) return dropAll(ctx, kept)
    if (kept.length > 0)
      await ctx.db
        .insert(messageFiles)
        .values(kept.map(({ fileId, name, contentType, size }) => ({ messageId, fileId, name, contentType, size })))
  })
}

const dropAll = async (ctx: Ctx, kept: { fileId: string }[]) => {
  for (const { fileId } of kept) await expire(ctx, fileId)
}
