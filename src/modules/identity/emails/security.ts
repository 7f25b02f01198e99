import { letter } from '#messaging/rules/letter.ts'
import { hello } from './links.ts'

export const securityMail = ({ name, body, href }: { name: string; body: string; href: string }) =>
  letter({
    subject: 'How you sign in to Lampstand has changed',
    heading: 'Was it you?',
    lines: [hello(name), body, 'If it was you, there is nothing to do.'],
    button: { label: 'Look at it in your profile', href },
    footer:
      'If it wasn’t you, choose a new password at once with “Forgot password?”: that signs out every other device. Then look at your second factors and passkeys.',
  })
