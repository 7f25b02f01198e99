import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import classes from './import.module.css'
import { type Counts, fetchFile } from './use-import.ts'

type Tense = 'will' | 'did'

const lines: { key: keyof Counts; will: string; did: string; always?: boolean }[] = [
  { key: 'created', will: 'new people will be added', did: 'people added', always: true },
  { key: 'updated', will: 'people you know get something new', did: 'people updated' },
  { key: 'unchanged', will: 'you know already, with nothing new', did: 'were known, with nothing new' },
  {
    key: 'repeated',
    will: 'rows are about somebody of an earlier row',
    did: 'rows were about somebody of an earlier row',
  },
  {
    key: 'duplicates',
    will: 'of the new ones may be there by another name',
    did: 'of the new ones may be there by another name',
  },
  { key: 'skipped', will: 'people you know are left as they are', did: 'known people were left as they are' },
  { key: 'errors', will: 'rows can’t be read and are left out', did: 'rows could not be read' },
  {
    key: 'suppressed',
    will: 'addresses and numbers will not be written to',
    did: 'addresses and numbers are not written to',
  },
]

interface CountListProps {
  counts: Counts
  tense: Tense
  /** where the new people can be seen */
  to?: string
}

export function CountList({ counts, tense, to }: CountListProps) {
  const { number } = useFormat()
  return (
    <ul className={classes.counts}>
      {lines
        .filter(({ key, always }) => always || counts[key] > 0)
        .map(line => (
          <li key={line.key} data-kind={line.key}>
            <strong data-figures>{number(counts[line.key])}</strong>
            {to && line.key === 'created' && counts.created > 0 ? <Link to={to}>{line[tense]}</Link> : line[tense]}
          </li>
        ))}
    </ul>
  )
}

/** The rows that could not be read, to be mended and brought again. */
export function ErrorFile({ id, name, rows }: { id: string; name: string; rows: number }) {
  const [busy, setBusy] = useState(false)
  const { number } = useFormat()
  async function download() {
    setBusy(true)
    try {
      saveFile(`${name.replace(/\.\w{1,5}$/, '')} - rows to mend.csv`, await fetchFile(id))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        onClick={() => void download()}
        leftSection={<IconDownload size={16} stroke={1.75} />}
      >
        {rows === 1 ? 'Download the row that can’t be read' : `Download the ${number(rows)} rows that can’t be read`}
      </Button>
    </div>
  )
}
