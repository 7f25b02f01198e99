// Modules: clients people leads identity
import { expect, linkIn, mailTo, newAddress, password, signUpByHand, test } from '../fixtures.ts'

const csv = Buffer.from(`First name,Last name,Email,Mobile
Ann,Miller,ann@example.org,(512) 555-0143
Ben,Miller,ben@example.org,(512) 555-0143
Zoë,Łukasiewicz,zoe@example.org,
`)

test('a church signs up, invites a colleague, brings in its people, and both work its pipeline', async ({
  page,
  visit,
}) => {
  await signUpByHand(page, 'Olive Owner')
  await page.waitForURL('**/welcome')
  await page.getByLabel('Name of your church or ministry').fill('Harbour Church')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: /Invite a colleague/ }).click()
  await page.waitForURL('**/settings?section=team')

  const email = newAddress('colleague')
  await page.getByRole('button', { name: 'Invite' }).click()
  const drawer = page.getByRole('dialog', { name: 'Invite a colleague' })
  await drawer.getByLabel('Email').fill(email)
  await drawer.getByLabel('Role').selectOption('staff')
  await drawer.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()

  const colleague = await visit(null)
  await colleague.goto(linkIn(await mailTo(email, /invites you to Harbour Church/), '/invitation'))
  await expect(colleague.getByRole('heading', { name: 'Join Harbour Church' })).toBeVisible()
  await colleague.getByRole('link', { name: 'Create your account' }).click()
  await expect(colleague.getByLabel('Email')).toHaveValue(email)
  await colleague.getByLabel('Name').fill('Casey Cole')
  await colleague.getByLabel('Password', { exact: true }).fill(password)
  await colleague.getByLabel('Confirm password').fill(password)
  await colleague.getByRole('button', { name: 'Create account' }).click()
  await colleague.waitForURL('**/dashboard')
  // The owner sees that the invitation was accepted.
  await expect(page.getByText('Casey Cole')).toBeVisible()

  await colleague.goto('/leads')
  const theirs = (stage: string) => colleague.getByTestId(`column-${stage}`)
  await expect(theirs('new').getByRole('heading', { name: 'New Leads' })).toBeVisible()

  await page.goto('/people/import')
  await page.locator('input[type=file]').setInputFiles({ name: 'visitors.csv', mimeType: 'text/csv', buffer: csv })
  const onBoard = page.getByLabel('Add new people to the lead board')
  await onBoard.click()
  await expect(onBoard).toBeChecked()
  await page.getByRole('button', { name: 'Check first' }).click()
  await page.getByRole('button', { name: 'Import 3 new people' }).click()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  // The colleague's board fills by itself.
  await expect(theirs('new').getByTestId('lead-card')).toHaveCount(3)
  await page.getByRole('link', { name: 'Open the board' }).click()
  await page.getByRole('button', { name: 'Move Ann Miller to …' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(theirs('contacted').getByText('Ann Miller')).toBeVisible()

  // The next file of that kind begins where this one ended.
  await page.goto('/people/import')
  await page.locator('input[type=file]').setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: csv })
  await expect(page.getByText(/^Mapped as on .*\. You can change it\./)).toBeVisible()
})
