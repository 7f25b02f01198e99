// Modules: email messaging people consent files
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  exploreDemo,
  linkIn,
  mailTo,
  newAddress,
  test,
} from '../fixtures.ts'

const address = { street: '12 Church Road', city: 'Cedar Falls', region: 'IA', postalCode: '50613' }

test('a church writes a campaign of blocks, sends it, sees what became of it, and its reader chooses what comes', async ({
  visit,
  tolerate,
}) => {
  // Some browsers try, in a preview whose sandbox lets no script run.
  tolerate(/Blocked script execution in 'about:srcdoc'/)
  const { owner } = await aChurch()
  const { version } = await owner.ask('GET', '/rest/v1/church/read')
  await owner.ask('POST', '/rest/v1/church/change', { version, address })
  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const { slug } = accounts.find((one: any) => one.id === owner.clientId)
  const reader = newAddress('reader')
  await owner.ask('POST', '/rest/v1/people', {
    firstName: 'Ruth',
    lastName: 'Bennett',
    points: [{ kind: 'email', value: reader }],
  })

  // Someone opts in on the church's own page, without JavaScript.
  const visitor = await visit(null, { javaScriptEnabled: false })
  await visitor.goto(`/subscribe/${slug}`)
  await visitor.getByLabel('Email').fill(reader)
  await visitor.getByLabel('News and events').check()
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.getByRole('status')).toContainText('Thank you')

  const page = await visit(owner)
  await page.goto('/dashboard/campaigns')
  await page.getByRole('button', { name: 'Create one' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Harvest supper')
  await dialog.getByRole('radio', { name: /Empty/ }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()

  // Blocks: added, moved, undone; the preview follows.
  await expect(page.getByRole('heading', { name: 'Harvest supper' })).toBeVisible()
  await page.getByLabel('Subject').fill('Come to the harvest supper')
  const add = page.getByRole('region', { name: 'Add a block' })
  await add.getByRole('button', { name: 'Text', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Dear {firstName|friend}, [tell us](https://grace.example.org/yes).')
  await add.getByRole('button', { name: 'Heading' }).click()
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Everyone is welcome')
  // Undone at once, what was taken away comes back with the words that were just typed.
  await page.getByRole('button', { name: 'Remove: Heading, block 2' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Up: Heading, block 2' }).click()
  const preview = page.frameLocator('iframe[title="Email preview"]')
  await expect(preview.locator('h1')).toHaveText('Everyone is welcome')
  await expect(preview.getByText('Dear Ann,')).toBeVisible()
  await page.getByText('No name', { exact: true }).click()
  await expect(preview.getByText('Dear friend,')).toBeVisible()
  await page.getByRole('button', { name: 'Remove: Heading, block 1' }).click()
  await expect(preview.locator('h1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(preview.locator('h1')).toHaveText('Everyone is welcome')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(preview.locator('h1')).toHaveText('Everyone is welcome')

  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByLabel('Everyone', { exact: true }).check()
  await expect(page.getByText('address will get it').or(page.getByText('addresses will get it'))).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText(/^Sent to 1 person/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: /^Delivered 1/ }).click()
  await expect(page.getByRole('table', { name: 'recipients' }).getByText(reader)).toBeVisible()

  // The reader: a click passes by us, and the preferences change by the button alone.
  const mail = await mailTo(reader, /harvest supper/)
  expect(mail).toContain('Dear Ruth,')
  const preferences = linkIn(mail, '/preferences/')
  await visitor.goto(new URL(preferences).pathname)
  await visitor.getByLabel('News and events').uncheck()
  await visitor.getByRole('button', { name: 'Save' }).click()
  await expect(visitor.getByRole('status')).toHaveText('Saved. You won’t get any more emails.')
  await visitor.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor.getByLabel('News and events')).toBeChecked()
  await visitor.goto(new URL(linkIn(mail, '/unsubscribe/')).pathname)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Unsubscribed 1/ })).toBeVisible()
})

test('a bulletin goes by each reader’s own clock, is printed, and what was sent goes once more to who did not open it', async ({
  visit,
  tolerate,
}) => {
  tolerate(/Blocked script execution in 'about:srcdoc'/)
  // What is refused beside its field.
  tolerate(/status of 400/)
  const { owner } = await aChurch()
  const { version } = await owner.ask('GET', '/rest/v1/church/read')
  await owner.ask('POST', '/rest/v1/church/change', { version, address })
  const page = await visit(owner)
  await page.goto('/dashboard/campaigns?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bulletin')
  await dialog.getByRole('radio', { name: /Sunday bulletin/ }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Sunday bulletin of {businessName}')
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByLabel('Everyone', { exact: true }).check()
  await page.getByLabel('One email for each household').check()
  await page.getByRole('tab', { name: 'Review and send' }).click()
  await page.getByRole('combobox', { name: 'Send replies to' }).fill('somebody@elsewhere.example')
  await expect(page.getByText('Please choose an address of your team')).toBeVisible()
  await page.getByRole('combobox', { name: 'Send replies to' }).fill('')
  await expect(page.getByRole('combobox', { name: 'Assign replies to' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  await dialog.getByLabel('Send on').fill('2099-12-24T09:00')
  await dialog.getByRole('radio', { name: 'Each reader’s time zone' }).check()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/Scheduled for Dec 24, 2099, 9:00.AM in each reader’s time zone/)).toBeVisible()
  // Who gets it stands there, and it can be undone.
  await expect(page.getByRole('region', { name: 'Review and send' })).toContainText('will get it')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Review and send' })).toBeVisible()

  // What the demo church sent four days ago: as paper, and once more.
  const demo = await visit(null)
  await exploreDemo(demo)
  await demo.goto('/dashboard/campaigns?q=Harvest')
  await demo.getByRole('link', { name: /^Email Harvest supper/ }).click()
  const paper = await demo.getByRole('link', { name: 'Print' }).getAttribute('href')
  await demo.getByRole('button', { name: 'Resend to non-openers' }).click()
  await demo
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to \d+ people/ })
    .click()
  await expect(demo.getByRole('dialog').getByText('Subject is required')).toBeVisible()
  await demo.goto(paper!)
  await expect(demo.getByRole('heading', { level: 1 })).toHaveText('You are invited to the harvest supper')
  const columns = await demo.locator('main').evaluate(main => getComputedStyle(main).columnCount)
  expect(columns).toBe('2')
  await expect(demo.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(demo)
  await demo.setViewportSize({ width: 360, height: 780 })
  await expectNoHorizontalScroll(demo)
})
