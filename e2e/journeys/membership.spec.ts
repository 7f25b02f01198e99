// Modules: membership courses learning pages portal
import type { Page } from '@playwright/test'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  origin,
  test,
} from '../fixtures.ts'

/** A text and a quiz, written from blank, by mouse; the quiz is dragged before the text and back by the keyboard. */
async function writeCourse(page: Page) {
  await page.goto('/membership?tab=courses')
  await page.getByRole('button', { name: 'Add Course' }).first().click()
  await page.getByLabel('Title').fill('Membership class')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Course' }).click()
  await page.getByRole('button', { name: 'Add module' }).click()
  await page.getByLabel('Title of module 1').fill('Week one')
  await page.getByRole('button', { name: 'Add lesson to Week one' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.getByLabel('Title', { exact: true }).fill('How we began')
  await page.getByRole('textbox', { name: 'Text of the lesson' }).click()
  await page.keyboard.type('Eleven people met in a living room.')
  await page.getByRole('button', { name: 'Bible passage' }).click()
  await page.getByRole('textbox', { name: 'Passage' }).fill('nowhere 3')
  await page.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByText('Enter a Bible passage such as John 3:16-17')).toBeVisible()
  await page.getByRole('textbox', { name: 'Passage' }).fill('Acts 2:42')
  await page.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('button', { name: 'Add lesson to Week one' }).click()
  await page.getByRole('menuitem', { name: 'Quiz' }).click()
  await page.getByLabel('Title', { exact: true }).fill('A short quiz')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Add a question', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Where did we begin?')
  await page.getByLabel('Answer 1 of question 1', { exact: true }).fill('In a living room')
  await page.getByLabel('Answer 2 of question 1', { exact: true }).fill('In a barn')
  await page.getByLabel('Answer 1 of question 1 is right').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^A short quiz/ }).click()
  const titles = page.getByRole('button', { name: /^(How we began|A short quiz)/ })
  await page.getByRole('button', { name: 'Move A short quiz' }).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await expect(titles.first()).toContainText('A short quiz')
  await page.getByRole('button', { name: 'More for A short quiz' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(titles.first()).toContainText('How we began')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Certificate of completion' }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Course published')).toBeVisible()
}

async function openSite(page: Page): Promise<string> {
  await page.goto('/membership')
  await page.getByRole('button', { name: 'Create Site' }).first().click()
  await page.getByLabel('Name').fill('Next steps')
  await page.getByRole('combobox', { name: 'Courses' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Membership class' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click()
  await page.getByRole('tab', { name: 'Offers' }).click()
  await page.getByRole('button', { name: 'Add offer' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Join the class')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Join the class saved')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Site published')).toBeVisible()
  return (await page.getByRole('link', { name: 'Open' }).getAttribute('href'))!
}

test('a class is made from blank, joined by a newcomer on a phone, finished with a quiz, and its certificate checked by a stranger', async ({
  visit,
}, testInfo) => {
  test.setTimeout(120_000)
  const { owner } = await aChurch('Hope Chapel')
  const page = await visit(owner)
  await writeCourse(page)
  const site = await openSite(page)

  const phone = await visit(null, { viewport: { width: 390, height: 844 } })
  const look = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme })
      await expectAccessible(phone, { colorsAlone: colorScheme === 'dark' })
      await expectNoHorizontalScroll(phone)
      await phone.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`), fullPage: true })
    }
  }
  await phone.goto(site)
  await look('site')
  await phone.getByRole('link', { name: 'Membership class' }).click()
  await expect(phone.getByText('Join the course to open it.').first()).toBeVisible()
  const email = newAddress('nora')
  await phone.getByLabel('First name').fill('Nora')
  await phone.getByLabel('Last name').fill('Newcomer')
  await phone.getByLabel('Email').fill(email)
  await phone.waitForTimeout(3_100)
  await phone.getByRole('button', { name: 'Send me the link' }).click()
  await expect(phone.getByText('We sent a link to sign in.')).toBeVisible()
  await phone.goto(linkIn(await mailTo(email, /^Sign in to Hope Chapel$/), '/sign-in/'))
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByText('Learning as Nora Newcomer')).toBeVisible()
  await look('course')
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByText('Welcome! Your courses are open.')).toBeVisible()
  await phone.getByRole('link', { name: 'Start: How we began' }).click()
  await expect(phone.getByText('Eleven people met in a living room.')).toBeVisible()
  await expect(phone.getByText('World English Bible').or(phone.getByText('(WEB)')).first()).toBeVisible()
  await phone.getByLabel('My notes').fill('Ask about small groups.')
  await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
  await look('lesson')
  await phone.getByRole('button', { name: 'Mark as done' }).click()
  await expect(phone.locator('.done')).toBeVisible()
  await expect(phone.getByLabel('My notes')).toHaveValue('Ask about small groups.')
  await phone.locator('h1').click()
  await phone.keyboard.press('ArrowRight')
  await expect(phone.getByRole('heading', { name: 'A short quiz' })).toBeVisible()
  await phone.getByRole('button', { name: 'Start the quiz' }).click()
  await phone.getByLabel('In a barn').check()
  await look('quiz')
  await phone.getByRole('button', { name: 'Send answers' }).click()
  await expect(phone.getByText('That isn’t enough to pass yet.')).toBeVisible()
  await phone.getByRole('button', { name: 'Try again' }).click()
  await phone.getByLabel('In a living room').check()
  await phone.getByRole('button', { name: 'Send answers' }).click()
  await expect(phone.getByText('Passed with 100%.')).toBeVisible()
  await look('passed')
  const certificate = (await phone.getByRole('link', { name: 'your certificate' }).getAttribute('href'))!
  expect(await mailTo(email, /^Your certificate for/)).toContain(certificate)

  const stranger = await visit(null)
  await stranger.goto(certificate)
  await expect(stranger.getByText('Valid', { exact: true })).toBeVisible()
  await expect(stranger.getByText('Nora Newcomer')).toBeVisible()
  const pdf = await stranger.request.get(`${origin()}${certificate}/certificate.pdf`)
  expect(pdf.headers()['content-type']).toBe('application/pdf')

  await page.goto('/membership?tab=members')
  await expect(page.getByRole('table', { name: 'members' })).toContainText('Nora Newcomer')
  await page.getByRole('button', { name: 'Nora Newcomer' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Membership class' }).click()
  await expect(page.getByRole('dialog')).toContainText('Quiz passed')
  await expectAccessible(page)
})

test('a text that was opened is read without a connection, and not by the next person on the device', async ({
  visit,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const { owner } = await aChurch('Hope Chapel')
  const page = await visit(owner)
  await writeCourse(page)
  const site = await openSite(page)
  const email = newAddress('offline')
  await owner.ask('POST', '/rest/v1/people', {
    firstName: 'Ann',
    lastName: 'Miller',
    points: [{ kind: 'email', value: email }],
  })
  const phone = await visit(null, { viewport: { width: 390, height: 844 } })
  await phone.goto(`/my/${site.split('/')[2]}?next=${encodeURIComponent(site)}`)
  await phone.getByLabel('Email address or phone number').fill(email)
  await phone.getByRole('button', { name: 'Send link' }).click()
  await phone.goto(linkIn(await mailTo(email, /^Sign in to Hope Chapel$/), '/sign-in/'))
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.getByRole('button', { name: 'Join' }).click()
  await phone.getByRole('link', { name: 'Membership class' }).click()
  await phone.getByRole('link', { name: 'Start: How we began' }).click()
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phone.reload()
  await phone.reload()
  await phone.context().setOffline(true)
  await phone.reload()
  await expect(phone.getByText('Eleven people met in a living room.')).toBeVisible()
  await expect(phone.getByText('You are offline.')).toBeVisible()
  await phone.context().setOffline(false)
  const lesson = phone.url()
  await phone.goto(`/my/${site.split('/')[2]}`)
  await phone.getByRole('button', { name: 'Sign out', exact: true }).click()
  await phone.goto(lesson)
  await expect(phone.getByRole('heading', { name: 'Sign in to Hope Chapel' })).toBeVisible()
  await phone.context().setOffline(true)
  await expect(phone.goto(lesson)).rejects.toThrow()
  await phone.context().setOffline(false)
})
