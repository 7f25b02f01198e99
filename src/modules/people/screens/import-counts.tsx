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

/** What follows the number: for one, and for any other. */
type Words = [one: string, many: string]

type Counted = Exclude<keyof Counts, 'consented' | 'withoutNumber' | 'withoutAddress'>

const lines: { key: Counted; will: Words; did: Words }[] = [
  {
    key: 'created',
    will: ['new person will be added', 'new people will be added'],
    did: ['person added', 'people added'],
  },
  {
    key: 'updated',
    will: ['person you know gets something new', 'people you know get something new'],
    did: ['person updated', 'people updated'],
  },
  {
    key: 'unchanged',
    will: ['is known already, with nothing new', 'are known already, with nothing new'],
    did: ['was known, with nothing new', 'were known, with nothing new'],
  },
  {
    key: 'repeated',
    will: ['row is about somebody of an earlier row', 'rows are about somebody of an earlier row'],
    did: ['row was about somebody of an earlier row', 'rows were about somebody of an earlier row'],
  },
  {
    key: 'duplicates',
    will: ['of the new ones may be there by another name', 'of the new ones may be there by another name'],
    did: ['of the new ones may be there by another name', 'of the new ones may be there by another name'],
  },
  {
    key: 'skipped',
    will: ['person you know is left as they are', 'people you know are left as they are'],
    did: ['known person was left as they are', 'known people were left as they are'],
  },
  {
    key: 'errors',
    will: ['row can’t be read and is left out', 'rows can’t be read and are left out'],
    did: ['row could not be read', 'rows could not be read'],
  },
  {
    key: 'suppressed',
    will: ['address or number will not be written to', 'addresses and numbers will not be written to'],
    did: ['address or number is not written to', 'addresses and numbers are not written to'],
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
        .filter(({ key }) => key === 'created' || counts[key] > 0)
        .map(({ key, [tense]: [one, many] }) => {
          const words = counts[key] === 1 ? one : many
          return (
            <li key={key} data-kind={key}>
              <strong data-figures>{number(counts[key])}</strong>
              <span>{to && key === 'created' && counts.created > 0 ? <Link to={to}>{words}</Link> : words}</span>
            </li>
          )
        })}
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
