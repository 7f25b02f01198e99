/** r: answers to a message of ours. c: mail for a church that answers nothing. */
export type AddressKind = 'r' | 'c'
export interface Tag {
  kind: AddressKind
  id: string
}

/** What the seal of an address covers. */
export const sealingContextOf = ({ kind, id }: Tag) => `mail-in ${kind} ${id}`

/** An address of the server's mailbox that says what it is for: `office+r.<id>.<seal>@example.org` (RFC 5233 subaddress). */
export function taggedAddress(mailbox: string, { kind, id }: Tag, seal: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${kind}.${id}.${seal}${mailbox.slice(at)}`
}

/** What an address is for, and the seal that has to be right. */
export function readTag(address: string): (Tag & { seal: string }) | undefined {
  const [, kind, id, seal] = /\+([rc])\.([0-9a-f-]{36})\.([0-9a-f]{16})@/.exec(address.toLowerCase()) ?? []
  if (kind && id && seal) return { kind: kind as AddressKind, id, seal }
}
