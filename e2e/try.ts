import { chromium } from '@playwright/test'

process.env.PUBLIC_URL = 'http://127.0.0.1:4010'
const base = 'http://127.0.0.1:4010'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
page.on('console', m => m.type() === 'error' && console.log('console', m.text().slice(0, 300)))
await page.goto(`${base}/login`)
await page.getByRole('button', { name: /demo/i }).first().click()
await page.waitForURL(/dashboard|\/$/, { timeout: 60000 })
await page.goto(`${base}/page-builder`)
await page
  .getByRole('button', { name: /new page/i })
  .first()
  .click()
await page
  .getByRole('dialog')
  .getByRole('button')
  .filter({ hasText: /empty|blank/i })
  .first()
  .click()
await page.waitForURL(/page-builder\/[0-9a-f-]{36}/)
await page.getByTestId('drawer-item:ourVideo').waitFor()

await page.getByTestId('drawer-item:ourVideo').click()
await page
  .getByRole('textbox', { name: 'Video', exact: true })
  .or(page.getByRole('combobox', { name: 'Video', exact: true }))
  .first()
  .click()
await page.waitForTimeout(1500)
await page.screenshot({ path: '/tmp/s1.png' })
await page.getByRole('option').first().click()
await page.waitForTimeout(500)
await page.getByTestId('drawer-item:ourVideos').click()
await page.getByRole('textbox', { name: 'Title' }).fill('Last Sundays')
await page.waitForTimeout(4000)
await page.screenshot({ path: '/tmp/s2.png' })
console.log(page.url())
await browser.close()
