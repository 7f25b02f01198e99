import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import type { ImportChange } from './contract.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

async function uploaded(church: Church, content: string | Uint8Array<ArrayBuffer>, name = 'people.csv') {
  const { send } = await aServer()
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const response = await send(`/storage/v1/uploads?purpose=import&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${church.people.staff.session.access_token}`,
      'lampstand-client': church.id,
      'content-length': String(body.byteLength),
    },
  })
  return { status: response.status, ...((await response.json()) as { id: string; size: number; name: string }) }
}

async function looked(church: Church, content: string | Uint8Array<ArrayBuffer>) {
  const { id: fileId } = await uploaded(church, content)
  const { id } = await church.staff.imports.create({ fileId })
  await church.settle()
  return church.staff.imports.get({ id })
}

type Wishes = Pick<ImportChange, 'mapping' | 'options'>

async function brought(church: Church, content: string | Uint8Array<ArrayBuffer>, wishes: Wishes = {}) {
  const { id, version } = await looked(church, content)
  if (Object.keys(wishes).length > 0) await church.staff.imports.update({ id, version, ...wishes })
  await church.staff.imports.check({ id })
  await church.settle()
  const { checked } = await church.staff.imports.get({ id })
  await church.staff.imports.run({ id })
  await church.settle()
  const done = await church.staff.imports.get({ id })
  return { ...done, checked }
}

const example = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'data/examples', name)))
const none = { created: 0, updated: 0, unchanged: 0, repeated: 0, duplicates: 0, skipped: 0, errors: 0, suppressed: 0 }

test.each([
  ['google.csv', 'google'],
  ['google-old.csv', 'google'],
  ['outlook.csv', 'outlook'],
  ['planning-center.csv', 'planning_center'],
  ['hubspot.csv', 'hubspot'],
  ['mailchimp-subscribed.csv', 'mailchimp'],
  ['mailchimp-unsubscribed.csv', 'mailchimp'],
  ['mailchimp-cleaned.csv', 'mailchimp'],
  ['free-form-english.csv', 'other'],
  ['free-form-german.csv', 'other'],
  ['free-form-spanish.csv', 'other'],
])('%s goes in as it is, the check says what will happen, and again it changes nothing', async (name, product) => {
  const church = await aChurch()
  const first = await brought(church, example(name))
  expect(first).toMatchObject({ state: 'completed', product, problem: null })
  expect(first.counts!.created).toBeGreaterThan(2)
  expect(first.counts).toEqual(first.checked)
  expect(first.rowsDone).toBe(first.rows)
  const { items } = await church.staff.people.list({ importId: first.id, limit: 200 })
  expect(items).toHaveLength(first.counts!.created)
  const second = await brought(church, example(name))
  const known = first.rows - first.counts!.errors
  expect(second.counts).toEqual({ ...none, unchanged: known, errors: first.counts!.errors })
  expect(second.checked).toEqual(second.counts)
})
