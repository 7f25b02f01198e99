import { letter } from '#messaging/rules/letter.ts'
import { unlinked } from '../rules.ts'

export const hello = (name: string) => (unlinked(name) ? `Hello ${name},` : 'Hello,')

export interface LinkMail {
  name: string
  href: string
  /** Six digits that do the same where a link can't be opened. */
  code: string
}

const codeLine = (code: string) => `Or enter this code: ${code}`

export const recoveryMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Reset your Lampstand password',
    heading: 'Choose a new password',
    lines: [
      hello(name),
      'Someone asked to reset the password of your Lampstand account. The link works once, for one hour.',
      codeLine(code),
    ],
    button: { label: 'Choose a new password', href },
    footer: 'If this wasn’t you, ignore this email. Your password stays the same.',
  })

export const confirmMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Confirm your address for Lampstand',
    heading: 'Confirm your email address',
    lines: [hello(name), 'Please confirm that this is your address. The link works for 24 hours.', codeLine(code)],
    button: { label: 'Confirm my address', href },
    footer: 'If you didn’t sign up for Lampstand, ignore this email.',
  })

export const magicMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Your link to sign in to Lampstand',
    heading: 'Sign in without a password',
    lines: [hello(name), 'This link signs you in. It works once, for one hour.', codeLine(code)],
    button: { label: 'Sign in', href },
    footer: 'If you didn’t ask for it, ignore this email. Nobody can sign in without it.',
  })

export const inviteMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'You are invited to Lampstand',
    heading: 'You are invited to Lampstand',
    lines: [
      hello(name),
      'An account has been created for you. Follow the link to choose a password. It works once, for 24 hours.',
      codeLine(code),
    ],
    button: { label: 'Accept the invitation', href },
    footer: 'If you didn’t expect this email, you can ignore it.',
  })

export const nonceMail = ({ name, code }: Omit<LinkMail, 'href'>) =>
  letter({
    subject: 'Your code to change your Lampstand password',
    heading: 'Confirm it’s you',
    lines: [
      hello(name),
      `You have been signed in for a while, so please confirm the new password with this code: ${code}`,
      'It works for one hour.',
    ],
    footer:
      'If you aren’t changing your password, someone else is using your account. Sign out everywhere in your profile.',
  })
