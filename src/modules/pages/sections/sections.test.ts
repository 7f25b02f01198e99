import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { type Block, beginnings } from '../rules/blocks.ts'
import { withNewIds } from '../rules/copying.ts'
import { forget } from '../service/serving.ts'

const heading = (id: string, text: string, level: 1 | 2 = 2): Block => ({ type: 'heading', props: { id, text, level } })

test('a shared section changes on every page that shows it, without publishing them', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  const { accounts } = await church.owner.clients.mine({})
  const section = await church.staff.pageSections.create({ name: 'Footer', content: [heading('s1', 'Call us')] })
  for (const name of ['One', 'Two']) {
    const { id, version } = await church.staff.pages.create({ name })
    const shared: Block = { type: 'section', props: { ...beginnings.section, id: 'x1', sectionId: section.id } }
    const draft = { content: [heading('h1', name, 1), shared] }
    const changed = await church.staff.pages.update({ id, version, draft })
    await church.staff.pages.publish({ id, version: changed.version })
  }
  const read = async (slug: string) => {
    forget()
    return (await send(`/c/${accounts[0]!.slug}/${slug}`)).text()
  }
  expect(await read('one')).toContain('Call us')
  const { id, version } = section
  await church.staff.pageSections.update({ id, version, content: [heading('s1', 'Write to us')] })
  await expect(church.owner.pageSections.update({ id, version, name: 'Late' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await read('one')).toContain('Write to us')
  expect(await read('two')).toContain('Write to us')
  await church.staff.pageSections.remove({ id })
  expect(await read('two')).not.toContain('Write to us')
})

test('a copy of a section has ids of its own, down into its columns', () => {
  let count = 0
  const columns: Block = { type: 'columns', props: { ...beginnings.columns, id: 'c1', one: [heading('h1', 'A')] } }
  const copy = withNewIds(columns, () => `n${++count}`)
  expect(copy.props).toMatchObject({ id: 'columns-n1', one: [{ props: { id: 'heading-n2', text: 'A' } }] })
})
