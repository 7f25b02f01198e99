import type { Answerer } from '../../index.ts'
import { magic } from '../rules.ts'

/** What becomes of an announcement call at the other side. */
export interface Reaction {
  call: 'answer' | 'busy' | 'no-answer' | 'failed'
  answeredBy: Answerer
  /** The key that is pressed once one is asked for; null where all of it is heard in silence. */
  key: string | null
  hangsUp: 'at once' | 'after the key' | null
}
/** What becomes of the question for one. */
export type Placing = 'made, answer lost' | 'silent' | 'refused' | 'throttled once'

const listens: Reaction = { call: 'answer', answeredBy: 'human', key: null, hangsUp: null }

/** As a hundred numbers of a congregation react: up to which of them, in what way. */
const shares: [below: number, Partial<Reaction>][] = [
  [60, {}],
  [80, { answeredBy: 'machine_end_beep' }],
  [93, { call: 'no-answer' }],
  [98, { call: 'busy' }],
  [100, { hangsUp: 'at once' }],
]

/**
 * The same for a number each time. Without detection nobody is told apart, and all but the numbers that
 * `magic` names are people who listen.
 */
export function reactionOf(number: string, detectMachine = true): Reaction {
  const { call, reacts, placing } = magic[number] ?? {}
  if (call) return { ...listens, call }
  if (reacts || placing || !detectMachine) return { ...listens, ...reacts }
  const share = hashOf(number.replace(/\D/g, '')) % 100
  return { ...listens, ...shares.find(([below]) => share < below)![1] }
}

/** FNV-1a, mixed once more: numbers of one street differ in their last digits alone. */
function hashOf(digits: string): number {
  let hash = 0x811c9dc5
  for (const digit of digits) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 16)) >>> 0
}
