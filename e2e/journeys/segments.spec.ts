// Modules: people sms consent
import { aChurch, expect, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('a segment is built by keyboard, counted live, saved, filters the list, and comes back after it is deleted', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const add = (firstName: string, city: string) =>
    owner.ask('POST', '/rest/v1/people', { firstName, lastName: 'Miller', addresses: [{ label: 'home', city }] })
  for (const [name, city] of [
    ['Ann', 'Waco'],
    ['Ben', 'Waco'],
    ['Cleo', 'Austin'],
  ] as const)
    await add(name, city)
  const page = await visit(owner, { viewport: { width: 360, height: 740 } })
  await page.goto('/people/segments')
  await page.getByRole('link', { name: 'Create one' }).click()
  await page.getByRole('button', { name: 'Add a condition' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'City' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter what to look for')).toBeVisible()
  await page.getByLabel('Value').fill('waco')
  const now = page.getByRole('region', { name: 'Right now' })
  await expect(now.getByText('2people')).toBeVisible()
  await expect(now).toContainText('For example Ben Miller, Ann Miller')
  await expect(now).toContainText('People whose city is waco.')
  await page.getByRole('button', { name: 'Add a group' }).click()
  await page.getByLabel('Value').nth(1).fill('ann')
  await expect(now.getByText('1person')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await page.getByLabel('Segment name').fill('Neighbors')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Neighbors' })).toBeVisible()

  await page.getByRole('button', { name: '1 without an email address: show them' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Ann Miller' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Show people' }).click()
  await expect(page).toHaveURL(/people\?segment=/)
  await expect(page.getByText('1 of 1 person')).toBeVisible()
  await page.goBack()
  // The list of people has a button of that name too.
  await expect(page.getByRole('heading', { name: 'Neighbors' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete this segment' }).click()
  await expect(page.getByText('No segments yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Neighbors' })).toBeVisible()
})

test('a list shows five rows of a skeleton while it loads; membership is chosen from what people have', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  await owner.ask('POST', '/rest/v1/people', { firstName: 'Ann', lastName: 'Miller', membershipStatus: 'Member' })
  await owner.ask('POST', '/rest/v1/people', { firstName: 'Ben', lastName: 'Miller', membershipStatus: 'Guest' })
  const page = await visit(owner)
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(/\/rest\/v1\/people\?/, route => held.then(() => route.continue()))
  await page.goto('/people')
  await expect(page.getByRole('table', { name: 'people' }).locator('tbody tr')).toHaveCount(5)
  answer()
  await expect(page.getByRole('table', { name: 'people' }).locator('tbody tr')).toHaveCount(2)
  await page.goto('/people/segments')
  await page.getByRole('link', { name: 'Create one' }).click()
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('menuitem', { name: 'Membership', exact: true }).click()
  const value = page.getByRole('combobox', { name: 'Value' })
  await expect(value.getByRole('option')).toHaveText(['Choose …', 'Guest', 'Member'])
  await value.selectOption('Guest')
  await expect(page.getByRole('region', { name: 'Right now' })).toContainText('For example Ben Miller')
})

test('consent from a paper sheet is recorded for many, and a text reaches them', async ({ visit }) => {
  const { owner } = await aChurch()
  for (const [firstName, value] of [
    ['Ann', '+15125550171'],
    ['Ben', '+15125550172'],
  ])
    await owner.ask('POST', '/rest/v1/people', { firstName, lastName: 'Miller', points: [{ kind: 'phone', value }] })
  const page = await visit(owner)
  await page.goto('/sms/compose')
  await page.getByRole('checkbox', { name: 'Everyone' }).check()
  await page.getByRole('button', { name: '2 without consent: show them' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'People', exact: true }).click()
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Record consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record consent for 2 people' })
  await dialog.getByRole('button', { name: 'Record consent' }).click()
  await expect(dialog.getByText('Please say how they consented')).toBeVisible()
  await dialog.getByLabel('How did they consent?').fill('Signed the sheet at the picnic')
  await dialog.getByLabel('All 2 people consented').check()
  await dialog.getByRole('button', { name: 'Record consent' }).click()
  await expect(page.getByText('Consent recorded for 2 people.')).toBeVisible()
  await page.getByRole('link', { name: 'Ann Miller' }).click()
  const consent = page.getByRole('region', { name: 'Consent' })
  await expect(
    consent.getByText(/^Opted in to texts about News and events, .*, recorded by staff: “Signed the sheet/),
  ).toBeVisible()
  await page.goto('/sms/compose')
  await page.getByRole('checkbox', { name: 'Everyone' }).check()
  await expect(page.getByRole('button', { name: '2 numbers will get it: show them' })).toBeVisible()
})
