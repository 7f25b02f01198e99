import { letter } from '#messaging/rules/letter.ts'
import { hello, type LinkMail } from './links.ts'

export interface AddressMail extends LinkMail {
  newEmail: string
}

export const leaveAddressMail = ({ name, newEmail, href, code }: AddressMail) =>
  letter({
    subject: 'Do you want to change your Lampstand address?',
    heading: `From now on ${newEmail}?`,
    lines: [
      hello(name),
      `you asked to sign in to Lampstand with ${newEmail}. Please confirm it here, and in the mail at the new address: both are needed.`,
      `Or enter this code where you were asked for it: ${code}`,
    ],
    button: { label: 'Yes, change my address', href },
    footer: 'If that wasn’t you, don’t confirm it, and change your password: somebody else knows it.',
  })

export const takeAddressMail = ({ name, newEmail, href, code }: AddressMail) =>
  letter({
    subject: 'Confirm your new address for Lampstand',
    heading: 'Confirm your new address',
    lines: [
      hello(name),
      `please confirm that ${newEmail} is yours. We asked at your old address, too: the change is made when both have agreed.`,
      `Or enter this code where you were asked for it: ${code}`,
    ],
    button: { label: 'Confirm my new address', href },
    footer: 'If you don’t know what this is about, ignore this mail: nothing changes.',
  })

export const changedMail = ({ name, newEmail }: Pick<AddressMail, 'name' | 'newEmail'>) =>
  letter({
    subject: 'Your Lampstand address has changed',
    heading: 'Your address has changed',
    lines: [hello(name), `from now on you sign in with ${newEmail}. Mail from Lampstand goes there, too.`],
    footer: 'If that wasn’t you, please write to us at once by answering this mail.',
  })
