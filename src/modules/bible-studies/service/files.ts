import { fileName, plainText } from '#documents/rules/text.ts'
import { docxOf } from '#documents/service/docx.ts'
import { textPdfOf } from '#documents/service/text-pdf.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { FileInput } from '../contract.ts'
import { printed } from '../rules/printing.ts'
import { rowOf } from '../service.ts'

const types = {
  txt: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

/** The study as a file, for its leader or for those who take part, named after its title. */
export async function file(ctx: Ctx, { id, format, for: reader }: FileInput) {
  const row = await rowOf(ctx, id)
  if (!row.document) throw new Failure('BAD_REQUEST', 'Generate the study first')
  const content = printed(row, row.document, reader)
  const name = `${fileName(row.title, 'bible-study')}${reader === 'participant' ? '-participant' : ''}.${format}`
  const bytes =
    format === 'txt'
      ? Buffer.from(plainText(content))
      : format === 'docx'
        ? await docxOf(content, row)
        : await textPdfOf(content, { title: row.title, at: row.updatedAt })
  return { name, type: types[format], base64: bytes.toString('base64') }
}
