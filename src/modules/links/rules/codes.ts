/** Letters and digits of a link's own code. */
export const LINK_LENGTH = 6
/** The same of the recipient's code that may follow it. */
export const RECIPIENT_LENGTH = 10

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

/** The path of a short address; `recipient` makes it one recipient's own. */
export const pathOf = (link: string, recipient = '') => `/l/${link}${recipient}`

/** As long as any recipient's own address, for counting letters before there is one. */
export const samplePath = pathOf('x'.repeat(LINK_LENGTH), 'x'.repeat(RECIPIENT_LENGTH))
