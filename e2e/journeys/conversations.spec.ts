import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, origin, test } from '../fixtures.ts'

/** The newest text to that number, answered by whoever has the phone. */
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
  await page.goto(`/conversations?person=${person.id}`)
  await expect(page.getByRole('heading', { name: 'Ann Guest' })).toBeVisible()
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Good to have you with us on Sunday 🙂')
  await expect(page.getByText(/UCS-2 · 1 segment/)).toBeVisible()
  await box.press('Enter')
  await expect(page.getByText(/Delivered/)).toBeVisible()
  await expect(box).toHaveValue('')

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

  await answerAs(number, 'please stop texting me')
  await expect(page.getByText('This was taken for a no')).toBeVisible()
  await page.getByText('Reply', { exact: true }).click()
  await expect(page.getByText(/who answered STOP/).first()).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Yes, they want no texts' }).click()
  await expect(page.getByText('This was taken for a no')).toHaveCount(0)
  await expect(page.getByText(/who answered STOP/).first()).toBeVisible()

  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoHorizontalScroll(page)
  await page.getByRole('region', { name: 'Thread' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
})
