import { expect, test } from 'vitest'
import { templates } from '#app/templates.ts'
import { aServer } from './web.ts'

test('every mail has a subject, a text part that says the same, and nothing that was left out', async () => {
  const all = await templates()
  expect(all.length).toBeGreaterThan(9)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, subject, text, html } of all) {
    expect(subject, name).toMatch(/^[^\r\n]{3,120}$/)
    expect(text.length, name).toBeGreaterThan(30)
    expect(text, name).not.toMatch(/<[a-z]/i)
    expect(`${subject} ${text} ${html}`, `${name}: a word is missing in app/templates.ts`).not.toMatch(
      /undefined|null|NaN|\[object|Invalid Date/,
    )
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) expect(text, name).toContain(href)
    expect(html, name).not.toMatch(/<(script|style|link|img)\b/)
  }
})

test('they are shown to anyone who tries Lampstand on this machine, and to nobody else', async () => {
  const { send, app } = await aServer()
  const open = await send('/rest/v1/outbox/templates')
  expect((await open.json()).items.map((item: { name: string }) => item.name)).toContain('identity/recoveryMail')
  expect((await send('/rest/v1/outbox/templates', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
  expect((await app.request('http://rebound.example:3000/rest/v1/outbox/templates')).status).toBe(404)
})
