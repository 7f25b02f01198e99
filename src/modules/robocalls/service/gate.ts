import type { Ctx } from '#kernel/ctx.ts'
import type { SendDecision, SendRequest } from '#messaging/send-policy/rules/decide.ts'
import { decideCall, toPolicy } from '../rules/decide.ts'
import { purposeOfKind } from '../rules/keys.ts'
import { whyNotCallable } from '../rules/numbers.ts'
import { knownCalls } from './facts.ts'

/** Calls of one purpose and topic are asked about together. */
export async function judgeCalls(ctx: Ctx, asked: readonly SendRequest[]): Promise<SendDecision[]> {
  const groups = Map.groupBy(asked, one => `${one.kind} ${one.topic}`)
  const verdicts = new Map<SendRequest, SendDecision>()
  for (const group of groups.values()) {
    const { kind = '', topic } = group[0]!
    const purpose = purposeOfKind(kind)
    if (!purpose) continue
    const known = await knownCalls(ctx, { purpose, topic }, [...new Set(group.map(one => one.recipient))])
    const policy = toPolicy(known.compliance)
    for (const one of group) verdicts.set(one, decideCall(purpose, policy, known.factsOf(one.recipient)))
  }
  return asked.map(one => verdicts.get(one) ?? testVerdict(one))
}

/** A test call is asked for by the member who picks it up. */
const testVerdict = ({ recipient }: SendRequest): SendDecision =>
  whyNotCallable(recipient) ? { go: 'skip', reason: 'not_callable' } : { go: 'send' }
