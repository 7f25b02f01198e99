// Modules: identity
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { GoTrueAdminApi } from '@supabase/auth-js'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, origin, password, test } from '../fixtures.ts'

const command = ['scripts/setup/run.mjs', 'scripts/token.ts', 'service_role']
const serviceToken = () =>
  execFileSync(process.execPath, command, {
    env: { ...process.env, DATA_DIR: path.join(process.env.E2E_HOME!, 'data'), PUBLIC_URL: origin() },
  })
    .toString()
    .trim()

const verifier = 'a-verifier-that-is-long-enough-for-the-protocol-1'

test('sign in to another program with Lampstand: sign in, deny, allow, remove its access', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const { owner } = await aChurch()
  const headers = { Authorization: `Bearer ${serviceToken()}` }
  const { oauth } = new GoTrueAdminApi({ url: `${origin()}/auth/v1`, headers })
  const callback = `${origin()}/help?from=program`
  const { data: program, error } = await oauth.createClient({
    client_name: 'Potluck Planner',
    redirect_uris: [callback],
  })
  expect(error).toBeNull()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: program!.client_id,
    redirect_uri: callback,
    scope: 'openid email',
    state: 'their-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const start = `/auth/v1/oauth/authorize?${query}`

  await page.goto(start)
  await page.waitForURL('**/login?next=**')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Potluck Planner' })).toBeVisible()
  await expect(page.getByText(owner.email)).toBeVisible()
  await expect(page.getByText('See your email address')).toBeVisible()
  await expect(page.getByText('See your name and picture')).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(url => url.pathname === '/help' && url.searchParams.get('error') === 'access_denied')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(start)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(url => url.pathname === '/help' && url.searchParams.has('code'))
  expect(new URL(page.url()).searchParams.get('state')).toBe('their-state')

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove access for Potluck Planner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
  await expect(page.getByText('Potluck Planner no longer has access')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove access for Potluck Planner' })).toBeHidden()

  await page.goto('/oauth/consent?authorization_id=none')
  await expect(page.getByRole('alert')).toContainText('Go back to the program and try again.')
})
