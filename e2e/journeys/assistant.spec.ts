// Modules: assistant conversations live-chat
import { aChurch, expect, expectAccessible, origin, test } from '../fixtures.ts'

test('a visitor asks about parking at night and is answered; who asks for the pastor gets a person, who takes over', async ({
  visit,
  browser,
}) => {
  const { owner } = await aChurch()
  const { slug } = await owner.ask('POST', '/rest/v1/church-chat/change', {
    enabled: true,
    welcome: 'Hello!',
    hours: '',
    ask: 'nothing',
    privacy: 'We keep it.',
    domains: [],
    version: 0,
  })
  // Open for as long as a person would take to read the welcome.
  const guest = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await guest.goto(`${origin()}/chat/${slug}`)
  const page = await visit(owner)
  await page.goto('/ai')
  await page.getByRole('button', { name: 'See what it will do' }).click()
  await page.getByRole('button', { name: 'I have read this. Switch it on' }).click()
  await expect(page.getByText('The assistant is off')).toBeHidden()
  await page.getByRole('tab', { name: 'AI Settings' }).click()
  await page.getByRole('button', { name: 'Add question and answer' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Question' }).fill('Where can I park?')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill('Park in the north lot, free of charge.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('textbox', { name: 'Question' }).fill('where do i leave my car?')
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('status').getByText('From: Where can I park?')).toBeVisible()
  await expectAccessible(page)

  const say = async (text: string) => {
    await guest.getByRole('textbox').last().fill(text)
    await guest.getByRole('textbox').last().press('Enter')
  }
  await say('hi, where can I park on Sunday?')
  await expect(guest.getByText(/This is the automated assistant of .+ Park in the north lot/)).toBeVisible({
    timeout: 20_000,
  })
  await say('Could I speak to the pastor?')
  await expect(guest.getByText('I’m passing this to a person on our team.')).toBeVisible({ timeout: 20_000 })

  await page.goto('/ai')
  await page.getByRole('button', { name: /^Take over the conversation with/ }).click()
  await expect(page).toHaveURL(/conversations\?c=/)
  await expect(page.getByRole('button', { name: 'Hand back' })).toBeVisible()
  await expect(guest.getByText('I’m taking over from here.')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})
