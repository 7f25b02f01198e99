/** Paths that were renamed: the old one still answers, and is marked as deprecated in the OpenAPI document. */
export const renamedPaths: readonly [old: string, successor: string][] = [
  ['/yeses', '/consents'],
  ['/stops', '/suppressions'],
  ['/scheduled-answers', '/scheduled-replies'],
  ['/carrier-notices', '/carrier-webhooks'],
  ['/joining', '/newsletter-signup'],
  ['/unsubscribing', '/unsubscribe-links'],
  ['/mail-archive', '/email-archive'],
  ['/support-desk', '/support-inbox'],
  ['/people/lookalikes', '/people/matches'],
  ['/email-campaigns/answer-addresses', '/email-campaigns/reply-addresses'],
  ['/email-campaigns/{id}/unopened', '/email-campaigns/{id}/non-openers'],
  ['/incidents/{id}/tell', '/incidents/{id}/post-update'],
]

/** When the old paths became deprecated, in seconds since 1970 (RFC 9745). */
export const DEPRECATED_AT = Date.UTC(2026, 10, 23) / 1000

const rules = renamedPaths.map(([old, successor]) => ({
  pattern: new RegExp(`^${old.replaceAll('{id}', '([^/]+)')}(?=/|$)`),
  successor: successor.replace('{id}', '$1'),
}))

/** @returns the path that replaces an old one, without `/rest/v1`; undefined for a path that is current */
export function successorOf(path: string): string | undefined {
  const rule = rules.find(({ pattern }) => pattern.test(path))
  return rule && path.replace(rule.pattern, rule.successor)
}

/** @returns the old path of a path template, if it had one */
export function oldPathOf(template: string): string | undefined {
  for (const [old, successor] of renamedPaths)
    if (template === successor || template.startsWith(`${successor}/`)) return old + template.slice(successor.length)
}
