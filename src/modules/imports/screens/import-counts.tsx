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
    will: ['existing person will be updated', 'existing people will be updated'],
    did: ['person updated', 'people updated'],
  },
  {
    key: 'unchanged',
    will: ['existing person has no changes', 'existing people have no changes'],
    did: ['existing person had no changes', 'existing people had no changes'],
  },
  {
    key: 'repeated',
    will: ['row is about the same person as an earlier row', 'rows are about the same people as earlier rows'],
    did: ['row was about the same person as an earlier row', 'rows were about the same people as earlier rows'],
  },
  {
    key: 'duplicates',
    will: [
      'of the new people may already be in your list under another name',
      'of the new people may already be in your list under another name',
    ],
    did: [
      'of the new people may already be in your list under another name',
      'of the new people may already be in your list under another name',
    ],
  },
  {
    key: 'skipped',
    will: ['existing person is not changed', 'existing people are not changed'],
    did: ['existing person was not changed', 'existing people were not changed'],
  },
  {
    key: 'errors',
    will: ['row can’t be read and is skipped', 'rows can’t be read and are skipped'],
    did: ['row could not be read', 'rows could not be read'],
  },
  {
    key: 'suppressed',
    will: ['address or number will be opted out', 'addresses and numbers will be opted out'],
    did: ['address or number is opted out', 'addresses and numbers are opted out'],
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

/** The rows that could not be read, to be fixed and brought again. */
export function ErrorFile({ id, name, rows }: { id: string; name: string; rows: number }) {
  const [busy, setBusy] = useState(false)
  const { number } = useFormat()
  async function download() {
    setBusy(true)
    try {
      saveFile(`${name.replace(/\.\w{1,5}$/, '')} - rows to fix.csv`, await fetchFile(id))
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
