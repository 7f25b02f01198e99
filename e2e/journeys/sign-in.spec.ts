// Modules: identity clients messaging
import { signUp } from '../../src/testing/processes/person.ts'
import {
  aChurch,
  expect,
  exploreDemo,
  linkIn,
  mailTo,
  newAddress,
  origin,
  password,
  signUpByHand,
  test,
} from '../fixtures.ts'

test('the sign-in page says what is missing, and keeps what was typed', async ({ page, tolerate }) => {
  tolerate(/400 .*grant_type=password/)
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · Lampstand')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill('pat')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await page.getByLabel('Email').fill('pat@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('pat@example.org')

  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('pat@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret1')
  await page.getByLabel('Confirm password').fill('secret2')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
})

test('the sign-in page loads no more than a page of the site, and what is done before it is awake counts', async ({
  page,
  tolerate,
}) => {
  tolerate(/400 .*grant_type=password/)
  const scripts: string[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname)
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.toSorted()).toEqual(['/chat.js', '/consent.js', '/late.js'])
  // Painted after one round trip, the question about cookies with it.
  const html = await (await page.request.get('/login', { headers: { cookie: '' } })).text()
  expect(html).not.toContain('rel="stylesheet"')
  expect(html).toContain('<aside id="consent" class')
  // As a password manager does it: no pointer, no key.
  await page.evaluate(() => {
    const [email, secret] = document.querySelectorAll<HTMLInputElement>('main input')
    email!.value = 'pat@example.org'
    secret!.value = 'wrong password'
    document.querySelector<HTMLButtonElement>('main button[type=submit]')!.click()
  })
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('pat@example.org')
  expect(scripts.length).toBeGreaterThan(3)
})

test('connection diagnostics reach the server', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Connection diagnostics' }).click()
  await expect(page.getByText('Server connection successful')).toBeVisible()
  await expect(page.getByText('Demo mode, with a demo church')).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an address has one account', async ({ page, tolerate }) => {
  tolerate(/422 .*signup/)
  const known = await signUp(origin())
  await page.goto('/login?signup=true')
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill(known.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('An account with this email already exists')).toBeVisible()
})

test('sign up, first-run steps, sign out, sign in: the session lasts over a reload', async ({ page }) => {
  const email = await signUpByHand(page, 'Olive Owner')
  await page.waitForURL('**/welcome')
  await page.getByLabel('Name of your church or ministry').fill('Hope Chapel')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Hope Chapel is ready' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin()}/`)
  await page.goto('/leads')
  await page.waitForURL('**/login?next=%2Fleads')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/leads')
  await expect(page.getByRole('heading', { name: 'Lead Pipeline' })).toBeVisible()
})

test('a visitor who is not signed in is sent to sign in, and back to where they wanted to go', async ({ page }) => {
  await page.goto('/')
  await page.goto('/leads?view=table')
  await page.waitForURL('**/login?next=%2Fleads%3Fview%3Dtable')
  await page.getByRole('button', { name: 'Explore the demo' }).click()
  await page.waitForURL('**/leads?view=table')
  // The sign-in page has left no trace: back is the front page.
  await page.goBack()
  await page.waitForURL(`${origin()}/`)
  await page.goto('/login?next=https://elsewhere.example/')
  await page.waitForURL('**/dashboard')
})

test('the demo church is explored without a password', async ({ page }) => {
  await exploreDemo(page)
  await expect(page.getByRole('button', { name: /Your menu, Ruth Bennett/ })).toBeVisible()
  await page.goto('/no-such-page')
  await page.waitForURL(`${origin()}/?missing=%2Fno-such-page`)
  await expect(page.getByText('There is no page at /no-such-page.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
})

test('a forgotten password is chosen anew through the mail, and the old one is dead', async ({
  page,
  visit,
  tolerate,
}) => {
  tolerate(/400 .*grant_type=password/)
  const { email } = await signUp(origin())
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  const link = linkIn(await mailTo(email, /password/i), '/auth/v1/verify')
  await page.goto(link)
  await page.waitForURL('**/reset-password**')
  await page.getByLabel('New password').fill('a brand new lamp')
  await page.getByLabel('Confirm password').fill('a brand new lamp')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()

  const other = await visit(null)
  await other.goto('/login')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByText('Invalid email or password').first()).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill('a brand new lamp')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL(/dashboard|welcome/)

  const third = await visit(null)
  await third.goto(link)
  await expect(third.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('the answer for an address that nobody has is the same', async ({ page }) => {
  await page.goto('/login?forgot=true')
  await page.getByLabel('Email').fill(newAddress('nobody'))
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
})

test('a stranger’s link signs nobody over to another account', async ({ visit }) => {
  const [victim, stranger] = [await aChurch('Hope Chapel'), await signUp(origin())]
  await fetch(`${origin()}/auth/v1/recover?redirect_to=${origin()}/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: stranger.email }),
  })
  const page = await visit(victim.owner)
  await page.goto(linkIn(await mailTo(stranger.email, /password/i), '/auth/v1/verify'))
  await expect(page.getByRole('heading', { name: 'Someone else is signed in here' })).toBeVisible()
  expect(page.url()).not.toContain('access_token')
  // On any other page a session that is brought along is not even looked at.
  await page.goto(
    `/dashboard#access_token=${stranger.session.access_token}&refresh_token=x&expires_in=3600&token_type=bearer`,
  )
  await expect(page.getByText('Hope Chapel').first()).toBeVisible()
})

test('cookies: asked once, and the answer is kept', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden()
  const cookie = (await context.cookies()).find(({ name }) => name === 'lampstand_consent')!
  expect(cookie.value).toBe('declined')
  expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(365)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden()
  await context.close()
})
