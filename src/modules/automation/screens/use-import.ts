import { useNavigate } from 'react-router'
import { toast, toastError } from '#ui/toast.tsx'
import { client } from '#web/api.ts'

/** Reads an exported workflow and opens what came of it. */
export function useImport() {
  const navigate = useNavigate()
  return async (file: File | undefined) => {
    if (!file) return
    try {
      const { id, name } = await client.workflowExchange.fromJson({ file: readJson(await file.text()) })
      toast(`${name} imported as a draft`)
      navigate(`/automation/${id}`)
    } catch (error) {
      toastError(error, 'The file was not imported')
    }
  }
}

function readJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('This file is not JSON. Choose a file that was exported from a workflow.')
  }
}
