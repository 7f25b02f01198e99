export type Reply = 'yes' | 'no' | 'cancel'

const words: Record<Reply, ReadonlySet<string>> = {
  yes: new Set(['y', 'yes', 'yep', 'yeah', 'ok', 'okay', 'confirm', 'confirmed', 'si', 'sí', 'c']),
  no: new Set(['n', 'no', 'nope', 'cant', 'cannot', 'decline']),
  /** A carrier's stop word: it is handled as STOP before this, and staff should look at the appointment. */
  cancel: new Set(['cancel', 'cancelar']),
}

/** What an answer to a reminder means, if it is nothing but that. */
export function replyOf(text: string): Reply | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[.!,\s]+$/, '')
  for (const [reply, known] of Object.entries(words)) if (known.has(word)) return reply as Reply
  return null
}
