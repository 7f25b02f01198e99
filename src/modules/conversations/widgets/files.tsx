import { Text, UnstyledButton } from '@mantine/core'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shownTypes } from '#files/rules.ts'
import { toastError } from '#ui/toast.tsx'
import { fetchFile } from '#web/api.ts'
import { sizeText } from '../rules/states.ts'
import classes from './files.module.css'

export interface ShownFile {
  id: string
  name: string
  contentType: string
  size: number
}
interface FilesProps {
  files: ShownFile[]
  /** Where they lie, for who is asking. */
  at?: string
}
interface FileProps {
  file: ShownFile
  at: string
}

const fetchBlob = (at: string, id: string) => fetchFile(`${at}/${id}`).then(answer => answer.blob())

/** What came or went with a message: pictures to look at, everything to download. */
export const Files = ({ files, at = '/storage/v1/conversation-files' }: FilesProps) =>
  files.length === 0 ? null : (
    <ul className={classes.files}>
      {files.map(file => (
        <li key={file.id}>
          {shownTypes.has(file.contentType) ? <Picture file={file} at={at} /> : null}
          <Download file={file} at={at} />
        </li>
      ))}
    </ul>
  )

function Picture({ file: { id, name }, at }: FileProps) {
  const { data } = useQuery({
    queryKey: ['conversation-file', id],
    queryFn: () => fetchBlob(at, id),
    staleTime: Infinity,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return url ? <img className={classes.picture} src={url} alt={name} /> : null
}

function Download({ file: { id, name, size }, at }: FileProps) {
  const download = () =>
    fetchBlob(at, id).then(
      blob => {
        const link = document.createElement('a')
        link.href = URL.createObjectURL(blob)
        link.download = name
        link.click()
        setTimeout(() => URL.revokeObjectURL(link.href))
      },
      error => toastError(error, 'The file was not downloaded'),
    )
  return (
    <UnstyledButton className={classes.file} onClick={() => void download()} title={`Download ${name}`}>
      <IconPaperclip size={14} stroke={1.75} />
      <Text span size="sm" truncate>
        {name}
      </Text>
      <Text span size="xs" c="dimmed" data-figures>
        {sizeText(size)}
      </Text>
      <IconDownload size={14} stroke={1.75} />
    </UnstyledButton>
  )
}
