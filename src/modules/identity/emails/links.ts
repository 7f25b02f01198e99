import { letter } from '#messaging/rules/letter.ts'
import { unlinked } from '../rules.ts'

export const hello = (name: string) => (unlinked(name) ? `Hello ${name},` : 'Hello,')

export interface LinkMail {
  name: string
  href: string
  /** Six digits that do the same where a link can't be opened. */
  code: string
}

const codeLine = (code: string) => `Or enter this code where you were asked for it: ${code}`

export const recoveryMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Reset your Lampstand password',
    heading: 'Choose a new password',
    lines: [
      hello(name),
      'somebody asked to reset the password of your Lampstand account. The link is good for one hour, once.',
      codeLine(code),
    ],
    button: { label: 'Choose a new password', href },
    footer: 'If that wasn’t you, ignore this mail: your password stays as it is.',
  })

export const confirmMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Confirm your address for Lampstand',
    heading: 'One click, and you are in',
    lines: [hello(name), 'please confirm that this is your address. The link is good for 24 hours.', codeLine(code)],
    button: { label: 'Confirm my address', href },
    footer: 'If you didn’t sign up for Lampstand, ignore this mail.',
  })

export const magicMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'Your link to sign in to Lampstand',
    heading: 'Sign in without a password',
    lines: [hello(name), 'this link signs you in. It is good for one hour, once.', codeLine(code)],
    button: { label: 'Sign in', href },
    footer: 'If you didn’t ask for it, ignore this mail: nobody gets in without it.',
  })

export const inviteMail = ({ name, href, code }: LinkMail) =>
  letter({
    subject: 'You are invited to Lampstand',
    heading: 'You are invited to Lampstand',
    lines: [
      hello(name),
      'an account has been created for you. Follow the link to choose a password. It works once, for 24 hours.',
      codeLine(code),
    ],
    button: { label: 'Accept the invitation', href },
    footer: 'If you didn’t expect this email, you can ignore it.',
  })

export const nonceMail = ({ name, code }: Omit<LinkMail, 'href'>) =>
  letter({
    subject: 'Your code to change your Lampstand password',
    heading: 'Is it you?',
    lines: [
      hello(name),
      `you have been signed in for a while, so please confirm the new password with this code: ${code}`,
      'It is good for one hour.',
    ],
    footer:
      'If you aren’t changing your password, somebody else is using your account: sign out everywhere in your profile.',
  })
