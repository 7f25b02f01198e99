import { z } from 'zod'

/** What would break without a page, a form …: what it is called, and where it is changed. */
export const Use = z.object({ label: z.string(), href: z.string() })
export type Use = z.infer<typeof Use>
export const Uses = z.object({ items: z.array(Use) })

/** For the question before something is closed or deleted; empty where nothing uses it. */
export const usesText = (items: readonly Use[]): string =>
  items.length === 0
    ? ''
    : `Used by ${items.map(one => one.label).join(', ')}. Visitors there will read that it isn’t open. `
