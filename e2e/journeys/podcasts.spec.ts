// Modules: podcasts videos
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aChurch, expect, expectAccessible, origin, test } from '../fixtures.ts'

/** What ffmpeg makes of a test picture and a tone. */
function made(name: string, ...options: string[]): string {
  const to = path.join(mkdtempSync(path.join(tmpdir(), 'lampstand-journey-')), name)
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=5:duration=3']
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...tone, ...options, to])
  return to
}

test('an old film is converted until browsers play it, and becomes an episode of a podcast with a cover', async ({
  visit,
  tolerate,
}) => {
  // What is still missing is refused at its field.
  tolerate(/status of 400/)
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/videos')
  await page.getByRole('button', { name: 'New Library' }).click()
  await page.getByLabel('Name').fill('Archive')
  await page.getByRole('combobox', { name: 'Visibility of new videos' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Public' }).click()
  await page.getByRole('button', { name: 'Create library' }).click()
  await page.getByRole('tab', { name: 'Upload Video' }).click()
  const film = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Select Video' }).click()
  await (await film).setFiles(made('easter.avi', '-c:v', 'mpeg4', '-c:a', 'mp3'))
  await expect(page.getByText('It is converted here afterwards')).toBeVisible()
  await page.getByLabel('Video Title').fill('Easter 1999')
  await page.getByRole('combobox', { name: 'Library' }).click()
  await page.getByRole('option', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Upload Video', exact: true }).click()
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads).toContainText('Video uploaded successfully!')
  await uploads.getByRole('link', { name: 'View' }).click()
  const player = page.locator('lampstand-player video')
  await expect(player).toBeAttached({ timeout: 30_000 })
  await expect.poll(() => player.evaluate(video => (video as HTMLVideoElement).error)).toBeNull()
  await expect(page.getByRole('button', { name: 'Picture 4' })).toBeVisible()
  await expect(page.getByLabel('Easter 1999.m4a')).toBeVisible({ timeout: 30_000 })

  await page.goto('/videos')
  await expect(page.getByText('Easter 1999')).toBeVisible()
  await page.getByLabel('Library', { exact: true }).selectOption({ label: 'Archive (1)' })
  // That of the library comes with it.
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(2)
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Podcast' }).click()
  await expect(page.getByText('1 episode')).toBeVisible()
  await expect(page.getByText('Before apps list it:')).toBeVisible()
  await page.getByRole('switch', { name: 'The podcast is on' }).check()
  await page.getByRole('textbox', { name: 'Description' }).fill('Old films of our church, to hear again.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Apple and Spotify confirm at this address that the podcast is yours')).toBeVisible()
  await page.getByLabel('Email of the owner').fill('office@grace.example')
  const cover = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a cover' }).click()
  await (await cover).setFiles(made('cover.jpg', '-frames:v', '1', '-vf', 'scale=1400:1400', '-map', '0:v'))
  await expect(page.getByRole('img', { name: 'Cover of the podcast' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const address = page.getByLabel('Address of the feed')
  await expect(address).toHaveValue(/\/podcast\/.+\/archive\.xml$/)
  await expectAccessible(page)
  const { pathname } = new URL(await address.inputValue())
  const feed = await (await fetch(`${origin()}${pathname}`)).text()
  expect(feed).toContain('<title>Easter 1999</title>')
  expect(feed).toContain('type="audio/x-m4a"')
})
