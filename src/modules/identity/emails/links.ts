import { letter } from '#messaging/rules/letter.ts'

const hello = (name: string) => (name ? `Hello ${name},` : 'Hello,')

export const recoveryMail = ({ name, href }: { name: string; href: string }) =>
  letter({
    subject: 'Reset your Lampstand password',
    heading: 'Choose a new password',
    lines: [
      hello(name),
      'somebody asked to reset the password of your Lampstand account. The link is good for one hour, once.',
    ],
    button: { label: 'Choose a new password', href },
    footer: 'If that wasn’t you, ignore this mail: your password stays as it is.',
  })

export const confirmMail = ({ name, href }: { name: string; href: string }) =>
  letter({
    subject: 'Confirm your address for Lampstand',
    heading: 'One click, and you are in',
    lines: [hello(name), 'please confirm that this is your address. The link is good for 24 hours.'],
    button: { label: 'Confirm my address', href },
    footer: 'If you didn’t sign up for Lampstand, ignore this mail.',
  })
