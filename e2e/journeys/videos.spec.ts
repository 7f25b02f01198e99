// Modules: videos
import { aChurch, expect, expectAccessible, test } from '../fixtures.ts'

test('a film is uploaded in a tunnel: cut off, resumed after a reload, described, watched half, and resumed on a phone', async ({
  visit,
  tolerate,
}) => {
  tolerate(/ERR_CONNECTION_FAILED/)
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/videos')
  await page.getByRole('button', { name: 'New Library' }).click()
  await page.getByLabel('Name').fill('Sermons')
  await page.getByRole('button', { name: 'Create library' }).click()
  await page.getByRole('tab', { name: 'Upload Video' }).click()
  // An AVI with another name is refused by its bytes, before all of it is sent.
  await expectAccessible(page)
  const choose = async (
    name: string,
    file: { name: string; mimeType: string; buffer: Buffer; lastModified?: number },
  ) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name }).click()
    await (await chooser).setFiles(file)
  }
  await choose('Select Video', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no film') })
  await expect(page.getByText('Please choose an MP4, MOV, AVI or WEBM file.')).toBeVisible()
  // A file on the disk keeps its time, by which it is known again.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Select Video' }).click()
  await (await chooser).setFiles('src/modules/videos/data/shepherd.webm')
  await expect(page.getByLabel('Video Title')).toHaveValue('shepherd')
  await page.getByLabel('Video Title').fill('The Good Shepherd')
  await page.getByRole('combobox', { name: 'Library' }).click()
  await page.getByRole('option', { name: 'Sermons' }).click()
  await page.getByLabel('Bible passage').fill('John 10:11-18')
  // The tunnel: pieces don't arrive.
  await page.route('**/storage/v1/upload/*', route =>
    route.request().method() === 'PATCH' ? route.abort('connectionfailed') : route.fallback(),
  )
  await page.getByRole('button', { name: 'Upload Video', exact: true }).click()
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads).toContainText('The Good Shepherd')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some(key => key.startsWith('lampstand-uploads'))))
    .toBe(true)
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.unroute('**/storage/v1/upload/*')
  await expect(uploads).toContainText('This upload was interrupted.')
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Continue The Good Shepherd' }).click()
  await (await again).setFiles('src/modules/videos/data/shepherd.webm')
  await expect(uploads).toContainText('Video uploaded successfully!')
  await uploads.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Good Shepherd' })).toBeVisible()
  // Read by the server: it can be watched, with a thumbnail that was drawn here.
  const player = page.locator('lampstand-player video')
  await expect(player).toBeAttached()
  await expect(page.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.locator('lampstand-player media-play-button[slot]').click()
  await expect
    .poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(4)
  const said = page.waitForRequest(request => request.url().includes('/views') && request.method() === 'POST')
  await page.locator('lampstand-player media-control-bar media-play-button').click()
  expect((await said).postDataJSON().positionMs).toBeGreaterThan(4_000)

  const phone = await visit(owner)
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.evaluate(() => localStorage.clear()).catch(() => {})
  await phone.goto('/videos')
  await expect(phone.getByText('0:11')).toBeVisible()
  await phone.getByRole('button', { name: 'Play The Good Shepherd' }).click()
  const there = phone.locator('[role=dialog] video')
  await expect
    .poll(() => there.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(4)
  await phone.keyboard.press('Escape')
  await expect(phone.getByRole('button', { name: 'Play The Good Shepherd' })).toBeFocused()
  await expect(phone.locator('video')).toHaveCount(0)

  // Found from every screen by its passage.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search people, screens, actions').fill('John 10')
  await expect(page.getByRole('button', { name: /The Good Shepherd/ })).toBeVisible()
  await page.keyboard.press('Escape')

  // Into the trash, and then for good.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete video' }).click()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('No videos yet')).toBeVisible()
  await page.goto('/videos?deleted=1')
  await page.getByRole('button', { name: 'Delete for good: The Good Shepherd' }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).last().click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
})

test('the archive is searched by a passage on a phone, a sermon is opened, and its transcript leads into the film', async ({
  visit,
}) => {
  const page = await visit(null)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/watch/grace-community-church')
  await expectAccessible(page)
  await page.getByLabel('Bible passage').fill('Romans 8:38')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'Nothing can part us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing can part us' })).toBeVisible()
  await expect(page.getByText('Who shall separate us from the love of Christ?').first()).toBeVisible()
  await expect(page.locator('media-controller')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Blessing/ }).click()
  const film = page.locator('video')
  await expect
    .poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(7)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { colorsAlone: true })
})
