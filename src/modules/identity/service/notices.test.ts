import { beforeAll, expect, test } from 'vitest'
import { messageTo, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

test('anyone whose sign-in was changed is told by email, without a key in it', async () => {
  const { auth, email } = await signedUp(server.auth())
  expect(await messageTo(email)).toBe('')
  await auth.updateUser({ password: 'another one' })
  expect(await messageTo(email)).toContain('The password of your account was changed')
  const { factorId, session } = await withTotp(auth)
  expect(await messageTo(email)).toContain('Two-factor authentication was set up')
  const call = (path: string, token: string, body?: object) =>
    server.send(`/auth/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
  const { codes } = (await (await call('/recovery-codes', session.access_token)).json()) as { codes: string[] }
  expect((await call('/recovery-codes/verify', session.access_token, { code: codes[0] })).status).toBe(200)
  const mail = await messageTo(email)
  expect(mail).toContain('a recovery code')
  expect(mail).not.toContain(codes[0])
  expect((await auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect(await messageTo(email)).toContain('was removed')
})
