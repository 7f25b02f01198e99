import { Button, FileButton, Progress, Stack, Table, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localDay } from '#clients/rules/local-day.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { useDay } from '../widgets/use-money.ts'
import { type ChosenFile, GiftFilePreview } from './gift-file-preview.tsx'
import { RowMessages } from './row-messages.tsx'
import { readUpload } from './use-upload.ts'

export const meta = () => titled('Import gifts')

type GiftImport = Awaited<ReturnType<typeof client.giftImports.list>>['items'][number]

/** A chosen file with its preview, which every decision about it renews. */
function useGiftFile() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const { run, busy } = useMutate({ keys: [api.giftImports.key()] })
  const choose = (file: File | null) =>
    file &&
    void run(
      async () => {
        const { text, notes } = await readUpload(file)
        const asked = { name: file.name, text, identity: 'numbers' as const, fundId: null }
        setChosen({ ...asked, fileNotes: notes, preview: await client.giftImports.check(asked) })
      },
      { failed: 'This file can’t be imported' },
    )
  const change = (changes: Partial<Pick<ChosenFile, 'identity' | 'fundId'>>) =>
    chosen &&
    void run(async () => {
      const { fileNotes: _, preview: __, ...asked } = { ...chosen, ...changes }
      setChosen({ ...chosen, ...changes, preview: await client.giftImports.check(asked) })
    })
  const start = async ({ fileNotes: _, preview: __, ...asked }: ChosenFile) => {
    if (await run(() => client.giftImports.start(asked), { done: 'The import has begun' })) setChosen(null)
  }
  return { chosen, busy, choose, change, start, cancel: () => setChosen(null) }
}

/** Gifts of earlier years, from a file of another program. */
export default function Imports() {
  const mayWrite = useMay('giving.write')
  const { chosen, busy, choose, change, start, cancel } = useGiftFile()
  return (
    <>
      <PageHeader
        title="Import gifts"
        purpose="Bring gifts from Planning Center, Tithe.ly, Pushpay, Breeze, QuickBooks or a spreadsheet as a CSV file. Importing the same file again adds nothing twice."
        action={
          mayWrite ? (
            <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv,text/plain">
              {props => (
                <Button {...props} loading={busy} leftSection={<IconUpload size={16} stroke={1.75} />}>
                  Choose file
                </Button>
              )}
            </FileButton>
          ) : undefined
        }
      />
      <Stack>
        {chosen ? (
          <GiftFilePreview
            chosen={chosen}
            busy={busy}
            onChange={change}
            onStart={() => void start(chosen)}
            onCancel={cancel}
          />
        ) : null}
        <Earlier />
      </Stack>
    </>
  )
}

function Earlier() {
  const { data, error, refetch } = useQuery(api.giftImports.list.queryOptions({ input: {}, meta: { live: ['gifts'] } }))
  if (error && !data) return <ErrorPanel error={error} what="the imports" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  if (data.items.length === 0) return <Text c="dimmed">No file was imported yet.</Text>
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label="Imports">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.items.map(one => (
            <Row key={one.id} {...one} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ name, createdAt, state, rows, done, created, known, problems }: GiftImport) {
  const day = useDay()
  const { timeZone } = useMe().account
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{day(localDay(new Date(createdAt), timeZone))}</Table.Td>
      <Table.Td>
        {state === 'running' ? (
          <Progress value={(done / rows) * 100} aria-label={`${done} of ${rows}`} />
        ) : (
          <>
            {created} imported{known > 0 ? `, ${known} known before` : ''}
            {problems.length > 0 ? (
              <RowMessages messages={problems} count={problems.length} title="can’t be imported" />
            ) : null}
          </>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
