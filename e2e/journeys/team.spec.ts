// Modules: dashboard leads clients
import { aChurch, expect, exploreDemo, linkIn, mailTo, newAddress, test } from '../fixtures.ts'

test('the demo church has its figures, and a click opens the rows behind them', async ({ page }) => {
  await exploreDemo(page)
  const leads = page.getByRole('link', { name: /Total Leads/ })
  await expect(leads).toContainText('152')
  await expect(page.getByRole('link', { name: /Conversion Rate/ })).toContainText('18.5%')
  await leads.click()
  await page.waitForURL('**/leads?view=table')
  await expect(page.getByText('152', { exact: false }).first()).toBeVisible()
})

test('a lead that a colleague adds changes the figures at once', async ({ visit }) => {
  const church = await aChurch()
  const page = await visit(church.owner)
  await page.goto('/dashboard')
  const tile = page.getByRole('link', { name: /Total Leads/ })
  await expect(tile).toContainText('0')
  await (await church.member('staff')).ask('POST', '/rest/v1/leads', { firstName: 'Ann' })
  await expect(tile).toContainText('1')
  await expect(page.getByText('Ann').first()).toBeVisible()
})

test('a panel that fails says so and is tried again; the others stand', async ({ visit, tolerate }) => {
  tolerate(/status of 500/)
  const church = await aChurch()
  await church.owner.ask('POST', '/rest/v1/leads', { firstName: 'Ann', source: 'Website' })
  const page = await visit(church.owner)
  const route = '**/rest/v1/leads/by-source*'
  await page.route(route, each => each.fulfill({ status: 500, body: 'not JSON at all' }))
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Leads by Source' })
  await expect(panel.getByText('We could not load')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: /Total Leads/ })).toContainText('1')
  await expect(page.getByRole('region', { name: 'Recent Leads' }).getByText('Ann')).toBeVisible()
  await page.unroute(route)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByText('Website').first()).toBeAttached()
})

test('a role that may only look is offered nothing to change, and one that is gone is out', async ({
  visit,
  tolerate,
}) => {
  tolerate(/40[134]/)
  const church = await aChurch()
  await church.owner.ask('POST', '/rest/v1/leads', { firstName: 'Ann' })
  const viewer = await church.member('viewer', 'Vera Viewer')
  const page = await visit(viewer)
  await page.goto('/leads')
  await expect(page.getByTestId('lead-card')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add Lead' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Move Ann/ })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()

  // Another role applies right away, on the open page too.
  const { items } = await church.owner.ask('GET', '/rest/v1/members')
  const vera = items.find((member: { name: string }) => member.name === 'Vera Viewer')
  await church.owner.ask('PATCH', `/rest/v1/members/${vera.id}`, { role: 'staff', version: vera.version })
  await expect(page.getByRole('button', { name: 'Add Lead' }).first()).toBeVisible()

  const owner = await visit(church.owner)
  await owner.goto('/settings?section=team')
  const row = owner.getByRole('listitem').filter({ hasText: 'Vera Viewer' })
  await row.getByRole('button', { name: /More for/ }).click()
  await owner.getByRole('menuitem', { name: 'Remove' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(owner.getByText('Vera Viewer is no longer a member')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You are no longer a member of any account.', { exact: false })).toBeVisible()
})

test('a withdrawn invitation and one for someone else are refused in a sentence', async ({ visit, tolerate }) => {
  tolerate(/40[34]|410/)
  const church = await aChurch('Harbour Church')
  const email = newAddress('invited')
  const { id } = await church.owner.ask('POST', '/rest/v1/invitations', { email, role: 'staff' })
  const link = linkIn(await mailTo(email, /invites you/), '/invitation')
  const other = await visit((await aChurch()).owner)
  await other.goto(link)
  await expect(other.getByText('the invitation is for another address', { exact: false })).toBeVisible()
  await church.owner.ask('POST', `/rest/v1/invitations/${id}/revoke`)
  await other.reload()
  await expect(other.getByText('This invitation was canceled.')).toBeVisible()
})

test('a member of two churches goes from one to the other, and sees nothing of the first there', async ({ visit }) => {
  const [grace, hope] = [await aChurch('Grace Church'), await aChurch('Hope Chapel')]
  await grace.owner.ask('POST', '/rest/v1/leads', { firstName: 'Grace', lastName: 'Guest' })
  await hope.owner.ask('POST', '/rest/v1/leads', { firstName: 'Hope', lastName: 'Guest' })
  await hope.owner.ask('POST', '/rest/v1/invitations', { email: grace.owner.email, role: 'admin' })
  const page = await visit(grace.owner)
  await page.goto(linkIn(await mailTo(grace.owner.email, /Hope Chapel/), '/invitation'))
  await page.getByRole('button', { name: 'Join Hope Chapel' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/leads')
  await expect(page.getByText('Hope Guest')).toBeVisible()
  await expect(page.getByText('Grace Guest')).toBeHidden()
  const { items } = await hope.owner.ask('GET', '/rest/v1/leads')
  // What the page itself asks for comes before the switch.
  const panels = ['conversations/counts', 'workflow-explanations/runs', 'workflow-explanations/messages', 'attendance']
  const shown = [...panels, 'leads', 'appointments', 'prayer-requests', 'workflow-approvals'].map(path =>
    page.waitForResponse(response => response.url().includes(`/rest/v1/${path}`)),
  )
  await page.goto(`/people/${items[0].personId}`)
  await expect(page.getByRole('heading', { name: 'Hope Guest' })).toBeVisible()
  await Promise.all(shown)
  await page.getByRole('button', { name: /Switch account/ }).click()
  // Nothing of the former account is asked for any more, nor its records under the new one.
  const asked: { url: string; account: string | undefined }[] = []
  page.on('request', request => {
    const account = request.headers()['lampstand-client']
    if (account || /\/(rest|storage)\/v1/.test(request.url())) asked.push({ url: request.url(), account })
  })
  await page.getByRole('menuitem', { name: /Grace Church/ }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Grace Guest').first()).toBeVisible()
  expect(asked.length).toBeGreaterThan(3)
  const { accounts } = await grace.owner.ask('GET', '/rest/v1/clients/mine')
  const former = accounts.find((one: { name: string }) => one.name === 'Hope Chapel').id
  expect(asked.filter(({ url, account }) => account === former || url.includes(items[0].personId))).toEqual([])
  await page.goto('/leads')
  await expect(page.getByText('Grace Guest')).toBeVisible()
  await expect(page.getByText('Hope Guest')).toBeHidden()
})
