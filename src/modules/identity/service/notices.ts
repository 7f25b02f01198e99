import { randomUUID } from 'node:crypto'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { sendMail } from '#messaging/service.ts'
import { securityMail } from '../emails/security.ts'
import { userObject } from '../sessions/service.ts'

const news = {
  password: 'The password of your account was changed, and every other device was signed out.',
  factorOn: 'Two-factor authentication was set up for your account. You will be asked for it when you sign in.',
  factorOff: 'A two-factor method was removed from your account.',
  recoveryCode: 'Someone signed in to your account with a recovery code.',
  passkey: 'A passkey was added to your account. It signs in without a password.',
  passkeyOff: 'A passkey was removed from your account. It no longer signs you in.',
  grant: 'You allowed another program to sign you in with your Lampstand account: ',
}

/** Someone else may have changed how they sign in: they are told at their address, at once. */
export async function notifyOfChange(ctx: Ctx, userId: string, what: keyof typeof news, detail = ''): Promise<void> {
  const { email, user_metadata } = await userObject(ctx, userId)
  if (!email) return
  const name = String(user_metadata.name ?? '')
  const mail = securityMail({ name, body: news[what] + detail, href: `${env.publicUrl}/profile` })
  await sendMail(ctx, { to: email, toName: name, ...mail, kind: 'security', dedupeKey: `security:${randomUUID()}` })
}
