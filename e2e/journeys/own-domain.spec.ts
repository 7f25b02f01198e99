// Modules: pages web-domains links
import { aChurch, expect, expectAccessible, origin, test } from '../fixtures.ts'

test('a domain of the church’s own is verified, and its page, a redirect and the navigation are there', async ({
  visit,
  tolerate,
}) => {
  const { owner } = await aChurch('Own Domain Chapel')
  const host = `chapel-${crypto.randomUUID().slice(0, 8)}.localhost`
  tolerate(new RegExp(`left for http://${host}`))
  tolerate(/400 .*web-domains/)
  for (const name of ['Welcome home', 'Plan a visit']) {
    const page = await owner.ask('POST', '/rest/v1/pages', { name })
    const draft = { content: [{ type: 'heading', props: { id: 'h1', text: name, level: 1 } }] }
    const isHome = name === 'Welcome home'
    const changed = await owner.ask('PATCH', `/rest/v1/pages/${page.id}`, { version: page.version, draft, isHome })
    await owner.ask('POST', `/rest/v1/pages/${page.id}/publish`, { version: changed.version })
  }
  const page = await visit(owner)
  await page.goto('/page-builder/site')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add domain' })
  await dialog.getByLabel('Domain').fill('not a domain')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(dialog.getByText('Please enter a domain, such as www.yourchurch.org')).toBeVisible()
  await dialog.getByLabel('Domain').fill(`http://${host}/`)
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await page.getByRole('button', { name: 'Publish in the sandbox' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByText('Main address')).toBeVisible()

  await page.getByLabel('Add a page').selectOption({ label: 'Plan a visit' })
  await page.getByRole('button', { name: 'Add to the navigation' }).click()
  await expect(page.getByRole('list', { name: 'Navigation' })).toContainText('Plan a visit')
  await page.getByRole('button', { name: 'Add redirect' }).click()
  const redirect = page.getByRole('dialog', { name: 'Add redirect' })
  await redirect.getByLabel('From').fill('come')
  await redirect.getByLabel('To').selectOption({ label: 'Plan a visit' })
  await redirect.getByRole('button', { name: 'Add redirect' }).click()
  await expect(page.getByText('/come')).toBeVisible()
  await expectAccessible(page)

  const at = `http://${host}:${new URL(origin()).port}`
  const phone = await visit(null, { viewport: { width: 390, height: 844 } })
  await phone.goto(at)
  await expect(phone.getByRole('heading', { name: 'Welcome home' })).toBeVisible()
  await phone.getByRole('link', { name: 'Plan a visit' }).click()
  await expect(phone).toHaveURL(`${at}/plan-a-visit`)
  await phone.goto(`${at}/come`)
  await expect(phone).toHaveURL(`${at}/plan-a-visit`)
})
