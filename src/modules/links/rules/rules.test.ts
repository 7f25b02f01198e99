import { expect, test } from 'vitest'
import { networkOf } from '#kernel/network.ts'
import { visitDetails } from './agents.ts'
import { codesIn } from './codes.ts'
import { countryOf } from './countries.ts'
import { targetAt, withCode } from './redirect.ts'

test('a country is found by network, IPv4 and IPv6; private and unknown networks have none', () => {
  expect(countryOf(networkOf('8.8.8.8'))).toBe('US')
  expect(countryOf(networkOf('::ffff:8.8.8.8'))).toBe('US')
  expect(countryOf(networkOf('212.58.244.70'))).toBe('GB')
  expect(countryOf(networkOf('2001:4860:4860::8888'))).toBe('US')
  expect(countryOf(networkOf('2a00:1450:4001:81b::200e'))).toMatch(/^[A-Z]{2}$/)
  for (const none of ['127.0.0.1', '10.1.2.3', '192.168.0.9', '::1', 'fe80::1', '', 'nonsense', '1.2.3', '300.1.1.1'])
    expect(countryOf(networkOf(none)), none).toBe('')
})

test('a browser says which kind of device, system and browser it is; who asks not to be tracked says nothing', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const tablet = 'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
  const ask = (userAgent: string, untracked = false) => visitDetails({ userAgent, network: '8.8.8.8', untracked })
  expect(ask(iphone)).toEqual({ country: 'US', device: 'phone', system: 'iPhone', browser: 'Safari' })
  expect(ask(tablet)).toMatchObject({ device: 'tablet', system: 'Android', browser: 'Chrome' })
  expect(ask('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/132.0')).toMatchObject({ device: 'computer' })
  expect(ask('')).toMatchObject({ device: '', system: '', browser: '' })
  expect(ask(iphone, true)).toEqual({ country: '', device: '', system: '', browser: '' })
})

test('what follows /l/ is the code of a sign or a sent link, with what phones add to it', () => {
  expect(codesIn('abcdefgh')).toEqual(['abcdefgh', 'abcdef'])
  expect(codesIn('abcdefgh.')).toEqual(['abcdefgh', 'abcdef'])
  expect(codesIn('abcdef')).toEqual(['abcdef'])
  expect(codesIn('abc')).toEqual([])
  expect(codesIn('x'.repeat(300))).toEqual([])
})

test('a schedule leads to the last target that has begun, and to the usual one before the first', () => {
  const link = {
    target: 'https://usual.example/',
    schedule: [
      { from: '2026-11-15T06:00:00Z', target: 'https://second.example/' },
      { from: '2026-11-08T06:00:00Z', target: 'https://first.example/' },
    ],
  }
  expect(targetAt(link, new Date('2026-11-01T00:00:00Z'))).toBe('https://usual.example/')
  expect(targetAt(link, new Date('2026-11-08T06:00:00Z'))).toBe('https://first.example/')
  expect(targetAt(link, new Date('2027-01-01T00:00:00Z'))).toBe('https://second.example/')
})

test('pages of ours are told which link led to them, and nobody else is', () => {
  const ours = ({ hostname }: URL) =>
    hostname === 'lamp.example' ? 'product' : hostname === 'gracechurch.example' ? 'church' : undefined
  expect(withCode('https://lamp.example/c/grace/visit?a=1#x', 'abcdefgh', ours)).toBe(
    'https://lamp.example/c/grace/visit?a=1&l=abcdefgh#x',
  )
  expect(withCode('https://gracechurch.example/visit', 'abcdefgh', ours)).toBe(
    'https://gracechurch.example/visit?l=abcdefgh',
  )
  expect(withCode('https://other.example/', 'abcdefgh', ours)).toBe('https://other.example/')
  expect(withCode('https://lamp.example/preferences/token', 'abcdefgh', ours)).toBe(
    'https://lamp.example/preferences/token',
  )
})
