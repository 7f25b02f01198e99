// Modules: billing entitlements platform-admin
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  mailTo,
  newAddress,
  origin,
  password,
  test,
} from '../fixtures.ts'

/** Signs up from the price list, with the plan that was chosen there. */
async function startTrial(page: Page, plan: string): Promise<string> {
  const { items } = await (await fetch(`${origin()}/rest/v1/plans?family=crm`)).json()
  const { id } = items.find((one: any) => one.name === plan).prices.find((one: any) => one.interval === 'month')
  const email = newAddress('treasurer')
  await page.goto(`/login?signup=true&priceId=${id}`)
  await page.getByLabel('Name').fill('Tess Treasurer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/welcome')
  await page.getByLabel('Name of your church or ministry').fill('Harbour Church')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: /Invite a colleague/ })).toBeVisible()
  return email
}

const details = (page: Page) => page.getByRole('region', { name: 'Subscription Details' })

async function subscribe(page: Page, card: RegExp): Promise<void> {
  await page.goto('/profile#subscription')
  await expect(details(page).getByText('Trialing')).toBeVisible()
  await details(page).getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('dialog', { name: 'Choose a plan' }).getByRole('button', { name: 'Choose Starter' }).click()
  await page.waitForURL('**/sandbox/checkout/**')
  await expect(page.getByRole('heading', { name: 'Subscribe to Starter' })).toBeVisible()
  await page.getByLabel(card).check()
  await page.getByRole('button', { name: 'Keep this card and subscribe' }).click()
  await page.waitForURL('**/profile?checkout=**')
}

async function inPortal(page: Page, work: () => Promise<void>): Promise<void> {
  await details(page).getByRole('button', { name: 'Manage billing' }).click()
  await page.waitForURL('**/sandbox/portal/**')
  await work()
  await page.getByRole('link', { name: 'Back to Lampstand' }).click()
  await page.waitForURL('**/profile#subscription')
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('trial, checkout, portal, cancel, reactivate', async ({ page }) => {
  await startTrial(page, 'Starter')
  await page.goto('/profile#subscription')
  await expect(details(page).getByText(/Your free trial ends on/)).toBeVisible()
  await expect(details(page).getByText('$29.00 / month')).toBeVisible()
  await expect(details(page).getByText('0 of 1,000 leads')).toBeVisible()

  await subscribe(page, /Visa 4242/)
  await expect(details(page).getByText('Visa 4242')).toBeVisible()
  await expect(details(page).getByText('First payment')).toBeVisible()

  await inPortal(page, async () => {
    await expectAccessible(page)
    await expect(page.getByText(/In trial until/)).toBeVisible()
    await press(page, /To the next event/)
    await expect(page.getByText(/Active. It renews on/)).toBeVisible()
    await press(page, 'Cancel subscription')
    await expect(page.getByText(/Canceled. It stays active until/)).toBeVisible()
  })
  await expect(details(page).getByText('Canceling')).toBeVisible()
  await expect(details(page).getByText('Cancellation Scheduled')).toBeVisible()
  await expect(page.getByRole('status').getByText(/This subscription ends on/)).toBeVisible()
  await details(page).getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Your subscription continues')).toBeVisible()
  await expect(details(page).getByText('Cancellation Scheduled')).toHaveCount(0)
  await expect(details(page).getByText('Active', { exact: true })).toBeVisible()
  await expect(details(page).getByText('Paid')).toBeVisible()
})

test('a renewal that fails: dunning, read-only, and everything again once it is paid', async ({ page, tolerate }) => {
  // What a read-only account refuses comes back as 402, which the browser notes.
  tolerate(/402 \(Payment Required\)/)
  const email = await startTrial(page, 'Starter')
  await subscribe(page, /Visa 0341/)
  await inPortal(page, async () => {
    await press(page, /To the next event/)
    await expect(page.getByText(/The last payment failed/)).toBeVisible()
  })
  await expect(details(page).getByText('The last payment did not go through')).toBeVisible()
  expect(await mailTo(email, /did not go through/)).toContain('save another card')
  await expect(page.getByRole('status').getByText(/From .* this account is read-only/)).toBeVisible()

  await inPortal(page, async () => {
    for (let i = 0; i < 3; i++) await press(page, '3 days forward')
  })
  await expect(page.getByRole('status').getByText(/read-only until its open invoice is paid/)).toBeVisible()
  await mailTo(email, /read-only until its invoice is paid/)
  await page.goto('/leads?add=1')
  await page.getByLabel('First name').fill('Pat')
  await page.getByRole('dialog').getByRole('button', { name: 'Add lead' }).click()
  await expect(page.getByText(/read-only until its subscription is paid. Nothing was changed/)).toBeVisible()

  await page.goto('/profile#subscription')
  await inPortal(page, async () => {
    await page.getByLabel(/Visa 4242/).check()
    await press(page, 'Save card')
    await expect(page.getByText(/Active. It renews on/)).toBeVisible()
  })
  await expect(page.getByRole('status').getByText(/read-only/)).toHaveCount(0)
  await page.goto('/leads?add=1')
  await page.getByLabel('First name').fill('Pat')
  await page.getByRole('dialog').getByRole('button', { name: 'Add lead' }).click()
  await expect(page.getByText('Pat').first()).toBeVisible()
})

test('the operator sells a new product, sees who pays, and deletes what nobody bought', async ({ page, visit }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Explore the demo' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'New product' }).click()
  const drawer = page.getByRole('dialog', { name: 'New product' })
  await drawer.getByLabel('Price', { exact: true }).fill('-3')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Name is required')).toBeVisible()
  await expect(drawer.getByText('Price must be a positive number')).toBeVisible()
  const name = `Choir ${Date.now()}`
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByLabel('Price', { exact: true }).fill('4.35')
  await drawer.getByRole('button', { name: 'Save' }).click()
  const products = page.getByRole('region', { name: 'Products', exact: true })
  await expect(products.getByText(name)).toBeVisible()
  await expect(products.getByText('$4.35 / month')).toBeVisible()
  await products.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} is deleted`)).toBeVisible()
  await expect(products.getByText(name, { exact: true })).toHaveCount(0)

  await startTrial(await visit(null), 'Professional')
  await page.reload()
  const sold = page.getByRole('region', { name: 'Subscriptions', exact: true })
  await sold.scrollIntoViewIfNeeded()
  await sold
    .getByRole('button', { name: /Harbour Church/ })
    .first()
    .click()
  const one = page.getByRole('dialog', { name: 'Harbour Church' })
  await one.getByRole('button', { name: /Extend trial/ }).click()
  await expect(page.getByText('Trial extended by 7 days')).toBeVisible()
})

test('the sandbox’s own pages: without barriers, on a phone without scrolling sideways', async ({ page, tolerate }) => {
  tolerate(/402 \(Payment Required\)/)
  await startTrial(page, 'Starter')
  await page.goto('/profile#subscription')
  await details(page).getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Choose Professional' }).click()
  await page.waitForURL('**/sandbox/checkout/**')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoHorizontalScroll(page)
  await page.getByLabel(/Visa 0002/).check()
  await page.getByRole('button', { name: 'Keep this card and subscribe' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Your card was declined/)
})
