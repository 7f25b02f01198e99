import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  contrastOf,
  cornerStyles,
  corrections,
  designOf,
  dotStyles,
  judgeContrast,
  logoCovers,
} from './rules/design.ts'
import { payloadOf, type QrContent } from './rules/payload.ts'
import { drawQr, qrPng, rasterOf, readQr, whyUnreadable } from './service.ts'

const card = {
  firstName: '',
  lastName: '',
  organization: '',
  title: '',
  phone: '',
  email: '',
  website: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  address: '',
}
const contents: QrContent[] = [
  { type: 'vcard', ...card, lastName: "O'Neil; Jr.", organization: 'Faith, Hope & Love', phone: '+15125550142' },
  { type: 'vcard', ...card, firstName: 'مريم', lastName: '🌿 Núñez' },
  { type: 'url', url: 'example.org/give' },
  { type: 'text', text: 'Grüß Gott, Ἰησοῦς, Иисус 🙏' },
  { type: 'wifi', ssid: 'Grace;Guest:5G', password: 'a\\b"c,d', security: 'WPA', hidden: false },
  { type: 'sms', phoneNumber: '+15551230000', message: 'See you at 9:30' },
  { type: 'email', email: 'office@grace.example', subject: 'Q&A 100%', body: 'Line one\nline two' },
  { type: 'phone', phoneNumber: '+15551230000' },
  { type: 'location', latitude: 30.267153, longitude: -97.743061, locationName: 'Grace (main)' },
]

describe('payloads', () => {
  test('follow the standard of their type', () => {
    expect(contents.map(payloadOf)).toEqual([
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:O'Neil\\; Jr.;;;;\r\nFN:O'Neil\\; Jr.\r\nORG:Faith\\, Hope & Love\r\nTEL;TYPE=WORK,VOICE:+15125550142\r\nEND:VCARD\r\n",
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:🌿 Núñez;مريم;;;\r\nFN:مريم 🌿 Núñez\r\nEND:VCARD\r\n',
      'https://example.org/give',
      'Grüß Gott, Ἰησοῦς, Иисус 🙏',
      'WIFI:T:WPA;S:Grace\\;Guest\\:5G;P:a\\\\b\\"c\\,d;;',
      'SMSTO:+15551230000:See you at 9:30',
      'mailto:office@grace.example?subject=Q%26A%20100%25&body=Line%20one%0D%0Aline%20two',
      'tel:+15551230000',
      'geo:30.267153,-97.743061?q=30.267153,-97.743061(Grace%20(main))',
    ])
  })
  test('of Wi-Fi: no password without security, hidden networks', () => {
    const wifi = { type: 'wifi', ssid: 'CAFE', password: 'secret', security: 'nopass', hidden: true } as const
    expect(payloadOf(wifi)).toBe('WIFI:T:nopass;S:"CAFE";H:true;;')
  })
  test.each([
    ['WPA', 'Guests', '12345678', 'S:Guests;P:"12345678";'],
    ['WPA', 'cafe', '123456789', 'S:"cafe";P:"123456789";'],
    ['WPA', '777', 'deadbeef', 'S:"777";P:"deadbeef";'],
    ['WPA', '"Hi"', 'a1;b2:c3,d4\\', 'S:\\"Hi\\";P:a1\\;b2\\:c3\\,d4\\\\;'],
    ['WPA', 'Key', 'ab'.repeat(32), `S:Key;P:${'ab'.repeat(32)};`],
    ['WEP', 'Key', '0123456789', 'S:Key;P:0123456789;'],
    ['WEP', 'Text', '12345', 'S:Text;P:"12345";'],
  ] as const)(
    'of Wi-Fi: %s %s %s as text in quotes where it could be bytes, a key as it is',
    (security, ssid, password, said) => {
      expect(payloadOf({ type: 'wifi', ssid, password, security, hidden: false })).toBe(`WIFI:T:${security};${said};`)
    },
  )
  test('of an address: its parts apart; one line stays whole, with a label', () => {
    const parts = { street: '12 Oak St, Apt 3', city: 'Austin', region: 'TX', postalCode: '78701', country: 'USA' }
    expect(payloadOf({ type: 'vcard', ...card, ...parts, firstName: 'Ann' })).toContain(
      '\r\nADR;TYPE=WORK:;;12 Oak St\\, Apt 3;Austin;TX;78701;USA\r\n',
    )
    const line = payloadOf({ type: 'vcard', ...card, firstName: 'Ann', address: '12 Oak St, Austin' })
    expect(line).toContain('\r\nADR;TYPE=WORK:;;12 Oak St\\, Austin;;;;\r\nLABEL;TYPE=WORK:12 Oak St\\, Austin\r\n')
  })
})

describe('a drawn code', () => {
  test.each(contents)('reads as what it says: $type', async content => {
    const text = payloadOf(content)
    expect(await readQr(await qrPng(text, {}, { width: 300 }))).toBe(text)
  })
  test('reads in every style and correction, and holds no clip', async () => {
    for (const dotStyle of dotStyles)
      for (const cornerStyle of cornerStyles)
        for (const errorCorrection of corrections) {
          const svg = await drawQr('https://church.example/l/abcd1234', { dotStyle, cornerStyle, errorCorrection })
          expect(svg).not.toContain('clip')
          const read = await readQr(await rasterOf(svg, { width: 300 }))
          expect(read, `${dotStyle} ${cornerStyle} ${errorCorrection}`).toBe('https://church.example/l/abcd1234')
        }
  })
  test('reads with the widest logo that is allowed, and knows its resolution', async () => {
    const square = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#3b4cb8' } })
      .png()
      .toBuffer()
    const logo = `data:image/png;base64,${square.toString('base64')}`
    const text = 'https://church.example/l/abcd1234'
    expect(await whyUnreadable(text, { logo, logoSize: 500 })).toBeNull()
    const png = await qrPng(text, { logo }, { width: 300 })
    expect(await sharp(png).metadata()).toMatchObject({ width: 300, height: 300, density: 300 })
  })
  test('says why it can’t be read', async () => {
    expect(await whyUnreadable('hello', { foreground: '#bbbbbb' })).toContain('at least 3:1')
    await expect(drawQr('x'.repeat(3000))).rejects.toThrow('more than a QR code can hold')
  })
  test('is read by zbar, another program than the one of the check', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'qr-')), 'code.png')
    writeFileSync(file, await qrPng('https://church.example/l/abcd1234', { dotStyle: 'rounded' }, { width: 300 }))
    const read = execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
      encoding: 'utf8',
    })
    expect(read.trim()).toBe('https://church.example/l/abcd1234')
  })
})

describe('a design', () => {
  test('stays within its limits, and a logo raises the correction', () => {
    expect(designOf({ size: 900, margin: -1 })).toMatchObject({ size: 500, margin: 0, errorCorrection: 'M' })
    expect(designOf({ logo: 'data:image/png;base64,AA==', logoSize: 200 })).toMatchObject({
      size: 300,
      logoSize: 75,
      errorCorrection: 'H',
    })
    expect(logoCovers({ size: 300, logoSize: 60 })).toBe(4)
  })
  test('is judged by its contrast', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(judgeContrast({ foreground: '#999999', background: '#ffffff' })).toMatchObject({ level: 'blocked' })
    expect(judgeContrast({ foreground: '#888888', background: '#ffffff' })).toMatchObject({ level: 'weak' })
    expect(judgeContrast({ foreground: '#ffffff', background: '#000000' })).toMatchObject({
      level: 'good',
      inverted: true,
    })
  })
})
