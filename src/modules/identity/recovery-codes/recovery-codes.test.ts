import { beforeAll, expect, test } from 'vitest'
import { testHouse } from '#testing/house.ts'
import { claimsIn, password, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

const client = () => server.auth({ experimental: { recoveryCodes: true } })

async function elsewhere(email: string) {
  const auth = client()
  await auth.signInWithPassword({ email, password })
  return auth
}

test('ten codes, shown once; each replaces the lost factor once', async () => {
  const { auth, email } = await signedUp(client())
  expect((await auth.mfa.recoveryCodes.generate()).error).toMatchObject({ status: 422 })
  await withTotp(auth)
  const { data, error } = await auth.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  expect(new Set(data!.codes).size).toBe(10)
  expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })

  const lost = await elsewhere(email)
  const used = await lost.mfa.recoveryCodes.verify({ code: ` ${data!.codes[3]!.toUpperCase().replaceAll('-', ' ')}` })
  expect(used.error).toBeNull()
  expect(claimsIn(used.data!.access_token)).toMatchObject({ aal: 'aal2' })
  const again = await elsewhere(email)
  expect((await again.mfa.recoveryCodes.verify({ code: data!.codes[3]! })).error).toMatchObject({
    message: 'Invalid recovery code entered',
  })
  expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 })
  const { owner } = await testHouse()
  const { rows } = await owner.query('select hash from auth.recovery_codes')
  expect(rows.map(row => row.hash)).not.toContain(data!.codes[0])
})

test('new codes need aal2 and end the old ones; those of someone else are worth nothing', async () => {
  const [mine, yours] = [await signedUp(client()), await signedUp(client())]
  await withTotp(mine.auth)
  await withTotp(yours.auth)
  const first = (await mine.auth.mfa.recoveryCodes.generate()).data!.codes
  const theirs = (await yours.auth.mfa.recoveryCodes.generate()).data!.codes
  const weak = await elsewhere(mine.email)
  expect((await weak.mfa.recoveryCodes.regenerate()).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  const second = (await mine.auth.mfa.recoveryCodes.regenerate()).data!.codes
  for (const code of [first[0]!, theirs[0]!, '', 'x'])
    expect((await weak.mfa.recoveryCodes.verify({ code })).error).toMatchObject({ code: 'mfa_verification_failed' })
  expect((await weak.mfa.recoveryCodes.verify({ code: second[0]! })).error).toBeNull()
})

test('one code used by two at once opens one of them', async () => {
  const { auth, email } = await signedUp(client())
  await withTotp(auth)
  const { codes } = (await auth.mfa.recoveryCodes.generate()).data!
  const others = await Promise.all([elsewhere(email), elsewhere(email)])
  const answers = await Promise.all(others.map(other => other.mfa.recoveryCodes.verify({ code: codes[0]! })))
  expect(answers.filter(answer => !answer.error)).toHaveLength(1)
})

test('guesses are counted: after ten, none', async () => {
  const { auth, email } = await signedUp(client())
  await withTotp(auth)
  const { codes } = (await auth.mfa.recoveryCodes.generate()).data!
  const thief = await elsewhere(email)
  for (let guess = 1; guess <= 10; guess++) await thief.mfa.recoveryCodes.verify({ code: `guess ${guess}` })
  expect((await thief.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  })
})

test('guesses at the factor leave the recovery codes alone', async () => {
  const { auth, email } = await signedUp(client())
  const { factorId } = await withTotp(auth)
  const { codes } = (await auth.mfa.recoveryCodes.generate()).data!
  const thief = await elsewhere(email)
  for (let guess = 1; guess <= 11; guess++) await thief.mfa.challengeAndVerify({ factorId, code: '000000' })
  const mine = await elsewhere(email)
  expect((await mine.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toBeNull()
})

test('with the last factor go its codes', async () => {
  const { auth } = await signedUp(client())
  const { factorId } = await withTotp(auth)
  await auth.mfa.recoveryCodes.generate()
  await auth.mfa.unenroll({ factorId })
  expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 0, remaining: 0 })
})

test('the same at our own address', async () => {
  const { auth } = await signedUp(client())
  await withTotp(auth)
  const token = (await auth.getSession()).data.session!.access_token
  const headers = { authorization: `Bearer ${token}` }
  const made = await (await server.send('/auth/v1/recovery-codes', { method: 'POST', headers })).json()
  expect(made.codes).toHaveLength(10)
  const body = JSON.stringify({ code: made.codes[0] })
  const used = await server.send('/auth/v1/recovery-codes/verify', { method: 'POST', headers, body })
  expect(claimsIn((await used.json()).access_token).aal).toBe('aal2')
})
