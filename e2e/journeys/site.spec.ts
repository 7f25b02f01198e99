// Modules: site billing platform-admin identity
import {
  aChurch,
  expect,
  expectNoHorizontalScroll,
  exploreDemo,
  mailTo,
  newAddress,
  origin,
  signUpByHand,
  test,
} from '../fixtures.ts'

const quickly = { javaScriptEnabled: false }

test('every link of header and footer leads to its page, and says which one that is', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('navigation', { name: 'Main' })
  await expect(header.getByRole('link')).toHaveText([
    'Features',
    'Pricing',
    'About',
    'Solutions',
    'Contact',
    'Sign In',
    'Start Free Trial',
  ])
  const quick = page.getByRole('navigation', { name: 'Quick links' })
  await expect(quick.getByRole('link')).toHaveText(['Home', 'Features', 'Pricing', 'About', 'Blog', 'Contact'])
  await expect(page.locator('footer').getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute(
    'href',
    '/pricing',
  )
  const links = await page.locator('header a, footer a').evaluateAll(all => all.map(one => one.getAttribute('href')!))
  for (const href of new Set(links)) {
    const answer = await page.goto(href)
    expect(answer!.status(), href).toBe(200)
    await expect(page.locator('h1:visible').first()).toBeVisible()
    expect(new URL(page.url()).pathname, href).toBe(href.split('?')[0])
    if (!href.startsWith('/login'))
      await expect(page.locator(`footer a[aria-current=page][href="${href}"]`), href).toHaveCount(1)
  }
  await page.goto('/no-such-page')
  await expect(page).toHaveURL(/\/\?missing=/)
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('without JavaScript: the menu of a phone opens, pages are read, prices by the year, answers unfold', async ({
  visit,
}) => {
  const page = await visit(null, { ...quickly, viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible()
  await page.getByRole('link', { name: 'Annual' }).click()
  await expect(page.getByText('$790')).toBeVisible()
  await page.getByText('Can I cancel?').click()
  await expect(page.getByText('There are no refunds for partial months.')).toBeVisible()
  await page.goto('/sales-funnel')
  await expect(page.getByText('Guests fill out a card')).toBeVisible()
  await page.getByText('The solution').click()
  await expect(page.getByText('One record for each person')).toBeVisible()
  await expect(page.getByText('Guests fill out a card')).toBeHidden()
  await page.getByText('The solution').click()
  await expect(page.getByText('One record for each person')).toBeHidden()
  await page.goto('/help?q=import')
  await expect(page.getByText(/articles about “import”/)).toBeVisible()
  for (const path of ['/', '/features', '/about', '/team', '/contact', '/blog', '/documentation', '/status', '/tour']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
})

test('by keyboard: the first stop skips to the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('a visitor finds a price and begins the trial of that plan', async ({ page }) => {
  await page.goto('/')
  await page.locator('footer').getByRole('link', { name: 'Start Free Trial' }).click()
  await page.getByRole('link', { name: 'Annual' }).click()
  const { items } = await (await page.request.get('/rest/v1/plans?family=crm')).json()
  const price = items
    .find((plan: any) => plan.name === 'Professional')
    .prices.find((one: any) => one.interval === 'year')
  await page.getByRole('link', { name: 'Start Free Trial of Professional' }).click()
  await expect(page).toHaveURL(`/login?signup=true&priceId=${price.id}`)
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
})

test('Solutions shows the suite with its limits, and leads to the contact form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Solutions' }).click()
  for (const text of ['$97', '$197', '$397', '5,000 email contacts', '1,000 CRM contacts', '15,000 email contacts'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('All plans: 14-day free trial, no credit card required')).toBeVisible()
  await page.getByText('Is there a discount for nonprofits?').click()
  await expect(page.getByText('special discounts')).toBeVisible()
  await page.getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Sales')
})

test('the connection test says what the browser reaches', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED|status of 503/)
  await page.goto('/pricing?view=connection')
  await expect(page.getByText('Server connection successful')).toBeVisible()
  await page.route('**/rest/v1/', route => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText('Server connection failed: 503')).toBeVisible()
  await page.unroute('**/rest/v1/')
  await page.route('**/rest/v1/', route => route.abort())
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText('Connection test failed')).toBeVisible()
  await expect(page.getByText(/^Test failed: /)).toBeVisible()
  await expect(page.getByText('Check that this device is online.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('the tour is walked by link and by arrow key, and ends in the demo or a trial', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Watch Demo' }).click()
  await page.getByRole('link', { name: 'Next →' }).first().click()
  await expect(page).toHaveURL('/tour#step-2')
  await expect(page.getByRole('heading', { name: 'All your follow-ups on one board' })).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/tour#step-3')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/tour#step-2')
  const pictures = page.locator('main picture img')
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  }
  await expect(page.getByRole('link', { name: 'Start Free Trial' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Explore the demo' }).click()
  await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible()
})

test('a visitor asks in the chat, staff answer in /admin, the visitor reads it there and by mail', async ({
  page,
  visit,
  tolerate,
}) => {
  tolerate(/400 .*leave-email/)
  const [question, email] = [`Is there a plan for us? ${crypto.randomUUID()}`, newAddress('visitor')]
  await page.goto('/help')
  await page.getByRole('link', { name: 'Contact Support' }).click()
  const chat = page.getByRole('dialog', { name: 'Support chat' })
  await expect(chat.getByText('Hello! How can we help you today?')).toBeVisible()
  expect(await chat.boundingBox()).toMatchObject({ width: 384, height: 500 })
  const message = chat.getByRole('textbox', { name: 'Message' })
  await message.fill('   ')
  await message.press('Enter')
  expect(await page.evaluate(() => localStorage.getItem('lampstand.chat'))).toBeNull()

  // Until the server has answered nothing more can be sent.
  let answer = () => {}
  const held = new Promise<void>(resolve => (answer = resolve))
  await page.route('**/support-chat/send', async route => {
    await held
    await route.continue()
  })
  await message.fill(question)
  await message.press('Enter')
  await expect(chat.getByText('Typing...')).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  answer()
  await expect(chat.getByText('Monday-Friday 9:00-5:00 EST')).toBeVisible()
  await expect(chat.getByText('Typing...')).toBeHidden()
  await chat.getByLabel(/^Email, so/).fill('not an address')
  await chat.getByRole('button', { name: 'Save' }).click()
  await expect(chat.getByText('Email is invalid')).toBeVisible()
  await chat.getByLabel(/^Email, so/).fill(email)
  await chat.getByRole('button', { name: 'Save' }).click()
  await expect(chat.getByLabel(/^Email, so/)).toBeHidden()

  const admin = await visit(null)
  await exploreDemo(admin)
  await admin.goto('/admin#support-chat')
  await admin.getByPlaceholder('Search conversations').fill(question)
  await expect(admin).toHaveURL(/[?&]chat\.q=/)
  await admin.reload()
  await expect(admin.getByPlaceholder('Search conversations')).toHaveValue(question)
  await admin.getByRole('button', { name: new RegExp(email) }).click()
  await admin.getByLabel('Your answer').fill('Yes, Enterprise suits you.')
  await admin.getByRole('button', { name: 'Send answer' }).click()
  await expect(chat.getByText('Yes, Enterprise suits you.')).toBeVisible()
  expect(await mailTo(email, /Your question has an answer/)).toContain('Yes, Enterprise suits you.')

  // The window is closed: the next answer shows on its button, on any page, and the thread is still there.
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await admin.getByLabel('Your answer').fill('And churches get a discount.')
  await admin.getByRole('button', { name: 'Send answer' }).click()
  await expect(admin.getByRole('log').getByText('And churches get a discount.')).toBeVisible()
  await page.goto('/about')
  await page.getByRole('button', { name: 'Support chat, 1 unread' }).click()
  await expect(chat.getByText('And churches get a discount.')).toBeVisible()
  await admin.getByRole('button', { name: 'Close conversation' }).click()
  await expect(chat.getByText('This conversation is closed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: 'Support chat' })).toBeFocused()
})

test('what was typed in the chat survives a broken network, and is stored once', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/)
  await page.goto('/pricing#chat')
  const chat = page.getByRole('dialog', { name: 'Support chat' })
  const message = chat.getByRole('textbox', { name: 'Message' })
  let tries = 0
  // The first answer is lost on its way back.
  await page.route('**/support-chat/send', async route => {
    if (tries++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await message.fill('Are you there?')
  await message.press('Enter')
  await expect(chat.getByText('Network error. Please check your connection and try again.')).toBeVisible()
  await expect(message).toHaveValue('Are you there?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByText('Monday-Friday 9:00-5:00 EST')).toBeVisible()
  await expect(chat.getByText('Are you there?')).toHaveCount(1)
})

test('the support chat is small, and gives way to drawers, dialogs and menus', async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  const bubble = page.locator('#chat-button')
  await expect(bubble).toBeVisible()
  expect(await bubble.boundingBox()).toMatchObject({ width: 44, height: 44 })
  await page.getByText('Menu', { exact: true }).click()
  await expect(bubble).toBeHidden()
  const owner = await visit((await aChurch()).owner)
  await owner.goto('/leads')
  const there = owner.locator('#chat-button')
  await expect(there).toBeVisible()
  await owner.getByRole('button', { name: 'Add Lead' }).click()
  await expect(owner.getByRole('dialog', { name: 'Add lead' })).toBeVisible()
  await expect(there).toBeHidden()
  await owner.keyboard.press('Escape')
  await expect(there).toBeVisible()
})

test('in the app the chat knows who writes', async ({ page, visit }) => {
  const owner = await visit(null)
  const email = await signUpByHand(owner, 'Dana Deacon')
  await owner.waitForURL('**/welcome')
  await owner.getByRole('button', { name: 'Support chat' }).click()
  const chat = owner.getByRole('dialog', { name: 'Support chat' })
  await chat.getByRole('textbox', { name: 'Message' }).fill('Where do I begin?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByText(`We will also email the answer to ${email}.`)).toBeVisible()
  await exploreDemo(page)
  await page.goto('/admin#support-chat')
  await expect(page.getByText('Dana Deacon').first()).toBeVisible()
})

for (const [answer, remembers] of [
  ['Accept', true],
  ['Decline', false],
] as const)
  test(`${answer}: ${remembers ? 'the screens one opens most are remembered' : 'nothing optional is kept'}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: origin() })
    const page = await context.newPage()
    await exploreDemo(page)
    await page.getByRole('button', { name: answer }).click()
    await page.getByRole('link', { name: 'People', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Leads', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Lead Pipeline' })).toBeVisible()
    const kept = await page.evaluate(() => Object.keys(localStorage).some(key => key.startsWith('lampstand.opened.')))
    expect(kept).toBe(remembers)
    await context.close()
  })
