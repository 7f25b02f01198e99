// Modules: platform-admin clients site messaging identity entitlements
import type { Page } from '@playwright/test'
import { type Person, person, send } from '../../src/testing/processes/person.ts'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  mailTo,
  newAddress,
  origin,
  test,
} from '../fixtures.ts'

/** The operator of this server here: the demo church's owner is one of them. */
async function operator(): Promise<Person> {
  const { body: session } = await send(`${origin()}/auth/v1/demo`, { method: 'POST' })
  const known = { email: session.user.email, token: session.access_token, userId: session.user.id, session }
  const { accounts } = await person(origin(), { ...known, clientId: '' }).ask('GET', '/rest/v1/clients/mine')
  return person(origin(), { ...known, clientId: accounts.find((one: any) => one.house).id })
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openClient(page: Page, name: string) {
  await page.goto('/admin#clients')
  await section(page, 'Clients').getByPlaceholder('Church or a member’s email').fill(name)
  await section(page, 'Clients')
    .getByRole('button', { name: new RegExp(name) })
    .click()
  return page.getByRole('dialog', { name })
}

test('visitor → contact → admin replies → visitor gets it', async ({ visit }) => {
  const visitor = await visit(null)
  const email = newAddress('visitor')
  await visitor.goto('/contact')
  await visitor.getByLabel('Name').fill('Vera Visitor')
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Subject').fill('Two campuses')
  await visitor.getByLabel('Message').fill('Does it work for two campuses?')
  await visitor.waitForTimeout(2_100) // nobody fills it in faster, and who does is kept apart
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(visitor.getByText('Message Sent!')).toBeVisible()
  await mailTo(email, /We have your message/)

  const page = await visit(await operator())
  await page.goto('/admin')
  const list = section(page, 'Contact Form Submissions')
  await list.getByPlaceholder('Name, email or text').fill(email)
  await expect(page).toHaveURL(/contact\.q=visitor/)
  await expect(list.getByText('Auto replied')).toHaveCount(2) // the filter's choice and the row
  await list.getByRole('button', { name: /Vera Visitor/ }).click()
  await expect(page).toHaveURL(/submission=/)
  const drawer = page.getByRole('dialog', { name: 'Two campuses' })
  await expect(drawer.getByText('Does it work for two campuses?')).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Send reply' }).click()
  await expect(drawer.getByText('Please write a reply')).toBeVisible()
  await drawer.getByLabel('Reply to Vera Visitor').fill('Yes, each campus is a group.')
  await drawer.getByRole('button', { name: 'Send reply' }).dblclick()
  await expect(drawer.getByText('Delivered')).toHaveCount(1)
  await expect(drawer.getByLabel('Status')).toHaveValue('replied')
  await drawer.getByLabel('Assigned to').selectOption({ label: 'Ruth Bennett' })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await mailTo(email, /Re: Two campuses/)).toContain('Yes, each campus is a group.')

  await visitor.goto('/outbox')
  await expect(visitor.getByText('Re: Two campuses').first()).toBeVisible()
})

test('support enters with a banner, and the church reads of it in its audit log', async ({ visit }) => {
  const name = `Hope ${newAddress('').slice(1, 9)}`
  const church = await aChurch(name)
  await church.owner.ask('POST', '/rest/v1/leads', { firstName: 'Pat' })
  const page = await visit(await operator())
  const drawer = await openClient(page, name)
  await drawer.getByRole('button', { name: 'Enter as support' }).click()
  await drawer.getByRole('button', { name: 'Enter for an hour' }).click()
  await expect(drawer.getByText('Please enter a reason', { exact: true })).toBeVisible()
  await drawer.getByLabel('Reason').fill('Their import hangs')
  await drawer.getByRole('button', { name: 'Enter for an hour' }).click()
  await page.waitForURL('**/dashboard')
  const banner = page.getByRole('region', { name: 'Support', exact: true })
  await expect(banner).toContainText(
    new RegExp(
      `You are in ${name} as support until \\d+:\\d\\d [AP]M\\. Everything you do appears in its audit log\\.`,
    ),
  )
  await expectAccessible(page)
  await page.goto('/settings?section=team')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await banner.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin#clients')
  await expect(banner).toHaveCount(0)

  const owner = await visit(church.owner)
  await owner.goto('/settings?section=activity')
  await expect(owner.getByText('entered as support: Their import hangs')).toBeVisible()
  await expect(owner.getByText('left the account as support')).toBeVisible()
  await owner.getByLabel('Record').selectOption('leads')
  await expect(owner.getByText('added a lead: Pat')).toBeVisible()
  await expect(owner).toHaveURL(/table=leads/)
  await expect(owner.getByText('Their import hangs')).toHaveCount(0)
})

test('a suspended church is told so kindly, can export, and goes on where it was', async ({ visit, tolerate }) => {
  tolerate(/status of 403/)
  const name = `Grace ${newAddress('').slice(1, 9)}`
  const church = await aChurch(name)
  const owner = await visit(church.owner)
  await owner.goto('/leads')
  await expect(owner.getByRole('heading', { name: 'Lead Pipeline' })).toBeVisible()
  const page = await visit(await operator())
  const drawer = await openClient(page, name)
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await drawer.getByLabel('Reason').fill('Mail to strangers')
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await page
    .getByRole('dialog', { name: `Suspend ${name}?` })
    .getByRole('button', { name: 'Suspend' })
    .click()
  await expect(drawer.getByText('Mail to strangers')).toBeVisible()

  await expect(owner.getByRole('heading', { name: `${name} is paused` })).toBeVisible()
  await expect(owner.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact')
  await expectAccessible(owner)
  await owner.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(owner)
  await owner.getByRole('button', { name: 'Export everything' }).click()
  const download = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^lampstand-export-.*\.zip$/)

  await drawer.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('heading', { name: 'Lead Pipeline' })).toBeVisible()
})

test('an incident stands on the status page until it is history; providers are tried out; jobs are told', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 400 .*providers/) // a text without a number
  const title = `Mail is slow ${newAddress('').slice(1, 9)}`
  const page = await visit(await operator())
  await page.goto('/admin#incidents')
  const log = section(page, 'Incidents')
  await log.getByRole('button', { name: 'New incident' }).click()
  const form = page.getByRole('dialog', { name: 'New incident' })
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByText('Please describe the problem')).toBeVisible()
  await form.getByLabel('Problem').fill(title)
  await form.getByLabel('Mail').check()
  await form.getByLabel('Details').fill('We look into it.')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(log.getByRole('heading', { name: title })).toBeVisible()

  const visitor = await visit(null)
  await expect(async () => {
    await visitor.goto('/status')
    await expect(visitor.getByText('Some systems have problems')).toBeVisible({ timeout: 1_000 })
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await log.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Add update' }).click()
  const update = page.getByRole('dialog', { name: title })
  await update.getByLabel('Status').selectOption('resolved')
  await update.getByLabel('Details').fill('Fixed.')
  await update.getByRole('button', { name: 'Publish' }).click()
  await expect(log.getByText('Fixed.')).toBeVisible()
  await expect(async () => {
    await visitor.goto('/status')
    await expect(visitor.getByText('Fixed.')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await page.goto('/admin#providers')
  const providers = section(page, 'Providers')
  for (const name of ['mail', 'files']) {
    await providers.getByRole('button', { name: `Test ${name}` }).click()
    await expect(providers.getByText(/OK: [\d,]+ ms/).nth(name === 'mail' ? 0 : 1)).toBeVisible()
  }
  await providers.getByRole('button', { name: 'Test texts' }).click()
  await expect(providers.getByText('Please enter a number to send it to')).toBeVisible()
  await page.goto('/admin#jobs')
  await expect(section(page, 'Jobs').getByText(/\d+ waiting, \d+ running, \d+ failed/)).toBeVisible()
})
