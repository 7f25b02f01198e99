import { expect, test } from 'vitest'
import { addressOf, isPublicAddress, problemOfUrl, request } from './index.ts'

test.each([
  '127.0.0.1',
  '10.0.0.8',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])('%s is public', address =>
  expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['http://example.org/hook', 'https://'],
  ['https://user:password@example.org/', 'user name'],
  ['https://localhost/', 'public internet'],
  ['https://printer.local/', 'public internet'],
  ['https://127.0.0.1/', 'public internet'],
  ['https://2130706433/', 'public internet'],
  ['https://0x7f.1/', 'public internet'],
  ['https://[::1]/', 'public internet'],
  ['https://[::ffff:10.0.0.1]/', 'public internet'],
  ['https://example.org:25/', 'port'],
  ['https://example.org:22/', 'port'],
  ['https://example.org:1024/', 'port'],
])('%s is refused', (url, why) => expect(problemOfUrl(url)).toContain(why))

test('an address on the public internet is accepted', () => {
  for (const port of ['', ':80', ':443', ':1025', ':8443'])
    expect(problemOfUrl(`https://example.org${port}/hooks?x=1`)).toBeNull()
})

test('a name with any private address is refused, also when it is connected to', async () => {
  const mixed = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(addressOf('example.org', mixed)).rejects.toThrow('not on the public internet')
  await expect(addressOf('example.org', async () => [])).rejects.toThrow('could not be resolved')
  const inside = async () => [{ address: '169.254.169.254', family: 4 }]
  await expect(request('https://inside.example.org/', { mostBytes: 10, resolve: inside })).rejects.toThrow(
    'not on the public internet',
  )
})
