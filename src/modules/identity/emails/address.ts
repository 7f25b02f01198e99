import { letter } from '#messaging/rules/letter.ts'
import { hello, type LinkMail } from './links.ts'

export interface AddressMail extends LinkMail {
  newEmail: string
}

export const leaveAddressMail = ({ name, newEmail, href, code }: AddressMail) =>
  letter({
    subject: 'Do you want to change your Lampstand address?',
    heading: `Change to ${newEmail}?`,
    lines: [
      hello(name),
      `You asked to change your Lampstand email address to ${newEmail}. Please confirm here and in the email to the new address.`,
      `Or enter this code: ${code}`,
    ],
    button: { label: 'Yes, change my address', href },
    footer: 'If this wasn’t you, don’t confirm. Change your password, because someone else knows it.',
  })

export const takeAddressMail = ({ name, newEmail, href, code }: AddressMail) =>
  letter({
    subject: 'Confirm your new address for Lampstand',
    heading: 'Confirm your new address',
    lines: [
      hello(name),
      `Please confirm that ${newEmail} is your address. Your address changes when you have also confirmed it in the email to your old address.`,
      `Or enter this code: ${code}`,
    ],
    button: { label: 'Confirm my new address', href },
    footer: 'If you don’t know what this is about, ignore this email. Nothing changes.',
  })

export const changedMail = ({ name, newEmail }: Pick<AddressMail, 'name' | 'newEmail'>) =>
  letter({
    subject: 'Your Lampstand address has changed',
    heading: 'Your address has changed',
    lines: [hello(name), `You now sign in with ${newEmail}. Emails from Lampstand also go there.`],
    footer: 'If this wasn’t you, please reply to this email right away.',
  })
