// Modules: portal public-page consent people messaging
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  test,
} from '../fixtures.ts'

test('someone signs in by the mailed link on a phone, chooses what they get, and signs out', async ({
  visit,
}, testInfo) => {
  const { owner } = await aChurch('Hope Chapel')
  const email = newAddress('ann')
  const points = [
    { kind: 'email', value: email },
    { kind: 'phone', value: '+15125550143' },
  ]
  await owner.ask('POST', '/rest/v1/people', { firstName: 'Ann', lastName: 'Miller', points })
  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const portal = `/my/${accounts.find((one: any) => !one.house).slug}`

  const page = await visit(null, { viewport: { width: 360, height: 740 } })
  const look = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await page.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.goto(`${portal}/preferences`)
  await look('sign-in')
  await page.getByLabel('Email address or phone number').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If we know this address, we sent you a link.')).toBeVisible()
  await look('link-sent')

  await page.goto('/outbox')
  await expect(page.getByText('Sign in to Hope Chapel').first()).toBeVisible()
  await page.goto(linkIn(await mailTo(email, /^Sign in to Hope Chapel$/), '/sign-in/'))
  await expect(page.getByText('Continue as Ann Miller')).toBeVisible()
  await look('link')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ann Miller' })).toBeVisible()
  await look('home')

  await page.getByRole('link', { name: 'Preferences' }).click()
  await page
    .getByRole('group', { name: `Email: ${email}` })
    .getByLabel('News and events')
    .check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your preferences are saved.')).toBeVisible()
  await look('preferences')
  await page.getByRole('button', { name: 'Stop all messages' }).click()
  await expect(page.getByText(/You won’t get any more messages/)).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await look('stopped')

  await page.getByRole('link', { name: 'Hope Chapel' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByLabel('Email address or phone number')).toBeVisible()
})
