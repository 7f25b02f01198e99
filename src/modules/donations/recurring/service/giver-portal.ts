import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { parseMoney } from '#kernel/money.ts'
import { split } from '#ledger/rules/accounts.ts'
import { defaultFund, listGivingFunds } from '../../funds/service.ts'
import type { OwnGiving } from '../../rules/own-giving.ts'
import { purposeOf } from '../../rules/purpose.ts'
import { frequencies, giftStatusLabels } from '../../rules/states.ts'
import { linesByGift } from '../../service/gift-queries.ts'
import { campaigns, gifts } from '../../tables.ts'
import type { RecurringGift } from '../contract.ts'
import { cancel, listPersonRecurring, pause, resume, skip, update } from '../service.ts'

/** Everything of one giver, newest first. */
export async function readOwnGivingPage(
  ctx: Ctx,
  personId: string,
): Promise<Omit<OwnGiving, 'path' | 'givePath' | 'problem'>> {
  const rows = await ctx.db
    .select()
    .from(gifts)
    .where(eq(gifts.personId, personId))
    .orderBy(desc(gifts.receivedOn), desc(gifts.id))
    .limit(200)
  const lines = await linesByGift(
    ctx,
    rows.map(({ id }) => id),
  )
  const general = (await defaultFund(ctx)).id
  const named = ({ fundId, fund, campaign }: { fundId: string; fund: string; campaign: string | null }) =>
    purposeOf({ fund, campaign, isDefault: fundId === general })
  const names = new Map((await ctx.db.select().from(campaigns)).map(({ id, name }) => [id, name]))
  const nameOf = (campaignId: string | null) => (campaignId && names.get(campaignId)) || null
  return {
    locale: ctx.client.locale,
    recurring: (await listPersonRecurring(ctx, personId)).map(({ lines: parts, ...one }) => ({
      ...one,
      lines: parts.map(part => ({ ...part, fund: named({ ...part, campaign: nameOf(part.campaignId) }) })),
    })),
    funds: (await listGivingFunds(ctx)).map(({ id, name }) => ({ id, name })),
    gifts: rows
      .filter(({ status }) => status !== 'failed')
      .map(({ id, receivedOn, total, currency, status }) => ({
        day: receivedOn,
        amount: total,
        currency,
        status: giftStatusLabels[status],
        funds: [...new Set((lines.get(id) ?? []).map(named))].join(', '),
      })),
  }
}

/** What a giver asked for on their page; of another person's gift nothing is known. */
export async function applyGiverChange(ctx: Ctx, personId: string, field: (name: string) => string): Promise<void> {
  const id = field('id')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Failure('NOT_FOUND')
  const action = field('action')
  if (action === 'resume') await resume(ctx, { id }, personId)
  else if (action === 'skip') await skip(ctx, { id }, personId)
  else if (action === 'cancel') await cancel(ctx, { id }, { personId, reason: 'giver' })
  else if (action === 'pause') await pause(ctx, { id, until: dayOr(field('until'), 'until') }, personId)
  else if (action === 'change') await changeTerms(ctx, id, personId, field)
}

function dayOr(text: string, name: string): string | null {
  if (!text) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) throw invalid(name, 'Please choose a day')
  return text
}

async function changeTerms(ctx: Ctx, id: string, personId: string, field: (name: string) => string) {
  const now = (await listPersonRecurring(ctx, personId)).find(one => one.id === id)
  if (!now) throw new Failure('NOT_FOUND')
  const typed = field('amount')
  const amount = typed ? parseMoney(typed.replace(/^\p{Sc}\s*/u, ''), now.currency) : now.amount
  if (amount === null || amount < 50) throw invalid('amount', 'Please enter an amount such as 25 or 25.50')
  const fundId = field('fund')
  const isOther = amount !== now.amount || fundId !== ''
  const nextOn = dayOr(field('nextOn'), 'nextOn')
  const every = frequencies.find(one => one === field('every'))
  await update(
    ctx,
    {
      id,
      ...(isOther && { lines: fundId ? [{ fundId, campaignId: null, amount }] : shared(now.lines, amount) }),
      ...(every && every !== now.frequency && { frequency: every }),
      ...(nextOn && nextOn !== now.nextOn && { nextOn }),
    },
    personId,
  )
}

/** The same funds and campaigns with another sum, each with its share. */
function shared(lines: RecurringGift['lines'], amount: number) {
  const parts = split(
    amount,
    lines.map(line => line.amount),
  )
  return lines
    .map(({ fundId, campaignId }, i) => ({ fundId, campaignId, amount: parts[i]! }))
    .filter(line => line.amount > 0)
}
