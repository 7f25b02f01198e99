import { env } from '#kernel/env.ts'
import { letter } from '#messaging/rules/letter.ts'

export const newsMail = ({ title, body, href }: { title: string; body?: string; href: string }) =>
  letter({
    subject: title,
    heading: title,
    lines: body ? [body] : [],
    button: { label: 'Open in Lampstand', href: `${env.publicUrl}${href}` },
    footer: `You get this because you work with this account on Lampstand. Which news come by mail is up to you: ${env.publicUrl}/profile#notifications`,
  })
