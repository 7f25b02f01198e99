import { Alert, Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { detectDelimiter } from '#imports/rules/delimiter.ts'
import { readCsv } from '#imports/rules/records.ts'
import { counted } from '#ui/counted.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type BulkFile, MOST_ROWS, readBulk } from '../rules/bulk.ts'

/** What one request takes. */
const PART = 100

/** Many tracked codes from a CSV file: looked at first, then saved hundred by hundred. */
export function BulkAdd({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<BulkFile | null>(null)
  const [done, setDone] = useState(0)
  const { run, busy } = useMutate({ keys: [api.qrCodes.key()] })
  const close = () => {
    setFile(null)
    setDone(0)
    onClose()
  }
  async function choose(chosen: File | null) {
    if (!chosen) return
    const text = (await chosen.text()).replace(/^\uFEFF/, '')
    setFile(readBulk(readCsv(text, detectDelimiter(text)).map(({ cells }) => cells)))
    setDone(0)
  }
  async function save({ rows }: BulkFile) {
    const said = { done: `${counted(rows.length, 'QR codes')} added`, failed: 'Not all codes were added' }
    const isDone = await run(async () => {
      for (let from = done; from < rows.length; from += PART) {
        await client.qrCodes.createMany({ rows: rows.slice(from, from + PART) })
        setDone(Math.min(rows.length, from + PART))
      }
    }, said)
    if (isDone) close()
  }
  return (
    <Modal opened={opened} onClose={busy ? () => {} : close} title="Add many QR codes">
      <Stack>
        <ChooseFile onChange={chosen => void choose(chosen)} disabled={busy} />
        {file ? <Found file={file} /> : null}
        {busy && file ? <Progress value={(done / file.rows.length) * 100} aria-label="Codes added" /> : null}
        {file && file.rows.length > 0 ? (
          <Group justify="flex-end">
            <Button loading={busy} onClick={() => void save(file)}>
              Add {counted(file.rows.length, 'QR codes')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  )
}

const ChooseFile = (props: { onChange: (file: File | null) => void; disabled: boolean }) => (
  <>
    <Text size="sm">
      Choose a CSV file with the columns name, url and folder, up to {MOST_ROWS.toLocaleString('en-US')} rows. Each row
      becomes a tracked code.
    </Text>
    <FileButton accept=".csv,text/csv" {...props}>
      {button => (
        <Button variant="default" {...button}>
          Choose a CSV file
        </Button>
      )}
    </FileButton>
  </>
)

const SHOWN = 10

function Found({ file: { rows, problems } }: { file: BulkFile }) {
  return (
    <>
      <Text>{counted(rows.length, 'rows')} can be added.</Text>
      {problems.length > 0 ? (
        <Alert color="yellow" title={`${counted(problems.length, 'rows')} to fix`}>
          {problems.slice(0, SHOWN).map(({ row, message }) => (
            <Text key={row} size="sm">
              Row {row}: {message}
            </Text>
          ))}
          {problems.length > SHOWN ? <Text size="sm">and {problems.length - SHOWN} more</Text> : null}
        </Alert>
      ) : null}
    </>
  )
}
