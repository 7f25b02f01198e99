import { Button, FileButton, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { BankPreview } from '../bookkeeping/contract.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { BankLines } from './bank-lines.tsx'
import { RowMessages } from './row-messages.tsx'
import { readUpload } from './use-upload.ts'

interface ChosenFile {
  name: string
  text: string
  fileNotes: string[]
  preview: BankPreview
}

/** Lines of the bank account beside the books; a file of them is checked before it is added. */
export function BankTab() {
  const mayWrite = useMay('giving.write')
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const { run, busy } = useMutate({ keys: [api.bankLines.key()] })
  const choose = (file: File | null) =>
    file &&
    void run(
      async () => {
        const { text, notes } = await readUpload(file)
        setChosen({ name: file.name, text, fileNotes: notes, preview: await client.bankLines.check({ text }) })
      },
      { failed: 'This file can’t be read' },
    )
  const add = async ({ text }: ChosenFile) => {
    if (await run(() => client.bankLines.add({ text }), { done: 'The lines were added' })) setChosen(null)
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Bank lines
        </Title>
        {mayWrite ? (
          <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv,text/plain">
            {props => (
              <Button {...props} loading={busy} leftSection={<IconUpload size={16} stroke={1.75} />}>
                Add bank file
              </Button>
            )}
          </FileButton>
        ) : null}
      </Group>
      {chosen ? (
        <Preview chosen={chosen} busy={busy} onAdd={() => void add(chosen)} onCancel={() => setChosen(null)} />
      ) : null}
      <BankLines />
    </Stack>
  )
}

interface PreviewProps {
  chosen: ChosenFile
  busy: boolean
  onAdd: () => void
  onCancel: () => void
}

function Preview({ chosen: { name, fileNotes, preview }, busy, onAdd, onCancel }: PreviewProps) {
  const [money, day] = [useMoney(), useDay()]
  const { lines, known, knownRows, from, to, received, spent, currency, problems, problemCount, notes } = preview
  const fresh = lines - known
  return (
    <Paper withBorder p="md" component="section" aria-label={`Preview of ${name}`}>
      <Stack gap="sm">
        <Text fw={600}>{name}</Text>
        <Text>
          {lines} {lines === 1 ? 'line' : 'lines'}
          {from && to ? ` from ${day(from)} to ${day(to)}` : ''}: {money(received, currency)} received,{' '}
          {money(spent, currency)} spent
        </Text>
        <List size="sm">
          {[...fileNotes, ...notes].map(note => (
            <List.Item key={note}>{note}</List.Item>
          ))}
          {known > 0 ? (
            <List.Item>
              {known} were added before and are left alone (row {knownRows.join(', ')}
              {known > knownRows.length ? ' …' : ''}).
            </List.Item>
          ) : null}
        </List>
        {problemCount > 0 ? <RowMessages messages={problems} count={problemCount} title="can’t be added" /> : null}
        <Group>
          <Button onClick={onAdd} disabled={busy || fresh === 0}>
            Add {fresh} {fresh === 1 ? 'line' : 'lines'}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
