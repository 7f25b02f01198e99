import { fileName, plainText } from '#documents/rules/text.ts'
import { docxOf } from '#documents/service/docx.ts'
import { textPdfOf } from '#documents/service/text-pdf.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { printed } from '../rules/printing.ts'
import { rowOf } from '../service.ts'

const types = {
  txt: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

/** The sermon as a file, named after its title. */
export async function file(ctx: Ctx, { id, format }: { id: string; format: 'txt' | 'docx' | 'pdf' | 'outline' }) {
  const row = await rowOf(ctx, id)
  if (!row.document) throw new Failure('BAD_REQUEST', 'Generate the sermon first')
  const content = printed(row, row.document, format === 'outline' ? 'outline' : 'manuscript')
  const kind = format === 'outline' ? 'pdf' : format
  const name = `${fileName(row.title, 'sermon')}${format === 'outline' ? '-outline' : ''}.${kind}`
  const bytes =
    kind === 'txt'
      ? Buffer.from(plainText(content))
      : kind === 'docx'
        ? await docxOf(content, row)
        : await textPdfOf(content, { title: row.title, at: row.updatedAt })
  return { name, type: types[kind], base64: bytes.toString('base64') }
}
