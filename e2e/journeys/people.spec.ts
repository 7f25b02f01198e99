// Modules: people leads
import fs from 'node:fs'
import { aChurch, expect, test } from '../fixtures.ts'

const newPerson = (firstName: string, lastName: string, phone = '') => ({
  firstName,
  lastName,
  points: phone ? [{ kind: 'phone', label: 'mobile', value: phone }] : [],
})

test('people are found by a fragment, added to the board all at once, and taken along as CSV', async ({ visit }) => {
  const { owner } = await aChurch()
  for (const [first, last, phone] of [
    ['Ann', 'Miller', '(512) 555-0143'],
    ['Ben', 'Miller', '(512) 555-0144'],
    ['Zoë', 'Łukasiewicz', ''],
    ['=cmd', 'Formula', ''],
  ] as const)
    await owner.ask('POST', '/rest/v1/people', newPerson(first, last, phone))
  const page = await visit(owner)
  await page.goto('/people')
  await expect(page.getByText('Zoë Łukasiewicz').first()).toBeVisible()
  const search = page.getByPlaceholder('Name, email or phone')
  await search.fill('lukas')
  await expect(page.getByText('Ann Miller')).toBeHidden()
  await expect(page.getByText('Zoë Łukasiewicz').first()).toBeVisible()
  await search.fill('5550143')
  await expect(page.getByText('Ann Miller').first()).toBeVisible()
  await expect(page.getByText('Ben Miller')).toBeHidden()
  await search.fill('miller')
  await page.waitForURL(/q=miller/)
  await expect(page.getByText('Ben Miller').first()).toBeVisible()

  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Add to the board' }).click()
  await expect(page.getByText('2 people added to the board')).toBeVisible()
  const { items } = await owner.ask('GET', '/rest/v1/leads')
  expect(items.map((lead: any) => lead.name).sort()).toEqual(['Ann Miller', 'Ben Miller'])

  await search.fill('')
  await expect(page.getByText('Zoë Łukasiewicz').first()).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ])
  const csv = fs.readFileSync(await file.path(), 'utf8')
  expect(csv).toContain('Łukasiewicz')
  expect(csv).not.toMatch(/(^|,|")=cmd/m)

  const card = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Reed;Ann;;;', 'TEL;TYPE=CELL:5125550199', 'END:VCARD', ''].join('\r\n')
  await page.goto('/people/import')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'phone.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) })
  await expect(page.getByText('1 contact card, 4 columns.')).toBeVisible()
  await expect(page.getByLabel('Column separator')).toBeHidden()
})

test('a person has notes, and a timeline of what happened', async ({ visit }) => {
  const church = await aChurch()
  const { personId } = await church.owner.ask('POST', '/rest/v1/leads', { firstName: 'Ann', lastName: 'Miller' })
  const page = await visit(church.owner)
  await page.goto(`/people/${personId}`)
  await expect(page.getByRole('heading', { name: 'Ann Miller' })).toBeVisible()
  await expect(page.getByText('Added to the board')).toBeVisible()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('Sings alto')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expect(page.getByText('Sings alto')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByText('Sings alto')).toBeVisible()
})

test('pastoral notes are for pastors: the staff does not see that there is one', async ({ visit }) => {
  const church = await aChurch()
  const { id } = await church.owner.ask('POST', '/rest/v1/people', newPerson('Ann', 'Miller'))
  const pastor = await church.member('pastor', 'Paul Pastor')
  await pastor.ask('POST', '/rest/v1/notes', { personId: id, body: 'Lost her mother', visibility: 'pastoral' })
  await pastor.ask('POST', '/rest/v1/notes', { personId: id, body: 'Comes on Sundays' })
  const [theirs, ours] = [await visit(pastor), await visit(await church.member('staff'))]
  for (const page of [theirs, ours]) {
    await page.goto(`/people/${id}`)
    await page.getByRole('tab', { name: 'Notes' }).click()
    await expect(page.getByText('Comes on Sundays')).toBeVisible()
  }
  await expect(theirs.getByText('Lost her mother')).toBeVisible()
  await expect(ours.getByText('Lost her mother')).toBeHidden()
})

test('the palette takes the first result by Enter and finds settings and help; a question mark lists the shortcuts', async ({
  visit,
}) => {
  const church = await aChurch()
  const page = await visit(church.owner)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Search people, screens, actions')
  await search.fill('merge dup')
  await expect(page.getByText('Merge duplicate people')).toBeVisible()
  await search.fill('team')
  await expect(page.getByText('Team and invitations')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings?section=team')
})

test('what is typed for a person stays while another tab is open and after a reload', async ({ visit }) => {
  const church = await aChurch()
  const { id } = await church.owner.ask('POST', '/rest/v1/people', {
    ...newPerson('Ann', 'Miller'),
    points: [{ kind: 'email', value: 'ann@example.org' }],
  })
  const page = await visit(church.owner)
  await page.goto(`/people/${id}`)
  await page.getByLabel('New note').fill('Half a thought')
  await page.getByText('Email', { exact: true }).first().click()
  await page.getByLabel('Subject').fill('Welcome')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Welcome')
  await page.getByText('Note', { exact: true }).click()
  await expect(page.getByLabel('New note')).toHaveValue('Half a thought')
})
