interface Figures {
  total: number
  reached: number
  leftOut: readonly { reason: string; people: number }[]
}

/**
 * For whom consent can be recorded: where an audience reaches nobody, all who were chosen for it themselves, so that
 * those who can't be reached are counted too; else those without consent alone. Null where nobody is left out for it.
 */
export function consentScope({
  total,
  reached,
  leftOut,
}: Figures): { reason: 'chosen' | 'no_consent'; count: number } | null {
  const without = leftOut.find(({ reason }) => reason === 'no_consent')?.people ?? 0
  if (without === 0) return null
  return reached === 0 && total > 0 ? { reason: 'chosen', count: total } : { reason: 'no_consent', count: without }
}
