// Modules: payments
import fs from 'node:fs'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  test,
} from '../fixtures.ts'

test('an invoice is drafted, finalized and sent; the customer pays a part by phone without JavaScript, and a check the rest', async ({
  visit,
  tolerate,
}) => {
  // What is wrong with an amount is said with this status.
  tolerate(/422/)
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/payment-settings?tab=invoices')
  await expect(page.getByLabel('Invoice Footer Text')).toHaveValue('Thank you for your business!')
  await page.getByLabel('Business Address').fill('412 Elm Street\nAustin, TX 78701')
  await page.getByRole('button', { name: 'Save Invoice Settings' }).click()
  await expect(page.getByText('Payment settings saved successfully')).toBeVisible()
  await expectAccessible(page)

  const email = newAddress('choir')
  await page.getByRole('button', { name: 'New Invoice' }).click()
  const form = page.getByRole('dialog', { name: 'New Invoice' })
  await form.getByRole('textbox', { name: 'Customer', exact: false }).last().fill('Hill Street Choir')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Description of line 1').fill('Fellowship hall')
  await form.getByLabel('Quantity of line 1').fill('2')
  await form.getByLabel('Price of line 1').fill('50')
  await expect(form.getByText('$100.00 in all')).toBeVisible()
  await form.getByRole('button', { name: 'Save draft' }).click()

  const draft = page.getByRole('dialog', { name: 'Draft' })
  await draft.getByRole('button', { name: 'Finalize' }).click()
  await page.getByRole('dialog', { name: 'Finalize this invoice?' }).getByRole('button', { name: 'Finalize' }).click()
  const invoice = page.getByRole('dialog', { name: /^Invoice INV-\d{4}-00001$/ })
  await invoice.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(invoice.getByText('Sent', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    invoice.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const guest = await visit(null, { viewport: { width: 390, height: 800 }, javaScriptEnabled: false })
  await guest.goto(new URL(linkIn(await mailTo(email, /^Invoice INV/), '/i/')).pathname)
  await expect(guest.getByRole('heading', { level: 1 })).toContainText('INV-')
  await expectNoHorizontalScroll(guest)
  await guest.getByLabel('Amount').fill('500')
  await guest.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(guest.getByText('Please pay at most $100.00')).toBeVisible()
  await guest.getByLabel('Amount').fill('40')
  await guest.getByRole('button', { name: 'Continue to payment' }).click()
  await guest.waitForURL(/sandbox\/pay/)
  await guest.getByRole('button', { name: 'Pay $40.00' }).click()
  await expect(guest.getByText('Your payment of $40.00 was received.')).toBeVisible()

  await expect(invoice.getByText('$60.00 open')).toBeVisible()
  await invoice.getByRole('button', { name: 'Record a payment' }).click()
  const money = page.getByRole('dialog', { name: 'Record a payment' })
  await expect(money.getByLabel('Amount (USD)')).toHaveValue('60.00')
  await money.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(invoice.getByText('Paid in full')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'invoices' }).getByText('Paid', { exact: true })).toBeVisible()
})

test('a plan is created and its price changed for new customers only', async ({ visit, tolerate }) => {
  // The page of a plan refuses what is missing.
  tolerate(/422/)
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/payment-settings?tab=plans')
  await page.getByRole('button', { name: 'Create New Plan' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Plan' })
  await form.getByLabel('Plan Name').fill('Basic Plan')
  await form.getByLabel('Price').fill('29')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Basic Plan/ })
  await expect(row).toContainText('$29.00')
  await expect(row).toContainText('monthly')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Basic Plan' })
  await edit.getByLabel('Price', { exact: true }).fill('35')
  await expect(edit.getByLabel(/New customers only/)).toBeChecked()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('$35.00')
  await row.getByRole('button', { name: 'Subscribers of Basic Plan' }).click()
  const drawer = page.getByRole('dialog', { name: 'Basic Plan' })
  await expect(drawer.getByText('No subscribers yet')).toBeVisible()
  await expectAccessible(page)
  const link = (await drawer.getByText(/\/plans\//).textContent())!
  await page.goto(new URL(link).pathname)
  await expect(page.getByText('You pay $35.00 today.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Maria')
  await page.getByLabel('Email').fill('none')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Please enter your last name')
  await expect(page.getByLabel('First name')).toHaveValue('Maria')
})
