// Modules: telephony conversations messaging
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('buy a number and call: the states arrive, the recording plays; a text to it is in Conversations and in SMS History', async ({
  visit,
  tolerate,
}) => {
  tolerate(/400 .*calls\/start/) // 911
  tolerate(/400 .*\/texts\//) // asked at night

  const church = await aChurch()
  const digits = String(Date.now()).slice(-4)
  const theirs = `+1512555${digits}`
  const points = [{ kind: 'phone', value: theirs }]
  await church.owner.ask('POST', '/rest/v1/people', { firstName: 'Ann', lastName: 'Guest', points })
  const page = await visit(church.owner)
  await page.goto('/twilio')
  await expect(page.getByText('No phone numbers yet')).toBeVisible()

  // An area that is sold out says where there are some.
  await page.getByLabel('Area code (optional)').fill('212')
  await page.getByRole('button', { name: 'Search numbers' }).click()
  const drawer = page.getByRole('dialog', { name: 'Buy a number' })
  await drawer.getByRole('button', { name: '646' }).click()
  const first = drawer.getByRole('listitem').first()
  await expect(first).toContainText('New York, NY')
  await expect(first).toContainText('$1.15 a month')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Buy for $1.15 a month' }).click()
  const mine = page.getByRole('list', { name: 'Your numbers' })
  await expect(mine.getByText('Default')).toBeVisible()
  const number = await mine
    .getByText(/^\(646\) 555-02\d\d$/)
    .first()
    .innerText()

  // Calls are recorded, and say so.
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByText('All numbers point to this server')).toBeVisible()
  await page.getByLabel('Record calls').selectOption('announce')
  await page.getByRole('region', { name: 'Calls and texts' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const card = page.getByRole('form', { name: 'Make a call' })
  await card.getByLabel('Phone number').fill('911')
  await card.getByLabel('Ring my phone first').fill('512 555 0199')
  await card.getByRole('button', { name: 'Call' }).click()
  await expect(card.getByText(/Pick up a phone and dial 911 yourself/)).toBeVisible()
  await card.getByLabel('Phone number').fill(`512 555 ${digits}`)
  await card.getByRole('button', { name: 'Call' }).click()
  const progress = card.getByRole('status')
  await expect(progress).toContainText('Ringing your phone')
  await expect(progress).toContainText('Ringing them', { timeout: 20_000 })
  await expect(progress).toContainText(/Connected, 0:0[2-9]/, { timeout: 20_000 })
  await card.getByRole('button', { name: 'Hang up' }).click()
  await expect(progress).toContainText('Completed')
  await expect(card.getByRole('button', { name: 'Call' })).toBeVisible()

  await page.getByRole('tab', { name: 'Call History' }).click()
  const row = page.getByRole('row', { name: /Ann Guest/ })
  await expect(row).toContainText('Completed')
  await row.getByRole('button', { name: 'Play Recording' }).click()
  const sound = page.getByLabel('Recording with Ann Guest')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1)
  await sound.evaluate((audio: HTMLAudioElement) => void (audio.currentTime = 1))
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('Escape')

  // She writes, from the phone on the outbox page.
  const phone = await visit(null)
  await phone.goto('/outbox')
  await phone.getByLabel('Your number').fill(theirs)
  const own = `+1${number.replace(/\D/g, '')}`
  await phone.getByLabel('Their number').selectOption(own)
  await phone.getByRole('textbox', { name: 'Text' }).fill('Thank you for calling!')
  await phone.getByRole('button', { name: 'Send text' }).click()
  await expect(phone.getByText('Your text was delivered.')).toBeVisible()
  await page.getByRole('tab', { name: 'SMS History' }).click()
  await expect(page.getByRole('row', { name: /Thank you for calling/ })).toContainText('Received')

  // And is answered from here.
  const text = page.getByRole('form', { name: 'Send SMS' })
  await text.getByLabel('To').fill(`512 555 ${digits}`)
  await text.getByLabel('Message').fill('See you on Sunday')
  await text.getByRole('button', { name: 'Send SMS' }).click()
  const sent = page.getByRole('row', { name: /See you on Sunday/ })
  const night = text.getByRole('button', { name: 'Send now anyway' })
  await expect(sent.or(night)).toBeVisible()
  if (await night.isVisible()) await night.click()
  await expect(sent).toContainText('Delivered', { timeout: 20_000 })
  await sent.getByRole('link', { name: 'Open conversation' }).click()
  const thread = page.getByLabel('Messages')
  await expect(thread.getByText('Thank you for calling!')).toBeVisible()
  await expect(thread.getByText('See you on Sunday')).toBeVisible()
  await expect(thread.getByText(/^Call, 0:0/)).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/twilio?tab=calls')
  await expect(page.getByText('Ann Guest')).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('a caller is led by a menu to voicemail, and what they say is read in Conversations; the browser is a telephone', async ({
  visit,
  tolerate,
}) => {
  tolerate(/400 .*voice-menus/) // a key that says nothing yet
  const church = await aChurch()
  const theirs = `+1512555${String(Date.now()).slice(-4)}`
  const points = [{ kind: 'phone', value: theirs }]
  await church.owner.ask('POST', '/rest/v1/people', { firstName: 'Maria', lastName: 'Lopez', points })
  const { items } = await church.owner.ask('POST', '/rest/v1/phone-numbers/offers', {
    country: 'US',
    areaCode: '737',
    sms: true,
  })
  const offer = items[Math.floor(Math.random() * items.length)]
  const own = await church.owner.ask('POST', '/rest/v1/phone-numbers/buy', { ...offer, name: 'Office' })

  // A menu is written, and the number leads to it.
  const page = await visit(church.owner)
  await page.goto('/twilio')
  await page.getByRole('link', { name: 'Calls go to voicemail' }).click()
  await page.getByRole('button', { name: 'New menu' }).click()
  const editor = page.getByRole('dialog', { name: 'New menu' })
  await editor.getByLabel('Name').fill('Main menu')
  await editor.getByLabel('What callers hear').fill('Welcome. For service times press 1.')
  await editor.getByRole('button', { name: 'Add a key' }).click()
  const first = editor.getByRole('group', { name: 'Key 1', exact: true })
  await first.getByLabel('For').fill('Service times')
  await first.getByLabel('What it does').selectOption('say')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('Please enter the text')).toBeVisible()
  await first.getByLabel('Text').fill('Sundays at ten.')
  await editor.getByRole('button', { name: 'Add a key' }).click()
  const second = editor.getByRole('group', { name: 'Key 2', exact: true })
  await second.getByLabel('For').fill('Prayer')
  await second.getByLabel('What it does').selectOption('voicemail')
  await expect(editor.getByText('The greeting of “Main menu” does not mention key 2.')).toBeVisible()
  await expect(editor.getByRole('list', { name: 'Keys of Main menu' })).toContainText('Prayer → Voicemail')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('When someone calls').selectOption('menu')
  await page.getByLabel('Menu', { exact: true }).selectOption({ label: 'Main menu' })
  await page.getByRole('region', { name: 'Where calls go' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Used by this number')).toBeVisible()
  await expect(editor).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(async () => expectNoHorizontalScroll(page)).toPass()
  await page.setViewportSize({ width: 1280, height: 900 })

  // Someone calls: every screen says who.
  const phone = await visit(null)
  await phone.goto('/outbox')
  await phone.getByLabel('Your number').fill(theirs)
  await phone.getByLabel('Their number').selectOption(own.number)
  await phone.getByRole('button', { name: 'Call', exact: true }).click()
  const line = phone.getByRole('group', { name: `Call with ${own.number}` })
  await expect(line.getByText('“Welcome. For service times press 1.”')).toBeVisible()
  await expect(page.getByText('Maria Lopez is calling')).toBeVisible()
  await line.getByRole('button', { name: '1', exact: true }).click()
  await expect(line.getByText(/“Sundays at ten.”/)).toBeVisible()
  await line.getByRole('button', { name: '2', exact: true }).click()
  await line.getByLabel('Say after the tone').fill('Please pray for my knee surgery on Friday')
  await line.getByRole('button', { name: 'Say this and hang up' }).click()
  await expect(line).toBeHidden()

  await page.goto('/conversations')
  await page.getByText('Maria Lopez').first().click()
  const thread = page.getByLabel('Messages')
  await expect(thread.getByText(/^Voicemail, 0:0\d – Please pray for my knee surgery on Friday/)).toBeVisible()
  await expect(thread.getByText('Automatic transcript. It may have mistakes.')).toBeVisible()
  await page.goto('/twilio?tab=calls&calls.q=knee')
  await page.getByRole('button', { name: 'Steps of the call with Maria Lopez' }).click()
  const steps = page.getByRole('dialog', { name: 'Call from Maria Lopez' })
  await expect(steps.getByText('Pressed 2, Prayer: voicemail')).toBeVisible()
  await page.keyboard.press('Escape')

  // The number rings in the browser, which picks up; then the browser calls back.
  await church.owner.ask('PATCH', `/rest/v1/phone-numbers/${own.id}`, {
    version: (await church.owner.ask('GET', '/rest/v1/phone-numbers')).items[0].version,
    voiceRoute: 'browser',
  })
  const card = page.getByRole('form', { name: 'Make a call' })
  const here = page.waitForResponse(/softphone\/here/)
  await card.getByRole('switch', { name: 'Ring in this browser' }).check()
  await here
  await phone.getByRole('button', { name: 'Call', exact: true }).click()
  const ringing = page.getByRole('region', { name: 'Calls', exact: true })
  await ringing.getByRole('button', { name: 'Answer' }).click()
  await expect(card.getByRole('status')).toContainText('Connected')
  await expect(card.getByText(/The sandbox has no sound/)).toBeVisible()
  await page.getByRole('link', { name: 'People' }).first().click()
  await expect(ringing.getByText('Connected')).toBeVisible()
  await expectAccessible(page)
  await ringing.getByRole('button', { name: 'Hang up' }).click()
  await expect(ringing).toBeHidden()
  await page.goto('/twilio')
  await card.getByLabel('How to talk').selectOption('browser')
  await expect(card.getByLabel('Ring my phone first')).toBeHidden()
  await card.getByLabel('Phone number').fill(theirs)
  await card.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(card.getByRole('status')).toContainText('Connected', { timeout: 20_000 })
  await card.getByRole('button', { name: 'Hang up' }).click()
  await expect(card.getByRole('status')).toContainText('Completed')
})
