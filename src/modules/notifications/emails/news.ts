import { env } from '#kernel/env.ts'
import { letter } from '#messaging/rules/letter.ts'

export const newsMail = ({ title, body, href }: { title: string; body?: string; href: string }) =>
  letter({
    subject: title,
    heading: title,
    lines: body ? [body] : [],
    button: { label: 'Open in Lampstand', href: `${env.publicUrl}${href}` },
    footer: `You are getting this email because you are a member of this account on Lampstand. Choose your email notifications: ${env.publicUrl}/profile#notifications`,
  })
