import { env } from '#kernel/env.ts'
import type { Role } from '#kernel/permissions.ts'
import { letter } from '#messaging/rules/letter.ts'

interface Invitation {
  church: string
  invitedBy: string
  role: Role
  token: string
  expiresAt: Date
}

export const invitationMail = ({ church, invitedBy, role, token, expiresAt }: Invitation) =>
  letter({
    subject: `${invitedBy || 'Someone'} invites you to ${church}`,
    heading: `Join ${church} on Lampstand`,
    lines: [
      `${invitedBy || 'A colleague'} has invited you to join ${church} on Lampstand as ${role}.`,
      `The invitation works only for this address, until ${expiresAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}.`,
    ],
    button: { label: 'Accept the invitation', href: `${env.publicUrl}/invitation?token=${token}` },
    footer: 'If you don’t know the sender, you can ignore this email. Nothing happens until you accept.',
  })
