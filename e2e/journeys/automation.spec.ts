// Modules: automation people email leads
import type { Locator, Page } from '@playwright/test'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

/** By keyboard, as everything here. */
const press = async (target: Locator, key = 'Enter') => {
  await target.focus()
  await target.press(key)
}
const step = (page: Page, text: RegExp) => page.locator('[id^="workflow-step-"]').filter({ hasText: text })

async function chooseMember(page: Page, name: string): Promise<void> {
  const field = page.getByRole('complementary', { name: 'Details' }).getByRole('combobox', { name: 'Assign to' })
  await field.focus()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('by keyboard alone: a template is filled in, changed, published, and a person goes through it', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const { id: mariaId } = await owner.ask('POST', '/rest/v1/people', { firstName: 'Maria', lastName: 'Lopez' })
  const { items: members } = await owner.ask('GET', '/rest/v1/members')
  const page = await visit(owner)
  await page.goto('/automation')
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible()
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Create Workflow' }).first())
  const dialog = page.getByRole('dialog', { name: 'Create Workflow' })
  await dialog.getByRole('combobox', { name: 'Start from' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Answer a new lead')
  await expect(page.getByRole('option', { name: /Answer a new lead/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').focus()
  await page.keyboard.type('Welcome calls')
  await page.keyboard.press('Enter')

  // Arrow keys walk the tree, Enter opens a step.
  await expect(page.getByRole('heading', { name: 'Welcome calls' })).toBeVisible()
  await step(page, /someone is added to the board/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(step(page, /Wait 15 minutes/)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('textbox', { name: 'Search steps' })).toBeFocused()
  await page.keyboard.type('note')
  await page.keyboard.press('Enter')
  await expect(step(page, /Add the note/)).toBeFocused()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.type('Wrote to her.')
  await step(page, /Add the note/).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(step(page, /Send the email/)).toBeFocused()
  await page.keyboard.press('Enter')
  const body = details.getByRole('textbox', { name: 'Email' })
  await body.fill((await body.inputValue()).replace('[[Sender]]', 'The church office'))
  for (const text of [/Call this new lead/, /waiting for a call/]) {
    await press(step(page, text))
    await expect(details.getByRole('textbox', { name: 'Task' })).toHaveValue(text)
    await chooseMember(page, members[0].name)
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /Incomplete/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await press(page.getByRole('button', { name: 'Publish' }))
  const publishing = page.getByRole('dialog', { name: /^Publish/ })
  await expect(publishing.getByText(/It would enroll nobody now/)).toBeVisible()
  await expectAccessible(page)
  await press(publishing.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByText('Welcome calls is published and active')).toBeVisible()

  // Pausing makes the row newer: what is typed afterwards is saved all the same.
  await press(page.getByRole('button', { name: 'Active: pause Welcome calls' }))
  await press(
    page.getByRole('dialog', { name: 'Pause Welcome calls?' }).getByRole('button', { name: 'Pause workflow' }),
  )
  await press(page.getByRole('button', { name: 'Inactive: activate Welcome calls' }))
  await expect(page.getByRole('button', { name: 'Active: pause Welcome calls' })).toBeVisible()
  await press(details.getByRole('button', { name: 'Close this panel' }))
  await details.getByRole('textbox', { name: 'Description' }).focus()
  await page.keyboard.type('Two calls.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/changed this workflow/)).toHaveCount(0)

  await press(page.getByRole('button', { name: 'More actions' }))
  await press(page.getByRole('menuitem', { name: 'Enroll people' }))
  const enrolling = page.getByRole('dialog', { name: /^Enroll people/ })
  await enrolling.getByRole('combobox', { name: 'People' }).focus()
  await page.keyboard.type('Maria')
  await expect(page.getByRole('option', { name: /Maria Lopez/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(enrolling.getByRole('button', { name: 'Enroll' }))
  await expect(page.getByText('Enrollment started')).toBeVisible()

  await press(page.getByRole('button', { name: 'More actions' }))
  await press(page.getByRole('menuitem', { name: 'Runs' }))
  const row = page.getByRole('row', { name: /Maria Lopez/ })
  await expect(row).toContainText('Waiting')
  await press(row.getByRole('button').first())
  await expect(
    page.getByRole('dialog', { name: 'Maria Lopez' }).getByText('Add the note “Wrote to her.”'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const notes = await owner.ask('GET', `/rest/v1/notes?personId=${mariaId}`)
  expect(notes.items[0].body).toBe('Wrote to her.')

  await press(page.getByRole('link', { name: 'Back to the workflow' }))
  await press(page.getByRole('button', { name: 'More actions' }))
  await press(page.getByRole('menuitem', { name: 'Summary to print' }))
  await expect(page.getByText(/This workflow starts when someone is added to the board/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByText(/This workflow starts when someone is added to the board/)).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('by mouse alone: a step is chosen on the canvas, one is added between two, changed, and taken away again', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/automation')
  await page.getByRole('button', { name: 'Create Workflow' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Workflow' })
  await dialog.getByRole('combobox', { name: 'Start from' }).click()
  await page.getByRole('option', { name: /Answer a new lead/ }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await step(page, /someone is added to the board/).click()
  await expect(details.getByRole('heading', { name: 'What starts it' })).toBeVisible()
  await step(page, /Wait 15 minutes/).click()
  await expect(details.getByRole('heading', { name: 'Wait' })).toBeVisible()
  const before = await page.locator('[id^="workflow-step-"]').count()
  await page.getByRole('button', { name: 'Add a step here' }).nth(1).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add a note/ })
    .click()
  await expect(step(page, /Add the note/)).toBeVisible()
  await details.getByRole('textbox', { name: 'Note' }).click()
  await page.keyboard.type('Wrote to her.')
  await expect(step(page, /Wrote to her/)).toBeVisible()
  await expect(page.locator('[id^="workflow-step-"]')).toHaveCount(before + 1)
  await details.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.locator('[id^="workflow-step-"]')).toHaveCount(before)
})
