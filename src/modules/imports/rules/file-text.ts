import { decoder, detectEncoding, notText } from './encoding.ts'

/** A whole file as text. `notes` are sentences about what was fixed; `refused` says why it can't be read at all. */
export interface FileText {
  text: string
  notes: string[]
  refused: string | null
}

/** Turns a file's bytes into text, in whatever encoding a program wrote it. */
export function readFileText(bytes: Uint8Array): FileText {
  const refused = notText(bytes)
  if (refused) return { text: '', notes: [], refused: refused.replace('export your people as', 'export it as') }
  const encoding = detectEncoding([bytes])
  const decode = decoder(encoding)
  const text = (decode.write(bytes) + decode.end()).replace(/^\uFEFF/, '')
  return { text, notes: notesOnText({ label: encoding.label, ...decode.report }), refused: null }
}

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

interface Reading {
  label: string
  nuls: number
  replaced: number
  repairedLines: number
}

/** Sentences about the encoding of a file: what was fixed, and what to check. */
export function notesOnText({ label, nuls, replaced, repairedLines }: Reading): string[] {
  return [
    label === 'utf-8'
      ? ''
      : `The file was read as ${label}. If accents look wrong in the preview, please export it as UTF-8.`,
    repairedLines
      ? `${count(repairedLines, 'line was', 'lines were')} not in UTF-8 like the rest, and read as Windows-1252. Please check the accents.`
      : '',
    replaced ? `${count(replaced, 'character', 'characters')} could not be read and show as �.` : '',
    nuls ? `${count(nuls, 'unreadable character (NUL) was', 'unreadable characters (NUL) were')} removed.` : '',
  ].filter(Boolean)
}
