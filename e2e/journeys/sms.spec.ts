// Modules: sms messaging consent conversations people telephony
import { aChurch, expect, origin, test } from '../fixtures.ts'

/** A zone in which it is about noon, whenever the tests run: nobody sleeps. */
const noonZone = () => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** The newest text to that number, answered by the person who has the phone. */
async function answerAs(number: string, kind: string, text: string): Promise<void> {
  await expect(async () => {
    const { items } = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
    const sent = items.find((one: any) => one.recipient === number && one.kind === kind && one.state === 'delivered')
    const answer = await fetch(`${origin()}/rest/v1/outbox/caught/${sent.id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    expect(answer.ok).toBe(true)
  }).toPass({ timeout: 15_000 })
}

test('two opt in by a keyword, a text reaches them, can be undone for ten seconds, and its report follows', async ({
  visit,
  tolerate,
}) => {
  test.setTimeout(120_000)
  const church = await aChurch()
  const { ask } = church.owner
  const { version } = await ask('GET', '/rest/v1/church/read')
  await ask('POST', '/rest/v1/church/change', { version, timeZone: noonZone() })
  const group = await ask('POST', '/rest/v1/groups', { name: 'Choir' })
  const tail = String(Date.now()).slice(-3)
  const numbers = [`+1800555${tail}1`, `+1800555${tail}2`]
  await ask('POST', '/rest/v1/sms-keywords', { word: 'SING', topic: 'newsletter', reply: 'Welcome to the choir.' })
  for (const [i, firstName] of ['Ann', 'Bob'].entries()) {
    const person = await ask('POST', '/rest/v1/people', {
      firstName,
      lastName: 'Singer',
      groupIds: [group.id],
      points: [{ kind: 'phone', value: numbers[i] }],
    })
    const thread = await ask('POST', '/rest/v1/conversations/start', { personId: person.id })
    const key = crypto.randomUUID()
    await ask('POST', `/rest/v1/conversations/${thread.id}/send`, { channel: 'sms', text: 'Hello', key })
    await answerAs(numbers[i]!, 'conversation', 'Sing! 🙂')
  }
  const page = await visit(church.owner)
  await page.goto('/sms')
  await page.getByRole('tab', { name: 'Keywords' }).click()
  await expect(page.getByText('used 2 times')).toBeVisible()
  await page.getByRole('link', { name: 'Compose' }).click()
  await page.getByRole('combobox', { name: 'Groups', exact: true }).click()
  await page.getByRole('option', { name: 'Choir' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('0/160 · GSM-7 · 1 segment')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi {firstName|friend}, we “sing” at 7')
  await expect(page.getByText(/\/160 · UCS-2/)).toBeVisible()
  await page.getByRole('button', { name: 'Use plain characters' }).click()
  await expect(page.getByText(/\/160 · GSM-7 · 1 segment/)).toBeVisible()
  await page.getByRole('button', { name: 'Save as Template' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rehearsal')
  await page.getByRole('dialog').getByLabel('Category').fill('Choir')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const phone = page.getByRole('region', { name: 'Preview' })
  await expect(phone.getByText(/: Hi \w+, we "sing" at 7 Reply STOP to opt out$/)).toBeVisible()
  // What is typed survives a reload.
  await page.reload()

  await page.getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByRole('heading', { name: 'Text 2 people?' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Reply STOP to opt out')).toBeVisible()
  await page.getByRole('button', { name: 'Send to 2 people' }).dblclick()
  await page.getByRole('button', { name: 'Undo' }).click()
  const row = page.getByRole('row', { name: /we "sing" at 7/ })
  await expect(row.getByText('Canceled')).toBeVisible()

  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'Use Rehearsal' }).click()
  await page.getByRole('combobox', { name: 'Groups', exact: true }).click()
  await page.getByRole('option', { name: 'Choir' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send Now' }).click()
  await page.getByRole('button', { name: 'Send to 2 people' }).click()
  const views = page.getByRole('link', { name: /^View/ })
  await expect(views).toHaveCount(2)
  await views.first().click()
  await expect(page.getByText('Sent to 2 people')).toBeVisible({ timeout: 30_000 })
  await answerAs(numbers[0]!, 'sms-campaign', 'Can I bring a friend?')
  await answerAs(numbers[1]!, 'sms-campaign', 'STOP')
  await expect(page.getByRole('button', { name: 'Opted out 1' })).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Replied 2' }).click()
  await expect(page.getByRole('row', { name: /Bob Singer/ })).toBeVisible()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hi {firstName|friend}, we "sing" at 7')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByLabel('Send on').fill('2030-12-24T10:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(views).toHaveCount(3)
  await views.first().click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('We sing at 8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Message' }).getByText('We sing at 8')).toBeVisible()
  // It becomes a question, by the rules of a new one.
  tolerate(/400 .*sms-campaigns/)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Ask a question with answers to choose from').check()
  await drawer.getByLabel('Answer B').fill('yes')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('This answer is already listed')).toBeVisible()
  await drawer.getByLabel('Answer B').fill('Perhaps')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Message' }).getByText('B Perhaps')).toBeVisible()
  await page.goto('/dashboard/campaigns?channel=sms')
  await expect(page.getByRole('link', { name: /we "sing" at 7/ })).toHaveCount(3)
})

test('a question to many waits for a second person, is sent with their approval, and its answers come onto the wall', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const church = await aChurch()
  const { ask } = church.owner
  const { version } = await ask('GET', '/rest/v1/church/read')
  await ask('POST', '/rest/v1/church/change', { version, timeZone: noonZone() })
  const colleague = await church.member('staff', 'Casey Cole')
  const tail = String(Date.now()).slice(-3)
  const numbers = [`+1800556${tail}1`, `+1800556${tail}2`]
  await ask('POST', '/rest/v1/sms-keywords', { word: 'STUDY', topic: 'newsletter', reply: 'Welcome.' })
  for (const [i, firstName] of ['Ann', 'Bob'].entries()) {
    const points = [{ kind: 'phone', value: numbers[i] }]
    const person = await ask('POST', '/rest/v1/people', { firstName, lastName: 'Reader', points })
    const thread = await ask('POST', '/rest/v1/conversations/start', { personId: person.id })
    const key = crypto.randomUUID()
    await ask('POST', `/rest/v1/conversations/${thread.id}/send`, { channel: 'sms', text: 'Hello', key })
    await answerAs(numbers[i]!, 'conversation', 'Study')
  }
  const page = await visit(church.owner)
  await page.goto('/sms?tab=keywords')
  await expect(page.getByText('used 2 times')).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Before sending to more than this many people, require…').fill('1')
  const care = page.getByRole('region', { name: 'Sending rules' })
  await care.getByRole('button', { name: 'Save' }).click()
  await expect(care.getByRole('button', { name: 'Save' })).toBeDisabled()
  await care.getByLabel('approval by a second person').click()
  await expect(care.getByLabel('approval by a second person')).toBeChecked()

  await page.goto('/sms/compose')
  await page.getByRole('checkbox', { name: 'Everyone' }).check()
  await page.getByLabel('Message', { exact: true }).fill('Which evening?')
  await page.getByRole('switch', { name: 'Ask a question with answers to choose from' }).press('Space')
  await page.getByLabel('Answer A').fill('Tuesday')
  await page.getByLabel('Answer B').fill('Thursday')
  await page.getByRole('button', { name: 'Send Now' }).click()
  await page.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByRole('row', { name: /Which evening/ }).getByText('Waiting for approval')).toBeVisible()

  const second = await visit(colleague)
  await second.goto('/sms')
  await second.getByRole('link', { name: 'View Which evening?' }).click()
  await second.getByLabel('Note to the requester').fill('Good idea')
  await second.getByRole('button', { name: 'Approve and send' }).click()
  await expect(second.getByText(/Approved by Casey Cole/)).toBeVisible()
  await expect(second.getByText('Sent to 2 people')).toBeVisible({ timeout: 30_000 })
  await answerAs(numbers[0]!, 'sms-campaign', 'b) please')
  await answerAs(numbers[1]!, 'sms-campaign', 'Tuesday!')
  await second.getByRole('button', { name: 'Projector view' }).click()
  const wall = second.getByRole('dialog', { name: 'Which evening?' })
  await expect(wall.getByText('2 of 2 have answered')).toBeVisible({ timeout: 15_000 })
  await expect(wall.getByText('1 · 50%')).toHaveCount(2)
  await second.keyboard.press('Escape')
  await expect(wall).toBeHidden()
  await second.getByRole('button', { name: 'Close the poll' }).click()
  await second.getByRole('button', { name: 'Close poll' }).click()
  await expect(second.getByText(/Closed since/)).toBeVisible()
})
