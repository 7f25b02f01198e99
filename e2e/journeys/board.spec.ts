// Modules: leads people
import type { Locator, Page } from '@playwright/test'
import { aChurch, type Church, expect, test } from '../fixtures.ts'

const column = (page: Page, stage: string) => page.getByTestId(`column-${stage}`)
const card = (page: Page, name: string) => page.getByTestId('lead-card').filter({ hasText: name })
/** The upper part of a card, which lifts it and opens it. */
const handle = (page: Page, name: string) => card(page, name).getByRole('button').filter({ hasText: name })
const namesIn = (page: Page, stage: string) =>
  column(page, stage)
    .getByTestId('lead-card')
    .evaluateAll(cards => cards.map(one => one.querySelector('[role=button] p')?.textContent))

/** A church with so many leads, the last one on top. */
async function withLeads(...names: string[]): Promise<Church & { ids: string[] }> {
  const church = await aChurch()
  const ids: string[] = []
  for (const firstName of names) ids.push((await church.owner.ask('POST', '/rest/v1/leads', { firstName })).id)
  return { ...church, ids }
}

async function openBoard(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(column(page, 'new').getByRole('heading', { name: 'New Leads' })).toBeVisible()
}

const moved = (page: Page) =>
  page.waitForResponse(response => response.url().endsWith('/move') && response.request().method() === 'POST')

/** Far enough that the board takes it for a drag, and in steps as a hand moves. */
async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = (await from.boundingBox())!
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = (await target.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) }
}

test('by mouse: a card goes to another column and stays there; its colleague sees it at once', async ({ visit }) => {
  const church = await withLeads('Ann', 'Ben', 'Cleo')
  const page = await visit(church.owner)
  const colleague = await visit(await church.member('staff'))
  await openBoard(page)
  await openBoard(colleague)
  await expect(card(colleague, 'Ben')).toBeVisible()

  const saved = moved(page)
  await drag(page, handle(page, 'Ben'), await middleOf(column(page, 'contacted')))
  expect((await saved).status()).toBe(200)
  await expect(column(page, 'contacted').getByText('Ben')).toBeVisible()
  await expect(column(colleague, 'contacted').getByText('Ben')).toBeVisible({ timeout: 2_000 })
  await page.reload()
  await expect(column(page, 'contacted').getByText('Ben')).toBeVisible()
  await expect.poll(() => namesIn(page, 'new')).toEqual(['Cleo', 'Ann'])
})

test('by mouse: the order inside a column is kept', async ({ visit }) => {
  const { owner } = await withLeads('Ann', 'Ben', 'Cleo')
  const page = await visit(owner)
  await openBoard(page)
  await expect.poll(() => namesIn(page, 'new')).toEqual(['Cleo', 'Ben', 'Ann'])
  const under = (await card(page, 'Ann').boundingBox())!
  const saved = moved(page)
  await drag(page, handle(page, 'Cleo'), { x: under.x + under.width / 2, y: under.y + under.height - 6 })
  await saved
  await page.reload()
  await expect.poll(() => namesIn(page, 'new')).toEqual(['Ben', 'Ann', 'Cleo'])
})

test('a drop outside any column does nothing', async ({ visit }) => {
  const { owner } = await withLeads('Ann')
  const page = await visit(owner)
  await openBoard(page)
  const asked: string[] = []
  page.on('request', request => void (request.url().endsWith('/move') && asked.push(request.url())))
  await drag(page, handle(page, 'Ann'), { x: 120, y: 600 })
  await expect(column(page, 'new').getByText('Ann')).toBeVisible()
  await page.reload()
  await expect(column(page, 'new').getByText('Ann')).toBeVisible()
  expect(asked).toEqual([])
})

test('by keyboard alone: open the board, move by space and arrows, by the menu, and open a card', async ({ visit }) => {
  const { owner } = await withLeads('Ann', 'Ben')
  const page = await visit(owner)
  await openBoard(page)
  await expect(card(page, 'Ben')).toBeVisible()
  await tabTo(page, /^Ben\b/)
  let saved = moved(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(column(page, 'contacted').locator('[data-over]')).toBeVisible()
  await page.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await expect(column(page, 'contacted').getByText('Ben')).toBeVisible()

  await tabTo(page, /^Move Ann to/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Qualified' })).toBeVisible()
  const qualified = page.getByRole('menuitem', { name: 'Qualified' })
  await expect(async () => {
    if (!(await qualified.isVisible())) {
      await tabTo(page, /^Move Ann to/)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('ArrowDown')
    await expect(qualified).toBeFocused({ timeout: 200 })
  }).toPass()
  saved = moved(page)
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
  await expect(column(page, 'qualified').getByText('Ann')).toBeVisible()

  await tabTo(page, /^Ann\b/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ann' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Ann' })).toBeHidden()
})

/** Presses Tab until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return element?.getAttribute('aria-label') ?? element?.innerText ?? ''
    })
    if (name.test(label)) return
  }
  throw new Error(`Tab leads nowhere to ${name}`)
}

test('by touch: a long press lifts the card, the finger moves it', async ({ visit }) => {
  const { owner } = await withLeads('Ann')
  const page = await visit(owner, { hasTouch: true })
  await openBoard(page)
  await expect(card(page, 'Ann')).toBeVisible()
  const from = (await handle(page, 'Ann').boundingBox())!
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
  const end = await middleOf(column(page, 'contacted'))
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const saved = moved(page)
  await send('touchStart', [start])
  await expect(page.locator('[data-dragging]')).toBeVisible()
  for (let step = 1; step <= 12; step++)
    await send('touchMove', [
      { x: start.x + ((end.x - start.x) * step) / 12, y: start.y + ((end.y - start.y) * step) / 12 },
    ])
  // A finger never rests: a busy machine may have missed the first moves.
  await expect(async () => {
    await send('touchMove', [{ x: end.x + Math.round(Date.now() % 3), y: end.y }])
    await expect(column(page, 'contacted').locator('[data-over]')).toBeVisible({ timeout: 500 })
  }).toPass()
  await send('touchEnd', [])
  expect((await saved).status()).toBe(200)
  await expect(column(page, 'contacted').getByText('Ann')).toBeVisible()
})

test('closing asks how it ended, and why it was lost', async ({ visit }) => {
  const { owner } = await withLeads('Ann')
  const page = await visit(owner)
  await openBoard(page)
  await drag(page, handle(page, 'Ann'), await middleOf(column(page, 'closed')))
  const dialog = page.getByRole('dialog', { name: 'What is the outcome for Ann?' })
  await dialog.getByRole('button', { name: 'Close lead' }).click()
  await expect(dialog.getByText('Please choose an outcome')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Lost' }).check()
  await dialog.getByRole('button', { name: 'Close lead' }).click()
  await expect(dialog.getByText('Please enter why it was lost')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Moved away')
  const saved = moved(page)
  await dialog.getByRole('button', { name: 'Close lead' }).click()
  expect(await (await saved).json()).toMatchObject({ status: 'closed', outcome: 'lost', reason: 'Moved away' })
  await expect(column(page, 'closed').getByText('Lost')).toBeVisible()
})

test('closing can be thought over: canceled, the card is where it was', async ({ visit }) => {
  const { owner } = await withLeads('Ann')
  const page = await visit(owner)
  await openBoard(page)
  await drag(page, handle(page, 'Ann'), await middleOf(column(page, 'closed')))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(column(page, 'new').getByText('Ann')).toBeVisible()
})

test('both move at once: all boards end up the same', async ({ visit }) => {
  const church = await withLeads('Ann', 'Ben', 'Cleo', 'Dan')
  const pages = [await visit(church.owner), await visit(await church.member('staff'))]
  for (const page of pages) await openBoard(page)
  const [one, other] = pages as [Page, Page]
  const saved = [moved(one), moved(other)]
  await Promise.all([moveByMenu(one, 'Ann', 'Contacted'), moveByMenu(other, 'Ben', 'Contacted')])
  for (const answer of await Promise.all(saved)) expect(answer.status()).toBe(200)
  await expect.poll(async () => (await namesIn(one, 'contacted')).length).toBe(2)
  const order = await namesIn(one, 'contacted')
  await expect.poll(() => namesIn(other, 'contacted')).toEqual(order)
  await one.reload()
  await expect.poll(() => namesIn(one, 'contacted')).toEqual(order)
})

async function moveByMenu(page: Page, name: string, stage: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${name} to …` }).click()
  await page.getByRole('menuitem', { name: stage }).click()
}

test('two edit one lead: the second is told, and nothing is overwritten', async ({ visit, tolerate }) => {
  tolerate(/409/)
  const church = await withLeads('Ann')
  const pages = [await visit(church.owner), await visit(await church.member('staff'))]
  for (const page of pages) {
    await openBoard(page)
    await handle(page, 'Ann').click()
    await expect(page.getByRole('dialog', { name: 'Ann' }).getByLabel('Notes')).toBeVisible()
  }
  const [one, other] = pages as [Page, Page]
  await other.getByLabel('Notes').fill('Called on Monday')
  await one.getByLabel('Notes').fill('Wrote on Sunday')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(one.getByRole('button', { name: 'Save' })).toBeHidden()

  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Someone else changed this while you were editing')).toBeVisible()
  await expect(other.getByLabel('Notes')).toHaveValue('Called on Monday')
  const lead = () => church.owner.ask('GET', `/rest/v1/leads/${church.ids[0]}`)
  expect((await lead()).notes).toBe('Wrote on Sunday')
  await other.getByRole('button', { name: 'Save my version' }).click()
  await expect.poll(async () => (await lead()).notes).toBe('Called on Monday')
})

test('after a while without a line the screen equals a fresh load', async ({ visit, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to fetch/)
  const church = await withLeads('Ann', 'Ben', 'Cleo')
  const page = await visit(church.owner)
  await openBoard(page)
  await expect(card(page, 'Cleo')).toBeVisible()
  await page.context().setOffline(true)
  const [ann, ben] = church.ids
  const { owner } = church
  await owner.ask('POST', `/rest/v1/leads/${ann}/move`, { status: 'qualified', after: null })
  await owner.ask('DELETE', `/rest/v1/leads/${ben}`)
  await owner.ask('POST', '/rest/v1/leads', { firstName: 'Dan' })
  await expect(column(page, 'new').getByText('Ann')).toBeVisible()
  // The pauses between attempts reach their longest after 3.25 seconds (web/realtime.ts).
  await page.waitForTimeout(4_000)
  await expect(column(page, 'new').getByText('Ann')).toBeVisible()
  await page.context().setOffline(false)
  await expect(column(page, 'qualified').getByText('Ann')).toBeVisible({ timeout: 4_000 })
  await expect.poll(() => namesIn(page, 'new')).toEqual(['Dan', 'Cleo'])
})

test('a lead is taken off the board without a complaint, and comes back by Undo', async ({ visit }) => {
  const church = await withLeads('Ann', 'Ben')
  const page = await visit(church.owner)
  await openBoard(page)
  await handle(page, 'Ann').click()
  const drawer = page.getByRole('dialog', { name: 'Ann', exact: true })
  await drawer.getByRole('button', { name: 'Remove from the board' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Ann from the board?' })
  await question.getByRole('button', { name: 'Remove from the board' }).click()
  await expect(drawer).toBeHidden()
  await expect.poll(() => namesIn(page, 'new')).toEqual(['Ben'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Ann')).toBeVisible()
})

test('a lead is added, with a word about who has the same address, and found in the table', async ({ visit }) => {
  const church = await aChurch()
  await church.owner.ask('POST', '/rest/v1/people', {
    firstName: 'Ann',
    lastName: 'Miller',
    points: [{ kind: 'email', label: 'home', value: 'miller@example.org' }],
  })
  const page = await visit(church.owner)
  await openBoard(page)
  await page.getByRole('button', { name: 'Add Lead' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Add lead' })
  await drawer.getByRole('button', { name: 'Add lead' }).click()
  await expect(drawer.getByText('Please enter a name, an email address or a phone number')).toBeVisible()
  await drawer.getByLabel('First name').fill('Ben')
  await drawer.getByLabel('Last name').fill('Miller')
  await drawer.getByLabel('Email').fill('miller@example.org')
  await expect(drawer.getByText('Ann Miller, same email')).toBeVisible()
  await drawer.getByRole('button', { name: 'Add lead' }).click()
  await expect(column(page, 'new').getByText('Ben Miller')).toBeVisible()

  await page
    .locator('label')
    .filter({ has: page.getByRole('img', { name: 'Table' }) })
    .click()
  await page.waitForURL(/view=table/)
  await page.getByPlaceholder('Name, email or phone').fill('ben mil')
  await page.waitForURL(/q=ben/)
  await expect(page.getByText('Ben Miller').first()).toBeVisible()
  await page.reload()
  await expect(page.getByPlaceholder('Name, email or phone')).toHaveValue('ben mil')
})

test('Add Lead marks every wrong field at once and keeps a draft over closing and a reload', async ({ visit }) => {
  const church = await withLeads()
  const page = await visit(church.owner)
  await openBoard(page)
  const panel = page.getByRole('dialog', { name: 'Add lead' })
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true })
  await page.getByRole('button', { name: 'Add Lead' }).first().click()
  await field('Email').fill('maria@')
  await field('Phone').fill('512')
  await panel.getByRole('button', { name: 'Add lead' }).click()
  await expect(panel.getByText('Please enter a valid email address')).toBeVisible()
  await expect(panel.getByText('Please enter a valid phone number')).toBeVisible()

  await field('Email').fill('')
  await field('Phone').fill('512 555 0142')
  await field('First name').fill('Maria')
  await field('Notes').fill('Met at the fall picnic')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Add Lead' }).first().click()
  await expect(field('First name')).toHaveValue('Maria')
  await page.reload()
  await expect(panel.getByText('Draft restored')).toBeVisible()
  await expect(field('Notes')).toHaveValue('Met at the fall picnic')
  await panel.getByRole('button', { name: 'Add lead' }).click()
  await expect(card(page, 'Maria')).toContainText('(512) 555-0142')
  await page.getByRole('button', { name: 'Add Lead' }).first().click()
  await expect(field('First name')).toHaveValue('')
})

test('what is typed into a lead survives closing its drawer and a reload, and overwrites nobody', async ({
  visit,
  tolerate,
}) => {
  tolerate(/409/)
  const church = await withLeads('Ann')
  const page = await visit(church.owner)
  await page.goto(`/leads?lead=${church.ids[0]}`)
  const notes = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' })
  await notes.fill('Asked about baptism')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await handle(page, 'Ann').click()
  await expect(notes).toHaveValue('Asked about baptism')
  const lead = await church.owner.ask('GET', `/rest/v1/leads/${church.ids[0]}`)
  await church.owner.ask('PATCH', `/rest/v1/leads/${lead.id}`, { version: lead.version, notes: 'From a colleague' })
  await page.reload()
  await expect(notes).toHaveValue('Asked about baptism')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Nothing was overwritten', { exact: false })).toBeVisible()
})
