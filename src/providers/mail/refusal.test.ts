import { expect, test } from 'vitest'
import { refusalKind } from './rules/refusal.ts'

/** As large mailbox providers and common mail servers write them. */
test.each([
  ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. [AM7EUR03FT041.eop-EUR03.prod]', 'hard'],
  [
    '5.1.10',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient pat@example.org not found by SMTP address lookup',
    'hard',
  ],
  ['5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)', 'hard'],
  ['5.2.1', '550 5.2.1 The email account that you tried to reach is inactive.', 'hard'],
  ['5.1.1', '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking', 'hard'],
  ['', "554 delivery error: dd This user doesn't have a yahoo.com account (pat@yahoo.com) [-5]", 'hard'],
  [
    '5.0.0',
    '554 30 Sorry, your message to pat@yahoo.com cannot be delivered. This mailbox is disabled (554.30).',
    'hard',
  ],
  ['5.4.4', '[internal] Host or domain name not found. Name service error', 'hard'],
  ['5.2.2', '552-5.2.2 The recipient’s inbox is out of storage space.', 'soft'],
  ['5.1.1', '550 5.1.1 Mailbox full', 'soft'],
  ['4.7.0', '421 4.7.0 [TSS04] Messages from 203.0.113.1 temporarily deferred due to user complaints', 'soft'],
  ['4.1.1', '450 4.1.1 <pat@example.org>: Recipient address rejected: unverified address: unknown user', 'soft'],
  ['5.4.7', '550 5.4.7 Delivery time expired', 'soft'],
  ['5.7.1', '550 5.7.1 Service unavailable, client host blocked using Spamhaus', 'policy'],
  ['5.7.26', '550 5.7.26 This mail is unauthenticated, which poses a security risk', 'policy'],
  ['5.1.8', '550 5.1.8 Bad sender’s system address', 'policy'],
  ['5.6.0', '554 5.6.0 Invalid message content', 'policy'],
  ['5.4.1', '550 5.4.1 Message rejected as spam', 'policy'],
  ['5.1.1', '', 'hard'],
  ['5.4.1', '', 'soft'],
])('%s %s: %s', (status, diagnostic, kind) => expect(refusalKind(status, diagnostic)).toBe(kind))
