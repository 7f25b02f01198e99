/** Letters and digits of the code of a link that is sent. */
export const LINK_LENGTH = 6
/** The same of the recipient's code that may follow it. */
export const RECIPIENT_LENGTH = 10
/** Letters and digits of a link that stands on paper or a sign: longer, so that nobody finds one by guessing. */
export const PLACED_LENGTH = 8

/** Some phones take the full stop after an address for a part of it. */
const pattern = new RegExp(`^([A-Za-z0-9]{${LINK_LENGTH}})(.{0,${RECIPIENT_LENGTH}}).{0,10}$`)

export interface Code {
  link: string
  /** Empty in an address that is the same for everyone. */
  recipient: string
}

/** The two halves of what follows `/l/`; undefined where no address of ours looks like that. */
export function parseCode(text: string): Code | undefined {
  const [, link, recipient = ''] = pattern.exec(text) ?? []
  return link ? { link, recipient } : undefined
}

/** Codes of links that the text may begin with, the longest first. */
export function codesIn(text: string): string[] {
  const parts = parseCode(text)
  if (!parts) return []
  const placed = text.slice(0, PLACED_LENGTH)
  return /^[A-Za-z0-9]{8}$/.test(placed) ? [placed, parts.link] : [parts.link]
}

/** The path of a short address; `recipient` makes it one recipient's own. */
export const pathOf = (link: string, recipient = '') => `/l/${link}${recipient}`

/** As long as any recipient's own address, for counting letters before there is one. */
export const samplePath = pathOf('x'.repeat(LINK_LENGTH), 'x'.repeat(RECIPIENT_LENGTH))
