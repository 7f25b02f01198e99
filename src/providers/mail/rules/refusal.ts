/**
 * Whose fault it is that a mail server refused: hard, there is no such mailbox; soft, it is full, away or slow; policy,
 * the server did not want the mail, and the address may be good.
 */
export type RefusalKind = 'hard' | 'soft' | 'policy'

/**
 * What servers write, in order: the first that fits counts. Many give a code of another class than their words:
 * Microsoft's "5.4.1 Recipient address rejected: Access denied" is a mailbox that does not exist.
 */
const words: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'soft',
    /mailbox (?:is )?full|over ?quota|quota (?:exceeded|is full)|out of storage|insufficient (?:system )?storage|storage limit|exceeded (?:its )?(?:storage|mailbox) /,
  ],
  ['soft', /grey ?list|try (?:again|later)|temporar(?:y|ily)|too many (?:connections|messages|recipients)|rate limit/],
  [
    'hard',
    /(?:no such|unknown|invalid|non-?existent|nonexisting) (?:user|recipient|mailbox|address|account|person|local part)|(?:user|recipient|mailbox|address|account|e-?mail account|person)(?: address)?(?: that you tried to reach)?(?: <?\S+@\S+>?)? ?(?:is |was |has been )?(?:unknown|not found|not exist|does(?: not|n['’]t) exist|doesn['’]t have an?|no longer (?:valid|available|exists|active)|disabled|deactivated|inactive|invalid|suspended|terminated|closed|not known)/,
  ],
  [
    'hard',
    /recipientnotfound|no mailbox(?: here)?|not a (?:valid|known) (?:mailbox|recipient|user|address)|address (?:couldn['’]t|could not) be found|(?:user|addressee|recipient) (?:unknown|doesn['’]t have|not listed|not local)|recipient address rejected: (?:access denied|user unknown|unknown|undeliverable)|no longer (?:with|at|works)|mailbox unavailable|unrouteable address|bad destination mailbox|domain (?:name )?(?:not found|does not exist)|host or domain name not found/,
  ],
  [
    'policy',
    /spam|block(?:ed|list)|black ?list|deny ?list|reputation|polic(?:y|ies)|dmarc|\bspf\b|dkim|not auth(?:enticated|orized|orised)|unauthenticated|virus|malware|phish|content (?:rejected|refused)|rejected (?:by|due to) (?:content|filter)|relay(?:ing)? (?:denied|not permitted|access)|unable to relay|listed (?:at|in|by) |\brbl\b/,
  ],
]

/** 5.1.x is the address, 5.2.x the mailbox, 5.3.x and 5.4.x the system and the way there, 5.7.x policy (RFC 3463, 3). */
function byStatus(status: string): RefusalKind {
  const [, grade, subject, detail] = /\b([45])\.(\d{1,3})\.(\d{1,3})\b/.exec(status) ?? []
  if (grade === '4') return 'soft'
  // The address of the sender, and what the mail holds.
  if (subject === '7' || subject === '6' || (subject === '1' && (detail === '7' || detail === '8'))) return 'policy'
  return subject === '2' || subject === '3' || subject === '4' ? 'soft' : 'hard'
}

/**
 * @param status enhanced status code such as 5.1.1; empty where there is none
 * @param diagnostic what the server wrote
 */
export function refusalKind(status: string, diagnostic: string): RefusalKind {
  const text = diagnostic.toLowerCase().replace(/\s+/g, ' ')
  const isTemporary = /^\s*4\./.test(status) || /(?:^|\s)4\d\d[ -]/.test(text)
  const isPolicy = words.at(-1)![1].test(text)
  for (const [kind, pattern] of words)
    if (pattern.test(text)) {
      // A list of senders that is called "unknown user spam": never a reason to give an address up.
      if (kind === 'hard' && (isTemporary || isPolicy)) return isTemporary ? 'soft' : 'policy'
      return kind
    }
  return byStatus(status || text)
}
