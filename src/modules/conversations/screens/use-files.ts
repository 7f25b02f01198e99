import { useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { fetchFile } from '#web/api.ts'
import { FILES_LIMIT, sizes } from '../rules/states.ts'

export interface Attached {
  id: string
  name: string
  size: number
}

async function upload(file: File): Promise<Attached> {
  if (file.size > sizes.file) throw new Error(`${file.name} is larger than ${sizes.file / 1_048_576} MB.`)
  const answer = await fetchFile(`/storage/v1/uploads?purpose=attachment&name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  })
  return answer.json()
}

/** Brings files for an answer; one that is refused says why and leaves the others alone. */
export function useFiles(files: Attached[], change: (files: Attached[]) => void) {
  const [bringing, setBringing] = useState(false)
  async function add(chosen: File[]) {
    setBringing(true)
    const kept = [...files]
    for (const file of chosen.slice(0, FILES_LIMIT - files.length))
      await upload(file).then(
        one => kept.push(one),
        error => toastError(error, `${file.name} was not attached`),
      )
    if (chosen.length > FILES_LIMIT - files.length)
      toastError(new Error(`${FILES_LIMIT} files at most.`), 'Some files were not attached')
    setBringing(false)
    change(kept)
  }
  return { bringing, add, drop: (id: string) => change(files.filter(one => one.id !== id)) }
}
