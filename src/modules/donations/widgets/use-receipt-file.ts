import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { fetchFile } from '#web/api.ts'

/** Hands out the PDF of a receipt, or of all statements of a run that go by post. */
export function useReceiptFile() {
  return async (path: 'receipts' | 'statements', id: string, name: string) => {
    try {
      const file = await fetchFile(`/storage/v1/${path}/${id}.pdf`)
      saveFile(`${name}.pdf`, await file.blob())
    } catch (error) {
      toastError(error, 'The file was not made')
    }
  }
}
