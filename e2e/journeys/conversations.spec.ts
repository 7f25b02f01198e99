// Modules: conversations messaging consent notifications files people
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, origin, test } from '../fixtures.ts'

/** The newest text to that number, answered by the person who has the phone. */
async function answerAs(number: string, text: string): Promise<void> {
  await expect(async () => {
    const { items } = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
    const sent = items.find(
      (one: any) => one.recipient === number && one.kind === 'conversation' && one.state === 'delivered',
    )
    const answer = await fetch(`${origin()}/rest/v1/outbox/caught/${sent.id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    expect(answer.ok).toBe(true)
  }).toPass({ timeout: 15_000 })
}

test('a text to a guest, the answer arrives live for two of the team, a note, and STOP ends it', async ({ visit }) => {
  const church = await aChurch()
  const number = `+1512555${String(Date.now()).slice(-4)}`
  const person = await church.owner.ask('POST', '/rest/v1/people', {
    firstName: 'Ann',
    lastName: 'Guest',
    points: [{ kind: 'phone', value: number }],
  })
  const page = await visit(church.owner)
  await page.goto('/conversations')
  await expect(page.getByText('No conversation selected')).toBeVisible()
  await expect(page.getByText('Choose a conversation to start messaging')).toBeVisible()
  await page.getByRole('button', { name: 'New message' }).click()
  await expect(page.getByPlaceholder('Name, email or phone')).toBeFocused()
  await page.keyboard.type('ann gu')
  await page.getByRole('option', { name: /Ann Guest/ }).click()
  await expect(page.getByRole('heading', { name: 'Ann Guest' })).toBeVisible()
  const box = page.getByLabel('Message', { exact: true })
  // What was begun here goes on in another browser, and is gone there once it was sent.
  await box.fill('Good to')
  const elsewhere = await visit(church.owner)
  await expect(async () => {
    await elsewhere.goto(`/conversations?person=${person.id}`)
    await expect(elsewhere.getByLabel('Message', { exact: true })).toHaveValue('Good to', { timeout: 3_000 })
  }).toPass()
  await box.fill('Good to have you with us on Sunday 🙂')
  await expect(page.getByText(/UCS-2 · 1 segment/)).toBeVisible()
  await box.press('Enter')
  await expect(page.getByText(/Delivered/)).toBeVisible()
  await expect(box).toHaveValue('')
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Message', { exact: true })).toHaveValue('')
  await elsewhere.close()

  const colleague = await visit(await church.member('staff'))
  await colleague.goto('/conversations')
  await expect(colleague.getByRole('heading', { name: 'Ann Guest' })).toBeVisible()
  await answerAs(number, 'Thank you! Is there childcare?')
  await expect(page.getByLabel('Messages').getByText('Is there childcare?')).toBeVisible()
  await expect(colleague.getByLabel('Messages').getByText('Is there childcare?')).toBeVisible()

  await page.getByText('Note', { exact: true }).click()
  await page.getByLabel('Note for colleagues').fill('Two small children')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(colleague.getByLabel('Messages').getByText('Two small children')).toBeVisible()

  await answerAs(number, 'I think you have the wrong number')
  await expect(page.getByText('This was read as an opt-out')).toBeVisible()
  await page.getByText('Reply', { exact: true }).click()
  await expect(page.getByText(/replied STOP/i).first()).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Yes, opt them out' }).click()
  await expect(page.getByText('This was read as an opt-out')).toHaveCount(0)
  await expect(page.getByText(/replied STOP/i).first()).toBeVisible()

  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  // A phone shows the thread alone, from the bar to the lower edge, with most of it left for what was said.
  await expect(page.getByRole('button', { name: 'More actions' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'View Profile' })).toBeVisible()
  const said = await page.getByLabel('Messages', { exact: true }).boundingBox()
  expect(said!.height).toBeGreaterThan(400)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Thread' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()

  // Of someone only the number is known: their name is entered from the thread.
  const points = [{ kind: 'phone', value: '+15125550199' }]
  const stranger = await church.owner.ask('POST', '/rest/v1/people', { firstName: '', lastName: '', points })
  await page.goto(`/conversations?person=${stranger.id}`)
  await expect(page.getByRole('heading', { name: '(512) 555-0199' })).toBeVisible()
  await page.getByRole('link', { name: 'Add their name' }).click()
  await page.getByRole('dialog').getByLabel('First name').fill('Nora')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Nora' })).toBeVisible()
  await expect(page).not.toHaveURL(/edit/)
})

test('a saved answer by its shortcut, one for later, an undone macro, a colleague mentioned, files and filters', async ({
  visit,
  tolerate,
}) => {
  // The saved answer that is refused.
  tolerate(/400/)
  const church = await aChurch()
  const number = `+1512556${String(Date.now()).slice(-4)}`
  const person = await church.owner.ask('POST', '/rest/v1/people', {
    firstName: 'Ann',
    lastName: 'Guest',
    points: [{ kind: 'phone', value: number }],
  })
  const page = await visit(church.owner)
  const staff = await church.member('staff')
  const colleague = await visit(staff)
  const name = 'Casey Cole'
  await page.goto(`/conversations?person=${person.id}`)
  await expect(page.getByRole('heading', { name: 'Ann Guest' })).toBeVisible()
  await colleague.goto(page.url())
  await expect(colleague.getByRole('heading', { name: 'Ann Guest' })).toBeVisible()

  await page.getByRole('button', { name: 'Saved replies and macros' }).click()
  await page.getByRole('menuitem', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'New saved reply' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Welcome')
  await page.getByLabel('Shortcut').fill('hi')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Hi {firstname}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Did you mean {firstName}?').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Hi {firstName}, welcome!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('tab', { name: 'Macros' }).click()
  await page.getByRole('button', { name: 'New macro' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Take and close')
  for (const act of ['Assign to', 'Close']) {
    await page.getByRole('button', { name: 'Add an action' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 actions')).toBeVisible()
  await page.getByRole('dialog').getByRole('button').first().click()

  const box = page.getByLabel('Message', { exact: true })
  await box.pressSequentially('/hi')
  await expect(page.getByRole('option', { name: /Welcome/ })).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue('Hi Ann, welcome!')
  await expect(colleague.getByText(/is replying/)).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'roof.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(page.getByText(/roof.png · 1 kB/)).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(colleague.getByRole('img', { name: 'roof.png' })).toBeVisible()
  await expect(colleague.getByText(/is replying/)).toHaveCount(0)

  await box.fill('See you on Sunday')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('button', { name: 'Tomorrow at 8:00 AM' }).click()
  await expect(colleague.getByText(/Scheduled for/)).toBeVisible()
  await page.getByRole('button', { name: 'Edit scheduled message' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Message').fill('See you at ten')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit scheduled message' }).click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()
  await expect(colleague.getByLabel('Messages').getByText('See you at ten')).toBeVisible()
  await expect(colleague.getByText(/Scheduled for/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Saved replies and macros' }).click()
  await page.getByRole('menuitem', { name: 'Take and close' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)

  await page.getByText('Note', { exact: true }).click()
  const note = page.getByLabel('Note for colleagues')
  await note.pressSequentially(`Please call @${name.slice(0, 4)}`)
  await page.getByRole('option', { name }).click()
  await note.press('Enter')
  await expect(colleague.getByLabel('Messages').getByText(`@${name}`)).toBeVisible()
  const { items: news } = await staff.ask('GET', '/rest/v1/notifications')
  expect(news[0]).toMatchObject({ type: 'mention' })

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('switch', { name: 'Opted out' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  expect(page.url()).toContain('optedOut=1')
  await page.getByLabel('Name of the view').fill('Said no')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Said no', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Name, number or text').fill('at ten')
  await page.getByRole('switch', { name: 'In messages' }).click()
  await expect(page.locator('mark', { hasText: 'at ten' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Ann Guest').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow' }).click()
  await expect(page.getByText(/Snoozed until/)).toBeVisible()
  await page.getByRole('button', { name: 'View Profile' }).click()
  await expect(page.getByRole('link', { name: 'Open the full page' })).toBeVisible()
})
