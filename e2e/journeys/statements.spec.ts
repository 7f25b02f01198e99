// Modules: donations portal documents people
import { readFile } from 'node:fs/promises'
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

test('January run: preflight → make statements → download one → email → the donor’s copy in the portal', async ({
  visit,
}) => {
  const { owner } = await aChurch('Hope Chapel')
  const email = newAddress('ann')
  const points = [{ kind: 'email', value: email }]
  const ann = await owner.ask('POST', '/rest/v1/people', { firstName: 'Ann', lastName: 'Miller', points })
  const year = new Date().getUTCFullYear() - 1
  const gift = { receivedOn: `${year}-12-31`, method: 'check', personId: ann.id, lines: [{ amount: 30_000 }] }
  await owner.ask('POST', '/rest/v1/gifts/record', { key: crypto.randomUUID(), ...gift })

  const page = await visit(owner)
  await page.goto('/donations/statements')
  await page.getByLabel('From').fill(`${year}-01-01`)
  await page.getByLabel('To').fill(`${year}-12-31`)
  await expect(page.getByText('1 donor, 1 gift')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make statements' })).toBeDisabled()
  await page.getByRole('link', { name: 'Complete the receipt settings' }).click()
  await page.getByLabel('Address').fill('1 Main St\nAustin, TX 78701')
  await page.getByLabel('EIN').fill('12-3456789')
  await page.getByLabel('Name of the signatory').fill('Pat Miller')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Receipt settings saved')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/donations/statements')
  await page.getByLabel('From').fill(`${year}-01-01`)
  await page.getByLabel('To').fill(`${year}-12-31`)
  await page.getByRole('button', { name: 'Make statements' }).click()
  await expect(page.getByText('1 issued, 0 corrected, 0 voided')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Show statements' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const church = await readFile(await (await downloading).path())
  expect(church.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: 'Email 1' }).click()
  await expect(page.getByText('1 emailed')).toBeVisible()
  await mailTo(email, /^Your giving statement from Hope Chapel$/)

  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const portal = `/my/${accounts.find((one: any) => !one.house).slug}`
  const donor = await visit(null, { viewport: { width: 360, height: 740 } })
  await donor.goto(portal)
  await donor.getByLabel('Email address or phone number').fill(email)
  await donor.getByRole('button', { name: 'Send link' }).click()
  await donor.goto(linkIn(await mailTo(email, /^Sign in to Hope Chapel$/), '/sign-in/'))
  await donor.getByRole('button', { name: 'Sign in' }).click()
  await donor.getByRole('link', { name: 'Statements' }).click()
  await expectAccessible(donor)
  await expectNoHorizontalScroll(donor)
  const copying = donor.waitForEvent('download')
  await donor.getByRole('link', { name: `Contribution statement, ${year}` }).click()
  expect(await readFile(await (await copying).path())).toEqual(church)
})
