// Modules: identity messaging
import { Secret, TOTP } from 'otpauth'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  password,
  test,
} from '../fixtures.ts'

/** What the authenticator app shows, so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

test('enroll an app → sign out → sign in at aal2, with the code and with a recovery code', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 4(00|22)/)
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Your Profile' }).click()
  await page.waitForURL('**/profile')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  await expectAccessible(page)
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = shown.replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is wrong')
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  }
  await signIn()
  await page.getByLabel('Code from Authenticator app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await signIn()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/dashboard')
})

test('a session begun before the factor was added is asked for it once, and goes on from there', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 403/)
  const { owner } = await aChurch()
  const enrolled = await owner.ask('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'My phone' })
  const { id: challenge_id } = await owner.ask('POST', `/auth/v1/factors/${enrolled.id}/challenge`, {})
  const code = codeOf(enrolled.totp.secret, -1)
  await owner.ask('POST', `/auth/v1/factors/${enrolled.id}/verify`, { challenge_id, code })
  // The token of the sign-up says aal1; its session lives on.
  const page = await visit(owner)
  await page.goto('/settings')
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(dialog.getByLabel('Code from My phone')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Code from My phone').fill(codeOf(enrolled.totp.secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Name').first().fill('Hope Community Chapel')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText(/Saved/i).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name').first()).toHaveValue('Hope Community Chapel')
})

test('a security key is set up, and asked for at the next sign-in', async ({ visit, tolerate, baseURL }) => {
  // Browsers keep keys for names, not for numbers.
  tolerate(/left for http:\/\/localhost:/)
  const { owner } = await aChurch()
  const page = await visit(null)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const key = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...key, hasResidentKey: true } })
  const login = `${baseURL!.replace('127.0.0.1', 'localhost')}/login`
  const signIn = async () => {
    await page.goto(login)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn()
  await page.waitForURL('**/dashboard')
  await page.goto(login.replace('/login', '/profile'))
  await page.getByRole('button', { name: 'Set up a security key' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('button', { name: 'Remove Security key' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await signIn()
  await page.getByRole('button', { name: 'Use your security key' }).click()
  await page.waitForURL('**/dashboard')
})

test('a new address is confirmed at both, a code by mail signs in, other devices are signed out', async ({ visit }) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/profile')
  const wanted = newAddress('moved')
  await page.getByLabel('Email').fill(wanted)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByText(`Waiting for ${wanted}`)).toBeVisible()
  const other = await visit(null)
  await other.goto(linkIn(await mailTo(wanted, /new address/), '/auth/v1/verify'))
  await other.goto(linkIn(await mailTo(owner.email, /change your Lampstand address/), '/auth/v1/verify'))
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(wanted)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Sign out .* on / })
    .first()
    .click()

  const phone = await visit(null, { viewport: { width: 360, height: 740 } })
  await phone.goto('/login')
  await phone.getByRole('button', { name: 'Email me a code instead' }).click()
  await phone.getByLabel('Email').fill(wanted)
  await phone.getByRole('button', { name: 'Send the code' }).click()
  await expectNoHorizontalScroll(phone)
  const mail = await mailTo(wanted, /link to sign in/)
  await phone.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail)![0])
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.waitForURL('**/dashboard')
  await phone.goto('/profile')
  await expect(phone.getByText('This device', { exact: true })).toBeVisible()
  await expectNoHorizontalScroll(phone)
  await expectAccessible(phone)
})
