import { Failure } from '#kernel/failure.ts'
import { type Holder, places } from './rules.ts'

/** One for each browser and account: a member with many devices, an office behind one address, a large team. */
const MEMBERS = { user: 30, network: 200, account: 500, all: 5_000 }
/** Windows of a chat: a family behind one address, a church on a busy Sunday. */
const VISITORS = { network: 12, account: 500, all: 2_000 }

export type StreamKind = 'member' | 'visitor'
const kinds = {
  member: places<'user' | 'network' | 'account'>(MEMBERS),
  visitor: places<'network' | 'account'>(VISITORS),
}
type Holders = { member: Holder<'user' | 'network' | 'account'>; visitor: Holder<'network' | 'account'> }

/** What ends each stream that is open. */
const open = new Set<() => void>()

/**
 * A place for a stream of this kind. `finish` ends the stream when the server stops.
 * @returns what gives the place back
 * @throws TOO_MANY_REQUESTS where the user, the account, the network or the server has too many
 */
export function holdStream<Kind extends StreamKind>(kind: Kind, holder: Holders[Kind], finish: () => void): () => void {
  const release = kinds[kind].take(holder as Holders['member'])
  if (!release) throw new Failure('TOO_MANY_REQUESTS', 'Too many windows are open. Please close some.')
  open.add(finish)
  return () => {
    open.delete(finish)
    release()
  }
}

/** Ends every stream, so that a stopping server need not wait; browsers connect again at once. */
export function closeStreams(): void {
  for (const finish of open) finish()
}
