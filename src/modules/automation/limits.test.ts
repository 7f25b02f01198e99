import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

const flow = async (church: any, name: string, tagId: string, more: object) => {
  const draft = {
    triggers: [{ trigger: 'lead.created', input: {} }],
    steps: [{ id: 'a', kind: 'action', action: 'people.add_tag', input: { tagId } }],
    reentry: 'every_time',
    exit: null,
    ...more,
  }
  const made = await church.admin.workflows.create({ name, draft })
  return church.admin.workflows.publish({ id: made.id, version: made.version })
}
test('conditions that can’t be asked can’t be published', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const exit = { match: 'all', of: [{ kind: 'nonsense' }] }
  await expect(flow(church, 'Bad', tag.id, { exit })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
