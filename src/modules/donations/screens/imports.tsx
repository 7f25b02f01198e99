import { Alert, Badge, Button, FileButton, Group, List, Paper, Progress, Stack, Table, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import type { GiftPreview } from '../imports/contract.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'

export const meta = () => titled('Import gifts')

const productNames = {
  'planning-center': 'Planning Center',
  tithely: 'Tithe.ly',
  pushpay: 'Pushpay',
  quickbooks: 'QuickBooks',
  other: 'Spreadsheet',
}

type GiftImport = Awaited<ReturnType<typeof client.giftImports.list>>['items'][number]

interface Chosen {
  name: string
  text: string
  preview: GiftPreview
}

/** Gifts of earlier years, from a file of another program. */
export default function Imports() {
  const mayWrite = useMay('giving.write')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { run, busy } = useMutate({ keys: [api.giftImports.key()] })
  const look = (file: File | null) =>
    file &&
    void run(
      async () => {
        const text = await file.text()
        setChosen({ name: file.name, text, preview: await client.giftImports.check({ name: file.name, text }) })
      },
      { failed: 'This file can’t be imported' },
    )
  const start = async ({ name, text }: Chosen) => {
    if (await run(() => client.giftImports.start({ name, text }), { done: 'The import has begun' })) setChosen(null)
  }
  return (
    <>
      <PageHeader
        title="Import gifts"
        purpose="Bring gifts from Planning Center, Tithe.ly, Pushpay, QuickBooks or a spreadsheet as a CSV file. Importing the same file again adds nothing twice."
        action={
          mayWrite ? (
            <FileButton onChange={look} accept=".csv,text/csv,text/plain">
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
          <Preview {...chosen} busy={busy} onStart={() => void start(chosen)} onCancel={() => setChosen(null)} />
        ) : null}
        <Earlier />
      </Stack>
    </>
  )
}

function Preview({
  name,
  preview,
  busy,
  onStart,
  onCancel,
}: Chosen & { busy: boolean; onStart: () => void; onCancel: () => void }) {
  const [money, day] = [useMoney(), useDay()]
  const { product, gifts, known, skipped, sums, from, to, funds, unnamed, problems, problemCount } = preview
  const fresh = funds.filter(fund => !fund.exists)
  return (
    <Paper withBorder p="md" component="section" aria-label={`Preview of ${name}`}>
      <Stack gap="sm">
        <Group>
          <Text fw={600}>{name}</Text>
          <Badge variant="light">{productNames[product]}</Badge>
        </Group>
        <Text>
          {gifts} {gifts === 1 ? 'gift' : 'gifts'}
          {from && to ? ` from ${day(from)} to ${day(to)}` : ''}:{' '}
          {sums.map(({ currency, amount }) => money(amount, currency)).join(', ')}
        </Text>
        <List size="sm">
          {known > 0 ? <List.Item>{known} were imported before and are left alone.</List.Item> : null}
          {skipped > 0 ? (
            <List.Item>{skipped} rows are no gifts, such as failed payments, and are left out.</List.Item>
          ) : null}
          {unnamed > 0 ? <List.Item>{unnamed} have no name: they are recorded without a donor.</List.Item> : null}
          {fresh.length > 0 ? (
            <List.Item>New funds: {fresh.map(fund => `${fund.name} (${fund.gifts})`).join(', ')}</List.Item>
          ) : null}
        </List>
        {problemCount > 0 ? <Problems problems={problems} count={problemCount} /> : null}
        <Group>
          <Button onClick={onStart} disabled={busy || gifts === 0}>
            Import {gifts} gifts
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

const Problems = ({ problems, count }: { problems: GiftPreview['problems']; count: number }) => (
  <Alert color="yellow" title={`${count} ${count === 1 ? 'row' : 'rows'} can’t be imported`}>
    <List size="sm">
      {problems.slice(0, 10).map(({ row, message }) => (
        <List.Item key={`${row} ${message}`}>
          Row {row}: {message}
        </List.Item>
      ))}
    </List>
  </Alert>
)

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
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{day(createdAt.slice(0, 10))}</Table.Td>
      <Table.Td>
        {state === 'running' ? (
          <Progress value={(done / rows) * 100} aria-label={`${done} of ${rows}`} />
        ) : (
          <>
            {created} imported{known > 0 ? `, ${known} known before` : ''}
            {problems.length > 0 ? <Problems problems={problems} count={problems.length} /> : null}
          </>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
