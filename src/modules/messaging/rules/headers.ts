import type { Purpose } from './states.ts'

export interface HeaderFacts {
  purpose: Purpose
  /** invitation, auto-reply … */
  kind: string
  topic: string
  clientId: string
  batchId?: string
  /** Message-ID of the mail that this one answers. */
  answers?: string
  /** Where one press unsubscribes; marketing is never written without it. */
  unsubscribeUrl?: string
  /** Host of the public address. */
  host: string
}

/**
 * What a mail says about itself to mail programs: how to unsubscribe with one press (RFC 8058, RFC 2369), which list it
 * belongs to (RFC 2919), and that no person has written it (RFC 3834).
 */
export function mailHeaders(facts: HeaderFacts): Record<string, string> {
  const { purpose, kind, topic, clientId, batchId, unsubscribeUrl, answers, host } = facts
  if (purpose === 'conversational') return answers ? { 'In-Reply-To': answers, References: answers } : {}
  if (purpose === 'transactional')
    return { 'Auto-Submitted': kind.endsWith('auto-reply') ? 'auto-replied' : 'auto-generated' }
  if (!unsubscribeUrl) throw new Error(`marketing email of kind ${kind} without a way to unsubscribe`)
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<${topic || 'mail'}.${clientId}.${host}>`,
    'Feedback-ID': `${batchId ?? kind}:${topic || 'mail'}:${clientId}:lampstand`,
  }
}
