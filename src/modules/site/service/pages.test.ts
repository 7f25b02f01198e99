import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { HERE } from '../rules/head.ts'
import { cachedPage, compressPage, respondWith } from './pages.ts'

afterEach(() => clock.reset())

test('a page that many ask for at once is made once, and again when its time is over', async () => {
  let made = 0
  const make = async () => compressPage(`<p>${++made}</p>`, false)
  const ask = () => cachedPage('/once', seconds(2), make)
  const pages = await Promise.all([ask(), ask(), ask()])
  expect(pages.map(page => page!.plain.toString())).toEqual(['<p>1</p>', '<p>1</p>', '<p>1</p>'])
  clock.advance(seconds(3))
  expect((await ask())!.plain.toString()).toBe('<p>2</p>')
})

test('what failed or is nobody else’s is not kept', async () => {
  let tries = 0
  const fail = () => cachedPage('/fails', seconds(2), () => Promise.reject(new Error(`try ${++tries}`)))
  await expect(fail()).rejects.toThrow('try 1')
  await expect(fail()).rejects.toThrow('try 2')
  expect(await cachedPage('/own', seconds(2), async () => null)).toBeNull()
  expect(await cachedPage('/own', seconds(2), async () => compressPage('now', false))).not.toBeNull()
})

test('endless questions don’t fill the memory', async () => {
  let made = 0
  const make = async () => compressPage(String(++made), false)
  for (let i = 0; i < 500; i++) await cachedPage(`/help?q=${i}`, seconds(60), make)
  await cachedPage('/help?q=0', seconds(60), make)
  expect(made).toBe(501)
})

test('a page leaves as the browser reads it, with our own address in it, or not at all when it is known', () => {
  const page = compressPage(`<a href="${HERE}/about">About</a>`, true)
  const whole = `<a href="${env.publicUrl}/about">About</a>`
  expect(respondWith(page).body!.toString()).toBe(whole)
  const small = respondWith(page, 'gzip, deflate, br')
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(small.body!).toString()).toBe(whole)
  expect(respondWith(page, 'gzip').headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect(respondWith(page, 'br', page.etag)).toMatchObject({ status: 304, body: null })
  expect(respondWith(page, 'br', `W/${page.etag}`).status).toBe(304)
})
