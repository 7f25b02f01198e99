import { Alert, Anchor, Progress, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { client } from '#web/api.ts'
import classes from './import.module.css'
import { uploadFile } from './use-import.ts'

const limit = 60 * 1024 * 1024

interface ImportDropProps {
  /** the file is there and being looked at */
  onImport: (id: string) => void
}

function useSending(onImport: (id: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File | undefined) {
    if (!file || share !== null) return
    if (file.size > limit) return setProblem(`${file.name} is larger than 60 MB. Please split it into parts.`)
    const stop = new AbortController()
    sending.current = stop
    setProblem(null)
    setShare(0)
    try {
      const fileId = await uploadFile(file, { onProgress: setShare, signal: stop.signal })
      const { id } = await client.imports.create({ fileId })
      onImport(id)
    } catch (error) {
      setProblem(messageOf(error))
      setShare(null)
    }
  }
  return { share, problem, send }
}

function useDragging(send: (file: File | undefined) => Promise<void>) {
  const [over, setOver] = useState(false)
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside)
    if (event.type === 'drop') void send(event.dataTransfer.files[0])
  }
  return { 'data-over': over || undefined, onDragOver: drag(true), onDragLeave: drag(false), onDrop: drag(false) }
}

/** A field for a file, onto which one may also be dropped. */
export function ImportDrop({ onImport }: ImportDropProps) {
  const { share, problem, send } = useSending(onImport)
  const dragging = useDragging(send)
  return (
    <>
      {problem ? (
        <Alert color="red" role="alert" mb="md">
          {problem}
        </Alert>
      ) : null}
      <label className={classes.drop} data-busy={share !== null || undefined} {...dragging}>
        <IconFileImport size={32} stroke={1.5} aria-hidden />
        <Text span fw={600} size="lg">
          {share === null ? 'Choose a CSV or vCard file, or drop it here' : 'Uploading…'}
        </Text>
        <Text span c="dimmed" ta="center">
          Up to 100,000 people and 60 MB. You can check everything before anything is imported.
        </Text>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard,text/x-vcard"
          className={classes.file}
          disabled={share !== null}
          onChange={event => {
            void send(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        {share === null ? null : <Progress value={share * 100} className={classes.bar} aria-label="Upload progress" />}
      </label>
      <Text size="sm" c="dimmed" mt="xs" mb="lg">
        From Excel, Numbers or Google Sheets: save or download the sheet as CSV. From a phone or an address book: export
        the contacts as vCard (.vcf).{' '}
        <Anchor href="/help/import-people" size="sm" underline="always">
          How to export from your program
        </Anchor>
      </Text>
    </>
  )
}
