import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { aChurch } from '#testing/church.ts'
import { bring } from '#testing/imports.ts'
import { summary } from './rules/summary.ts'

const consent = { topic: 'newsletter', how: 'Ticked “Text me” on the 2024 card' }
const file = `First name,Email,Phone,OK to text
Ann,ann@example.org,512 555 0161,yes
Ben,ben@example.org,512 555 0162,yes
Cy,cy@example.org,,yes
Di,di@example.org,512 555 0164,no
`

async function anImport() {
  const church = await aChurch()
  const { staff } = church
  const { id, counts } = await bring(church, file, { options: { consent } })
  const given = async (value: string) => {
    const { rows } = await church.inside(ctx =>
      ctx.db.execute<{ state: string; source: string }>(
        `select state, source from consents where value = '${value}' order by id`,
      ),
    )
    return rows.map(({ state, source }) => `${state} by ${source}`)
  }
  const undo = async () => {
    await staff.imports.undo({ id })
    await church.settle()
  }
  return { church, counts, given, undo }
}

test('an import counts the people whose consent it recorded, and those without a number', async () => {
  const { counts } = await anImport()
  expect(counts).toMatchObject({ created: 4, consented: 2, withoutNumber: 1, withoutAddress: 0 })
  expect(summary(counts!)).toBe('4 people added. Consent recorded for 2 people. 1 had no number.')
})

test('an undone import takes its consents back, unless changed since; a new import records them again', async () => {
  const { church, given, undo } = await anImport()
  const said = { channel: 'sms' as const, topic: 'newsletter', source: 'form', wording: 'Text me', reference: 'test' }
  await church.inside(ctx => subscribe(ctx, '+15125550162', said))
  await undo()
  expect(await given('+15125550161')).toEqual(['granted by import', 'revoked by import'])
  expect(await given('+15125550162')).toEqual(['granted by import', 'granted by form'])
  await bring(church, file, { options: { consent } })
  expect(await given('+15125550161')).toEqual(['granted by import', 'revoked by import', 'granted by import'])
  expect(await given('+15125550162')).toHaveLength(2)
})
