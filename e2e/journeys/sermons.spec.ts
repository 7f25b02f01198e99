// Modules: sermons scripture
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { aChurch, expect, expectAccessible, test } from '../fixtures.ts'

/** The text of a Word document: the one entry of the ZIP archive that holds it, without its tags. */
function wordsOf(file: Buffer): string {
  const name = Buffer.from('word/document.xml')
  const at = file.lastIndexOf(Buffer.concat([name]))
  const entry = at - 46
  const [packed, offset] = [file.readUInt32LE(entry + 20), file.readUInt32LE(entry + 42)]
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const xml = inflateRawSync(file.subarray(start, start + packed)).toString()
  return xml.replace(/<[^>]+>/g, '')
}

test('a sermon is generated from a passage, changed, saved and downloaded; its verses are the stored words', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/sermon-generator')
  await page.getByRole('button', { name: 'Generate Sermon' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await page.getByLabel('Title').fill('Grace that holds')
  await page.getByLabel('Bible passage', { exact: true }).fill('Romans 8:31-39')
  await expect(page.getByText('What then shall we say about these things?')).toBeVisible()
  await page.getByLabel('Theme').fill('Trust')
  await page.getByRole('button', { name: 'Generate Sermon' }).click()
  await expect(page.getByText(/Verified against the stored Bible/)).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Text', { exact: true }).first().fill('Good morning, church.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sermon saved successfully!')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word document' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('grace-that-holds.docx')
  const words = wordsOf(readFileSync(await file.path()))
  expect(words).toContain('Good morning, church.')
  const passage = await owner.ask('GET', '/rest/v1/scripture/passage?reference=Romans+8:31-33')
  for (const { text } of passage.items[0].verses) expect(words).toContain(text)

  await page.getByRole('tab', { name: 'Library' }).click()
  await expect(page.getByRole('table', { name: 'sermons' })).toContainText('Romans 8:31-39')
})
