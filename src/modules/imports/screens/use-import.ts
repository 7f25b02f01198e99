import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toastError } from '#ui/toast.tsx'
import { api, client, requestHeaders } from '#web/api.ts'

export type Detail = Awaited<ReturnType<typeof client.imports.get>>
export type Listed = Awaited<ReturnType<typeof client.imports.list>>['items'][number]
export type Counts = NonNullable<Listed['counts']>
export type Change = Omit<Parameters<typeof client.imports.update>[0], 'id' | 'version'>

/** One import, kept current by the event stream; changes are sent one after the other, each on top of the last answer. */
export function useImport(id: string) {
  const queries = useQueryClient()
  const options = api.imports.get.queryOptions({ input: { id } })
  const query = useQuery(options)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const put = (found: Detail) => queries.setQueryData(options.queryKey, found)

  /** Shows at once; the server's answer follows, with the preview. What is asked for later waits for it. */
  function save(change: Change) {
    queries.setQueryData(options.queryKey, known => known && changed(known, change))
    last.current = last.current
      .then(async () => {
        const { version } = queries.getQueryData(options.queryKey)!
        put(await client.imports.update({ id, version, ...change }))
      })
      .catch(error => {
        toastError(error)
        return queries.invalidateQueries({ queryKey: options.queryKey })
      })
  }
  const step = useMutation({
    mutationFn: async (verb: 'check' | 'run' | 'cancel' | 'undo') => {
      await last.current
      const found = await client.imports[verb]({ id })
      queries.setQueryData(options.queryKey, known => known && { ...known, ...found })
    },
    onError: error => toastError(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.imports.key() }),
  })
  return { query, save, step }
}

function changed(known: Detail, { options, mapping }: Change): Detail {
  const columns = known.columns.map(column => {
    const change: Partial<(typeof known.columns)[number]> = mapping?.find(one => one.column === column.column) ?? {}
    const { field = column.field, rule = column.rule, custom = column.custom } = change
    return { ...column, field, rule, custom: field === 'custom' ? custom : null }
  })
  return { ...known, columns, options: { ...known.options, ...options } }
}

interface Upload {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file as it is; resolves with its id. A request of the older kind: only it tells how far it is. */
export async function uploadFile(file: File, { onProgress, signal }: Upload): Promise<string> {
  const headers = await requestHeaders()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/storage/v1/uploads?purpose=import&name=${encodeURIComponent(file.name)}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status === 201
        ? resolve(request.response.id)
        : reject(new Error(request.response?.message ?? 'The file could not be sent. Please try again.'))
    request.onerror = () => reject(new Error('Network error. Please check your connection and try again.'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** A file of ours, such as the rows that could not be read. */
export async function fetchFile(id: string): Promise<string> {
  const response = await fetch(`/storage/v1/files/${id}`, { headers: await requestHeaders() })
  if (!response.ok) throw new Error((await response.json().catch(() => null))?.message ?? 'This file no longer exists.')
  return response.text()
}
