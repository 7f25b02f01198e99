// Modules: people forms leads conversations
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('two guests who are one are found twice, compared on a phone by keyboard, merged, and taken apart again', async ({
  visit,
  tolerate,
}) => {
  const { owner } = await aChurch()
  const add = (body: object) => owner.ask('POST', '/rest/v1/people', body)
  const points = (...values: string[]) =>
    values.map(value => ({ kind: value.includes('@') ? 'email' : 'phone', value }))
  const robert = await add({
    firstName: 'Robert',
    lastName: 'Miller',
    campus: 'North',
    points: points('bob@example.org'),
  })
  const bob = await add({
    firstName: 'Bob',
    lastName: 'Miller',
    campus: 'South',
    points: points('bob@example.org', '+15125550101'),
  })
  await owner.ask('POST', '/rest/v1/notes', { personId: bob.id, body: 'Plays the organ' })
  const both = [robert, bob]
  const cards = await Promise.all(both.map(({ id }) => owner.ask('POST', '/rest/v1/leads', { personId: id })))
  const threads = await Promise.all(
    both.map(({ id }) => owner.ask('POST', '/rest/v1/conversations/start', { personId: id })),
  )

  // From the list: two chosen, one button.
  const page = await visit(owner, { viewport: { width: 360, height: 740 } })
  await page.goto('/people')
  await page.getByRole('checkbox', { name: 'Select Robert Miller' }).check()
  await expect(page.getByRole('link', { name: 'Merge', exact: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select Bob Miller' }).check()
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Merge two people' })).toBeVisible()
  await page.getByRole('radio', { name: 'Keep Robert Miller' }).press('Space')
  await expect(page.getByRole('button', { name: 'Merge into Robert Miller' })).toBeVisible()
  await expect(page.getByText('1 note', { exact: true })).toBeVisible()
  await expect(page.getByText('2 email addresses and numbers')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Campus' }).getByRole('radio', { name: 'South' }).check()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  // A colleague changes one of them meanwhile: nothing is merged that nobody has seen.
  await owner.ask('PATCH', `/rest/v1/people/${bob.id}`, { version: bob.version, gender: 'male' })
  tolerate(/409/)
  await expect(page.getByText('Male')).toBeVisible()
  await page.getByRole('button', { name: 'Merge into Robert Miller' }).press('Enter')
  await expect(page.getByText('Bob Miller and Robert Miller merged')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/people/${robert.id}$`))
  await expect(page.getByText('South')).toBeVisible()
  await expect(page.getByText('Merged with Bob Miller')).toBeVisible()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByText('Plays the organ')).toBeVisible()

  // The old addresses lead to what stayed; the timeline undoes it.
  await page.goto(`/leads?lead=${cards[1].id}`)
  await expect(page).toHaveURL(new RegExp(`lead=${cards[0].id}$`))
  await expect(page.getByRole('dialog', { name: 'Robert Miller' })).toBeVisible()
  await page.goto(`/conversations?c=${threads[1].id}`)
  await expect(page).toHaveURL(new RegExp(`c=${threads[0].id}$`))
  await page.goto(`/people/${bob.id}`)
  await expect(page.getByRole('heading', { name: 'Robert Miller' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/people/${robert.id}$`))
  await page.getByRole('button', { name: 'Undo the merge with Bob Miller' }).click()
  await expect(page.getByText('Robert Miller and Bob Miller are separate again')).toBeVisible()
  await page.goto(`/people/${bob.id}`)
  await expect(page.getByRole('heading', { name: 'Bob Miller' })).toBeVisible()

  // And from a person's page, by a search.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with…' }).click()
  await page.getByRole('combobox', { name: 'Who is the duplicate of Bob Miller?' }).fill('robert')
  await page.getByRole('option', { name: /Robert Miller/ }).click()
  await expect(page.getByRole('button', { name: 'Merge into Bob Miller' })).toBeVisible()
})

test('a card that names someone who may be known makes a pair, which is decided on and undone', async ({ visit }) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/people/duplicates')
  await expect(page.getByText('No possible duplicates')).toBeVisible()
  const points = [{ kind: 'phone', value: '+15125550142' }]
  const pat = await owner.ask('POST', '/rest/v1/people', { firstName: 'Patrick', lastName: 'Miller', points })
  const made = await owner.ask('POST', '/rest/v1/forms', { template: 'connect' })
  const { slug } = await owner.ask('POST', `/rest/v1/forms/${made.id}/publish`, { version: made.version })
  const guest = await visit(null)
  const opened = Date.now()
  await guest.goto(`/f/${slug}`)
  await guest.getByLabel('First name', { exact: false }).first().fill('P.')
  await guest.getByLabel('Last name *').fill('Miller')
  await guest.getByLabel('Mobile phone').fill('(512) 555-0142')
  await expect.poll(() => Date.now() - opened, { timeout: 10_000, intervals: [200] }).toBeGreaterThan(3_200)
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible()

  // Seen without asking again, on the list, and on the person's page.
  const row = page.getByRole('row', { name: /Patrick Miller and P. Miller/ })
  await expect(row).toContainText('Same email or number, and similar first names.')
  await page.getByLabel('Why').selectOption({ label: 'Same first and last name.' })
  await expect(row).toBeHidden()
  await page.getByLabel('Why').selectOption('')
  await row.getByRole('button', { name: 'Not a duplicate' }).click()
  await expect(page.getByText('No possible duplicates')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.goto('/people')
  await page.getByRole('link', { name: '1 possible duplicate' }).click()
  await page.getByRole('link', { name: /Patrick Miller and P. Miller/ }).click()
  await expect(page.getByRole('radio', { name: 'Keep Patrick Miller' })).toBeChecked()
  await page.goto(`/people/${pat.id}`)
  await expect(page.getByText('The same person?')).toBeVisible()
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Merge into Patrick Miller' }).click()
  await expect(page.getByText('P. Miller and Patrick Miller merged')).toBeVisible()
  await expect(page.getByText('The same person?')).toBeHidden()
})
