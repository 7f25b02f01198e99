import { Group, NativeSelect, Stack, Table, Tabs, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { journalShapeNames, journalShapes } from '../bookkeeping/rules/shapes.ts'
import { useMoney, useToday } from '../widgets/use-money.ts'
import { BankTab } from './bank-tab.tsx'

export const meta = () => titled('Bookkeeping')

/** What was booked, for the bookkeeper: totals, journals for other programs, and the bank account beside it. */
export default function Bookkeeping() {
  return (
    <>
      <PageHeader
        title="Bookkeeping"
        purpose="Totals of every account, journals for QuickBooks and Xero, and your bank account beside the books."
      />
      <Tabs defaultValue="totals" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="totals">Totals</Tabs.Tab>
          <Tabs.Tab value="bank">Bank</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="totals" pt="md">
          <Totals />
        </Tabs.Panel>
        <Tabs.Panel value="bank" pt="md">
          <BankTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Totals() {
  const today = useToday()
  const mayWrite = useMay('giving.write')
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const [currency, setCurrency] = useState<string | undefined>()
  const asked = { from, to, ...(currency && { currency }) }
  const { data, error, refetch } = useQuery(
    api.bookkeeping.read.queryOptions({
      input: asked,
      enabled: from !== '' && to !== '',
      placeholderData: keepPreviousData,
      meta: { live: ['gifts'] },
    }),
  )
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput type="date" label="From" value={from} onChange={event => setFrom(event.currentTarget.value)} />
        <TextInput type="date" label="To" value={to} onChange={event => setTo(event.currentTarget.value)} />
        {data && data.currencies.length > 1 ? (
          <NativeSelect
            label="Currency"
            data={data.currencies}
            value={data.currency}
            onChange={event => setCurrency(event.currentTarget.value)}
          />
        ) : null}
        {(mayWrite ? journalShapes : []).map(shape => (
          <ExportCsv
            key={shape}
            label={`Export for ${journalShapeNames[shape]}`}
            name={`journal-${shape}-${from}-${to}.csv`}
            make={() => client.bookkeeping.export({ ...asked, shape })}
          />
        ))}
      </Group>
      {error && !data ? (
        <ErrorPanel error={error} what="the totals" onRetry={() => void refetch()} />
      ) : data ? (
        <Accounts {...data} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Stack>
  )
}

type Books = Awaited<ReturnType<typeof client.bookkeeping.read>>

function Accounts({ accounts, currency, debit, credit }: Books) {
  const format = useMoney()
  const money = (amount: number) => format(amount, currency)
  if (accounts.length === 0) return <Text c="dimmed">Nothing was booked in this period.</Text>
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label="Accounts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th>In your bookkeeping program</Table.Th>
            <Table.Th ta="right">Debits</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map(account => (
            <Table.Tr key={account.key}>
              <Table.Td>{account.name}</Table.Td>
              <Table.Td>
                <Code account={account} />
              </Table.Td>
              <Table.Td ta="right">{money(account.debit)}</Table.Td>
              <Table.Td ta="right">{money(account.credit)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={2}>Total</Table.Th>
            <Table.Th ta="right">{money(debit)}</Table.Th>
            <Table.Th ta="right">{money(credit)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Saved when the field is left. */
function Code({ account: { key, name, code } }: { account: Books['accounts'][number] }) {
  const mayWrite = useMay('giving.write')
  const [value, setValue] = useState(code)
  const { run } = useMutate({ keys: [api.bookkeeping.key()] })
  return (
    <TextInput
      aria-label={`Name or code of ${name}`}
      placeholder={name}
      value={value}
      maxLength={80}
      disabled={!mayWrite}
      onChange={event => setValue(event.currentTarget.value)}
      onBlur={() =>
        value.trim() === code
          ? undefined
          : void run(() => client.bookkeeping.setCode({ key, code: value.trim() }), { done: `${name} saved` })
      }
    />
  )
}
