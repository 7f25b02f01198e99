import { expect, test } from 'vitest'
import { clock, hours } from './clock.ts'
import { exponent, formatMoney, parseMoney } from './money.ts'
import { networkOf } from './network.ts'
import { coalesce } from './realtime.ts'
import { digest, newToken, open, seal } from './secrets.ts'
import { sign, signingKeys, verify } from './tokens.ts'

test.each([
  ['19.99', 'USD', 1999],
  ['4.35', 'USD', 435],
  ['1,250', 'USD', 125000],
  ['0.1', 'USD', 10],
  ['500', 'JPY', 500],
  ['1.234', 'KWD', 1234],
  ['-5', 'EUR', -500],
  ['9.999', 'USD', null],
  ['1.5', 'JPY', null],
  ['', 'USD', null],
  ['12a', 'USD', null],
  ['1,2', 'USD', null],
  ['99999999999999999', 'USD', null],
])('%s %s is %s minor units', (text, currency, amount) => expect(parseMoney(text, currency)).toBe(amount))

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('limits count %s as %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test('money is written exactly, in any currency’s digits', () => {
  expect(exponent('KWD')).toBe(3)
  expect(formatMoney({ amount: 1999, currency: 'USD' })).toBe('$19.99')
  expect(formatMoney({ amount: 9007199254740991, currency: 'USD' })).toBe('$90,071,992,547,409.91')
  expect(formatMoney({ amount: -5, currency: 'USD' })).toBe('-$0.05')
  expect(formatMoney({ amount: 500, currency: 'JPY' })).toBe('¥500')
})

test('the clock moves for everyone and comes back', () => {
  const before = clock.ms()
  clock.advance(hours(36))
  expect(clock.ms() - before).toBeGreaterThanOrEqual(hours(36))
  clock.reset()
  expect(Math.abs(clock.ms() - Date.now())).toBeLessThan(50)
})

test('a stored credential opens only for its context, and not after a change', () => {
  const sealed = seal('sk_live_123', 'twilio token of client 1')
  expect(sealed).not.toContain('sk_live')
  expect(seal('sk_live_123', 'twilio token of client 1')).not.toBe(sealed)
  expect(open(sealed, 'twilio token of client 1')).toBe('sk_live_123')
  expect(() => open(sealed, 'twilio token of client 2')).toThrow()
  expect(() => open(`${sealed.slice(0, -6)}AAAAAA`, 'twilio token of client 1')).toThrow()
})

test('tokens: forged, expired, of another algorithm or key are nobody’s', async () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `http://127.0.0.1:3000/auth/v1`,
    sub: 'someone',
    aud: 'authenticated',
    role: 'authenticated',
    exp: now + 60,
    session_id: 's',
  }
  const good = await sign(claims)
  expect(await verify(good)).toMatchObject({ sub: 'someone' })
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [key] = await signingKeys()
  const forged = [
    `${header}.${part({ ...claims, sub: 'other' })}.${signature}`,
    `${part({ alg: 'none', kid: key!.kid })}.${payload}.`,
    `${part({ alg: 'HS256', kid: key!.kid })}.${payload}.${signature}`,
    `${part({ alg: 'ES256', kid: 'another' })}.${payload}.${signature}`,
    await sign({ ...claims, exp: now - 1 }),
    await sign({ ...claims, aud: 'others' }),
    await sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }),
    'not.a.token',
    '',
  ]
  for (const token of forged) expect(await verify(token)).toBeNull()
  expect(digest('a')).toHaveLength(64)
  expect(new Set([newToken(), newToken()]).size).toBe(2)
})

test('changes are gathered: one event in a hundred milliseconds, none lost', async () => {
  const sent: number[] = []
  const ids = new Set<string>()
  let arrived = () => {}
  const all = new Promise<void>(resolve => (arrived = resolve))
  const gate = coalesce(changes => {
    sent.push(Date.now())
    for (const change of changes) for (const id of change.ids) ids.add(id)
    if (ids.size === 30) arrived()
  })
  for (let i = 0; i < 30; i++) gate.push([{ topic: 'leads', ids: [`${i}`] }])
  await all
  expect(sent.length).toBeLessThanOrEqual(2)
  gate.close()
})
