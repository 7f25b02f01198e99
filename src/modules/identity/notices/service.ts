import { randomUUID } from 'node:crypto'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { sendMail } from '#messaging/service.ts'
import { securityMail } from '../emails/security.ts'
import { userObject } from '../sessions/service.ts'

const news = {
  password: 'The password of your account was changed, and every other device was signed out.',
  factorOn: 'A second factor was set up for your account: from now on it is asked for when you sign in.',
  factorOff: 'A second factor of your account was taken away.',
  recoveryCode: 'Somebody signed in to your account with one of its recovery codes.',
  passkey: 'A passkey was added to your account: whoever holds it signs in without a password.',
  passkeyOff: 'A passkey of your account was removed: it no longer signs you in.',
  grant: 'You allowed another program to sign you in with your Lampstand account: ',
}

/** Whoever changed how somebody signs in may not have been they: they hear of it at their address, at once. */
export async function tellOfChange(ctx: Ctx, userId: string, what: keyof typeof news, detail = ''): Promise<void> {
  const { email, user_metadata } = await userObject(ctx, userId)
  if (!email) return
  const name = String(user_metadata.name ?? '')
  const mail = securityMail({ name, body: news[what] + detail, href: `${env.publicUrl}/profile` })
  await sendMail(ctx, { to: email, toName: name, ...mail, kind: 'security', dedupeKey: `security:${randomUUID()}` })
}
