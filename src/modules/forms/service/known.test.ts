import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aForm, pageOf } from '#testing/forms.ts'

afterEach(() => clock.reset())

test('a link for someone fills in their name and how to reach them, in that form alone, and for sixty days', async () => {
  const { church, form, at } = await aForm('connect')
  const ann = await church.staff.people.create({
    firstName: 'Ann "A"',
    lastName: 'Reed',
    points: [{ kind: 'email', label: 'home', value: 'ann.reed@example.org' }],
  })
  const { url, name } = await church.staff.forms.linkFor({ id: form.id, personId: ann.id })
  expect(name).toContain('Reed')
  const link = url.slice(url.indexOf('/f/'))
  const html = await pageOf(link)
  expect(html).toMatch(/name="first_name"[^>]*value="Ann &quot;A&quot;"/)
  expect(html).toMatch(/name="last_name"[^>]*value="Reed"/)
  expect(html).toMatch(/name="email"[^>]*value="ann.reed@example.org"/)
  const without = async (address: string) => expect(await pageOf(address)).not.toContain('Reed')
  await without(`${link}&kiosk=1`)
  await without(`${link.slice(0, -4)}AAAA`)
  const other = await aForm('connect', church)
  await without(`${other.at}?for=${link.split('for=')[1]}`)

  const hope = await aChurch('Hope Chapel')
  for (const [caller, id, personId] of [
    [hope.staff, form.id, ann.id],
    [church.staff, form.id, hope.people.staff.id],
  ] as const)
    await expect(caller.forms.linkFor({ id, personId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  clock.advance(days(61))
  await without(link)
  expect(await pageOf(at)).toContain('name="first_name"')
})
