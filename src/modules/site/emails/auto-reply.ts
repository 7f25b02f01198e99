import { unlinked } from '#identity/rules.ts'
import { letter } from '#messaging/rules/letter.ts'

export const autoReplyMail = ({ name, subject }: { name: string; subject: string }) =>
  letter({
    subject: ['We have your message', unlinked(subject)].filter(Boolean).join(': '),
    heading: ['Thank you', unlinked(name)].filter(Boolean).join(', '),
    lines: [
      'We got your message, and someone will answer it within 24-48 hours.',
      'Our office is open Monday to Friday, 9:00 to 5:00 Eastern time.',
    ],
    footer: 'You are getting this email because you wrote to Lampstand with the contact form.',
  })
