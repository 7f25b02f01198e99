/** What a template leaves to be filled in: `[[Sender]]` says "Sender"; null for anything else. */
export const placeholderOf = (value: unknown): string | null =>
  typeof value === 'string' ? (/^\s*\[\[(.+?)\]\]\s*$/.exec(value)?.[1] ?? null) : null
