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
    subject: `${invitedBy || 'Somebody'} invites you to ${church}`,
    heading: `Join ${church} on Lampstand`,
    lines: [
      `${invitedBy || 'A colleague'} has invited you to work with ${church} on Lampstand, as ${role}.`,
      `The invitation is for this address alone and is good until ${expiresAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}.`,
    ],
    button: { label: 'Accept the invitation', href: `${env.publicUrl}/invitation?token=${token}` },
    footer: 'If you don’t know who sent this, you can ignore it: nothing happens until you accept.',
  })
