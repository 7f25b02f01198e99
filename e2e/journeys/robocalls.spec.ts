// Modules: robocalls call-rules closures messaging consent people telephony public-page
import { aChurch, type Church, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

/** A zone in which it is about noon, whenever the tests run. */
const noonZone = () => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** A church with a phone number, whose people are where it is noon, and that calls on any day. */
async function aCaller(name: string) {
  const church = await aChurch(name)
  const { ask } = church.owner
  const { version } = await ask('GET', '/rest/v1/church/read')
  await ask('POST', '/rest/v1/church/change', { version, timeZone: noonZone() })
  const { items } = await ask('POST', '/rest/v1/phone-numbers/offers', { country: 'US', areaCode: '737', voice: true })
  // The first or the last: two tests at once never buy the same number.
  const offer = items.at(-test.info().parallelIndex)
  const { number } = await ask('POST', '/rest/v1/phone-numbers/buy', { ...offer, name: 'Office' })
  return { ...church, number: number as string }
}

async function aPerson({ owner: { ask } }: Church, firstName: string, value: string, channel?: 'sms' | 'voice') {
  const points = [{ kind: 'phone', value }]
  const { id: personId } = await ask('POST', '/rest/v1/people', {
    firstName,
    lastName: 'Miller',
    points,
    timeZone: noonZone(),
  })
  if (channel)
    await ask('POST', '/rest/v1/consents/add', {
      personId,
      value,
      channel,
      topic: 'newsletter',
      how: 'Signed the card in the foyer',
    })
}

/** Of the carrier's sandbox: each reacts in its own way. */
const hangsUp = '+15005550025'
const busy = '+15005550020'
const outOfService = '+15005550022'

test('a script is checked and heard on one’s own phone; a campaign calls as its preflight says, is paused and resumed, and each call has its proof', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const church = await aCaller('Hope Chapel')
  await aPerson(church, 'Ann', hangsUp, 'voice')
  await aPerson(church, 'Ben', outOfService, 'voice')
  await aPerson(church, 'Cal', busy, 'voice')
  await aPerson(church, 'Dee', `+1512555${String(Date.now()).slice(-4)}`) // never agreed
  const page = await visit(church.owner)

  // The rules are opened to every day: less protection, so an owner says why.
  await page.goto('/robocalls?tab=compliance')
  const rules = page.getByRole('region', { name: 'Rules for calls' })
  for (const day of ['Sat', 'Sun']) await rules.getByText(day, { exact: true }).click()
  await rules.getByLabel('No calls on federal holidays').uncheck()
  await rules.getByLabel('Reason').fill('We call about Sunday on the day before')
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // A script: what it lacks stands below it, and it can be heard.
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await page.getByRole('button', { name: 'New Script' }).first().click()
  const editor = page.getByRole('dialog', { name: 'New script' })
  await editor.getByLabel('Name', { exact: true }).fill('Picnic')
  const words = editor.getByRole('textbox', { name: 'A person hears' })
  await words.fill('Hi {firstName}, the picnic is at noon.')
  await expect(editor.getByText(/Say what stands for \{firstName\}/)).toBeVisible()
  const unnamed = editor.getByText(/Say who calls in the first sentence: “This is Hope Chapel/)
  await expect(unnamed).toBeVisible()
  await words.fill('Hi {firstName|friend}, this is {church}. The picnic is at noon.')
  await expect(unnamed).toBeHidden()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('button', { name: 'Test Picnic' }).click()
  const trial = page.getByRole('dialog', { name: 'Test Picnic' })
  await expect(trial.getByRole('group', { name: 'A person hears' })).toContainText('Hi Ann, this is Hope Chapel.')
  const mine = `+1512556${String(Date.now()).slice(-4)}`
  await trial.getByLabel('Your phone number').fill(mine)
  await trial.getByRole('button', { name: 'Call me' }).click()
  await expect(trial).toBeHidden()
  const phone = await visit(null)
  await phone.goto('/outbox')
  const line = phone.getByRole('group', { name: `Call with ${mine}` })
  await line.getByRole('button', { name: 'Answer' }).click()
  await expect(line.getByText(/this is Hope Chapel/)).toBeVisible()
  await line.getByRole('button', { name: 'Hang up' }).click()
  await phone.getByText(/^Ended calls/).click()
  const ended = phone.getByRole('list', { name: 'Ended calls' }).getByRole('listitem').filter({ hasText: mine })
  await expect(ended.getByText(/The picnic is at noon/)).toBeVisible()

  // Four steps, the last of which says who is called and why not.
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'New Campaign' }).first().click()
  const wizard = page.getByRole('dialog', { name: 'New call campaign' })
  await wizard.getByLabel('Name', { exact: true }).fill('Picnic on Sunday')
  await wizard.getByLabel('Everyone').check()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('combobox', { name: 'Script' }).click()
  await page.getByRole('option', { name: 'Picnic' }).click()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Calls at the same time').fill('1')
  await wizard.getByLabel('Retries').fill('0')
  await wizard.getByRole('button', { name: 'Next' }).click()
  const preflight = wizard.getByLabel('Preflight')
  await expect(preflight).toContainText(/Called right away\s*3/)
  await expect(preflight).toContainText(/Not called\s*1/)
  await expect(wizard.getByText(/^1 /)).toBeVisible()
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByRole('heading', { name: 'Call 3 numbers?' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Call 3 numbers?' }).getByRole('button', { name: 'Start now' }).click()

  // Calls in progress end, and no further one is placed.
  await expect(page.getByRole('heading', { name: 'Picnic on Sunday' })).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress.getByRole('status')).toHaveText(/^Paused: [01] of 3 calls made$/, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(progress.getByRole('status')).toHaveText('3 of 3 calls made', { timeout: 45_000 })
  await expect(page.getByRole('region', { name: 'Message' }).getByText('Completed', { exact: true })).toBeVisible()
  for (const figure of ['Recipients 4', 'Answered 1', 'Failed 1', 'Busy 1', 'Not called 1'])
    await expect(progress.getByRole('button', { name: figure })).toBeVisible()

  await progress.getByRole('button', { name: 'Answered 1' }).click()
  const rows = page.getByRole('region', { name: 'Recipients' })
  await expect(rows.getByRole('row', { name: /Ben Miller/ })).toBeHidden()
  await rows.getByText('Ann Miller').click()
  const file = page.getByRole('dialog', { name: 'Ann Miller' })
  await expect(file.getByText(/Hi Ann, this is Hope Chapel\. To stop these calls, press 9\./)).toBeVisible()
  await expect(file.getByText('“Signed the card in the foyer”')).toBeVisible()
  await expect(file.getByText(/^9:00 AM to 5:00 PM, Mon, .*Sun$/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
})

test('a closure is announced by text, call and on the public pages, and is ended', async ({ visit }) => {
  test.setTimeout(90_000)
  const church = await aCaller('Hope Chapel')
  const { ask, clientId } = church.owner
  const { accounts } = await ask('GET', '/rest/v1/clients/mine')
  const { slug } = accounts.find((one: any) => one.id === clientId)
  await aPerson(church, 'Ann', `+1512557${String(Date.now()).slice(-4)}`, 'sms')
  await aPerson(church, 'Ben', hangsUp)
  const page = await visit(church.owner)
  await page.goto('/closures')
  await page.getByRole('button', { name: 'Announce a closure' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Announce a closure' })
  await dialog.getByLabel('Why are you closed?').selectOption({ label: 'Severe weather' })
  const message = dialog.getByLabel('What should people know?')
  await message.fill('We are closed today. Please give online.')
  await dialog.getByRole('button', { name: 'Announce now' }).click()
  await expect(dialog.getByText(/Leave out gifts, sales and sign-ups/)).toBeVisible()
  await message.fill('All services today are canceled because of ice. Please stay home.')
  await expect(dialog.getByText(/^1 text, 1 call and 0 emails/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Announce now' }).click()
  await expect(dialog).toBeHidden()

  const banner = page.getByRole('alert').filter({ hasText: 'You announced a closure' })
  await expect(banner).toContainText('1 of 1 text, 0 of 0 emails, 1 of 1 call', { timeout: 40_000 })
  const visitor = await visit(null)
  await visitor.goto(`/pray/${slug}`)
  const notice = visitor.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText('All services today are canceled because of ice.')
  await page.getByRole('button', { name: 'End closure' }).click()
  await page.getByRole('dialog', { name: 'End this closure?' }).getByRole('button', { name: 'End closure' }).click()
  await expect(banner).toBeHidden()
  await visitor.reload()
  await expect(notice).toBeHidden()
})
