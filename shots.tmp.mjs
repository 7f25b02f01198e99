import { chromium } from '@playwright/test'
const base = 'http://127.0.0.1:3310'
const out = '/tmp/w/mail-shots'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] })
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
await ctx.addCookies([{ name: 'lampstand_consent', value: 'declined', url: base }])
const page = await ctx.newPage()
page.on('console', m => m.type() === 'error' && console.log('console', m.text(), m.location().url))
page.on('pageerror', e => console.log('pageerror', e.message))
await page.goto(`${base}/login`)
await page.getByRole('button', { name: 'Explore the demo' }).click()
await page.waitForURL('**/dashboard')
for (const name of (process.env.SUBS ?? 'Ann Miller,Ben Carter,,Zoë Ångström').split(',')) {
  const r = await fetch(`${base}/rest/v1/contact/submit`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ form: 'site', name: name || 'No Name', email: `${crypto.randomUUID().slice(0, 8)}@example.org`, subject: 'Hi', message: 'Hello', isSubscribed: true, elapsed: 9999, website: '' }) })
  if (!r.ok) console.log(await r.text())
}
const shot = async name => {
  for (const [w, h] of [[1440, 900], [360, 740]]) for (const scheme of ['light', 'dark']) {
    await page.setViewportSize({ width: w, height: h }); await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' }); await page.waitForTimeout(250)
    await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 }); await page.emulateMedia({ colorScheme: 'light' })
}
await page.goto(`${base}/admin`)
await page.getByText('Export CSV').waitFor()
await page.waitForTimeout(600)
const street = page.getByLabel('Street'); await street.waitFor()
if (!(await street.inputValue())) {
  await street.fill('1 Lamp Street'); await page.getByLabel('City').fill('Springfield'); await page.getByLabel('State or region').fill('IL'); await page.getByLabel('Postal code').fill('62701')
  await page.getByRole('button', { name: 'Save address' }).click(); await page.getByText('Saved').first().waitFor()
}
await shot('admin')
await page.getByRole('button', { name: 'Send newsletter' }).click()
await page.waitForURL('**/admin/newsletters/*')
await page.getByLabel('Subject').fill('What is new in May')
await page.getByLabel('Preheader').fill('Forms, faster imports, and a word of thanks')
await page.getByRole('textbox', { name: 'Content' }).fill('# Hello from Lampstand\n\nDear {firstName|friend},\n\nthis month **two things** got better:\n\n- the board is quicker on phones\n- imports can be undone\n\n> Neither do you light a lamp and put it under a measuring basket.\n\n[Read the help](http://127.0.0.1:3310/help)\n\nThank you,\nthe Lampstand team')
await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
await page.waitForTimeout(1500)
await shot('composer')
await page.getByRole('button', { name: 'More actions' }).click(); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/menu.png` })
await page.getByRole('menuitem', { name: 'Schedule' }).click(); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/schedule.png` })
await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
await page.getByRole('button', { name: 'Send now' }).click()
await page.getByRole('button', { name: /^Send to/ }).waitFor(); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/confirm.png` })
await page.getByRole('button', { name: /^Send to/ }).click()
await page.getByText('Read it in the web archive').waitFor()
await page.waitForTimeout(4000)
await shot('report')
await page.goto(`${base}/newsletter`); await shot('archive')
await page.locator('h2 a').first().click(); await shot('issue')
const { items } = await (await fetch(`${base}/rest/v1/outbox/caught`)).json()
const mail = items.find(i => i.kind === 'newsletter')
await page.goto(/https?:\/\/\S+unsubscribe\/\S+/.exec(mail.text)[0]); await shot('unsubscribe')
await page.getByRole('button', { name: 'Unsubscribe' }).click(); await page.getByText('You are unsubscribed').waitFor(); await shot('left')
await page.goto(`${base}/outbox`); await page.waitForTimeout(800); await shot('outbox')
await browser.close()
