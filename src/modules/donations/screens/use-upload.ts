import { readFileText } from '#imports/rules/file-text.ts'

/** The text of a chosen file, in whatever encoding it is; throws with the reason where it is no text. */
export async function readUpload(file: File): Promise<{ text: string; notes: string[] }> {
  const { text, notes, refused } = readFileText(new Uint8Array(await file.arrayBuffer()))
  if (refused) throw new Error(refused)
  return { text, notes }
}
