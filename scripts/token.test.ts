import { expect, test } from 'vitest'
import { verify } from '#kernel/tokens.ts'
import { claimsIn } from '#testing/sign-in.ts'
import { mintToken } from './token.ts'

test('a token of the service role is good for 30 days, or for as many as were asked for', async () => {
  const token = await mintToken('service_role')
  expect(await verify(token)).toMatchObject({ role: 'service_role' })
  const lasts = ({ iat, exp }: { iat: number; exp: number }) => (exp - iat) / 86_400
  expect(lasts(claimsIn(token))).toBe(30)
  expect(lasts(claimsIn(await mintToken('service_role', '365')))).toBe(365)
})

test('other roles and lengths are refused in a sentence', () => {
  expect(() => mintToken(undefined)).toThrow('Usage: npm run token service_role [days]')
  expect(() => mintToken('authenticated')).toThrow('Usage')
  for (const days of ['0', '-1', 'soon', '10000']) expect(() => mintToken('service_role', days)).toThrow('Days must be')
})
