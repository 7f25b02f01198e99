import { letter } from '#messaging/rules/letter.ts'
import { hello } from './links.ts'

export const securityMail = ({ name, body, href }: { name: string; body: string; href: string }) =>
  letter({
    subject: 'How you sign in to Lampstand has changed',
    heading: 'Was it you?',
    lines: [hello(name), body, 'If it was you, there is nothing to do.'],
    button: { label: 'Open your profile', href },
    footer:
      'If this wasn’t you, choose a new password right away with “Forgot password?”. This signs out every other device. Then check your two-factor authentication and passkeys.',
  })
