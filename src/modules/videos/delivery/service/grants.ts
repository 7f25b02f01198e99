import { clock, hours } from '#kernel/clock.ts'
import { sealOf } from '#kernel/secrets.ts'

/** Who watches. */
export type Viewer =
  | { kind: 'visitor' }
  | { kind: 'member'; id: string }
  | { kind: 'person'; id: string }
  /** Has the link; `id` of its row. */
  | { kind: 'share'; id: string }

/** An address works for so long, and only while its viewer may watch. A player asks for another one when it stops. */
export const LETS_MS = hours(1)

const kinds = { member: 'm', person: 'p', share: 's' } as const

interface Sealed {
  id: string
  epoch: number
}
const sealed = ({ id, epoch }: Sealed, said: string) => sealOf(`video ${id} ${epoch} ${said}`)

/** What an address carries to say who asked for it. A visitor's says nothing. */
export function grantFor(video: Sealed, viewer: Viewer): string {
  if (viewer.kind === 'visitor') return ''
  const until = Math.floor((clock.ms() + LETS_MS) / 1_000).toString(36)
  const said = `${kinds[viewer.kind]}.${viewer.id}.${until}`
  return `${said}.${sealed(video, said)}`
}

/** Who an address was given to; a visitor where it was forged, has expired, or was given out before the visibility changed. */
export function viewerOf(video: Sealed, grant: string | undefined): Viewer {
  const [, said = '', kind, id = '', until = '', seal] =
    /^(([mps])\.([0-9a-f-]{36})\.([0-9a-z]{1,9}))\.([0-9a-f]{16})$/.exec(grant ?? '') ?? []
  if (!kind || sealed(video, said) !== seal) return { kind: 'visitor' }
  if (Number.parseInt(until, 36) * 1_000 < clock.ms()) return { kind: 'visitor' }
  return { kind: kind === 'm' ? 'member' : kind === 'p' ? 'person' : 'share', id }
}
