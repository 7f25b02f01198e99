import { Badge, Button, Group } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { useDay, useMoney } from '../widgets/use-money.ts'

type Line = Awaited<ReturnType<typeof client.bankLines.list>>['items'][number]
type Asked = Parameters<typeof client.bankLines.list>[0]

function useColumns(): Column<Line>[] {
  const [money, day] = [useMoney(), useDay()]
  return [
    { key: 'day', header: 'Date', render: one => day(one.day) },
    { key: 'description', header: 'Description', name: one => one.description, render: one => one.description },
    { key: 'amount', header: 'Amount', align: 'right', render: one => money(one.amount, one.currency) },
    { key: 'match', header: 'In the books', render: one => <Match {...one} /> },
  ]
}

/** The church's account at its bank, each line beside what it is in the books. */
export function BankLines() {
  const { state, table } = useList(api.bankLines.list, {
    filters: ['open'],
    live: ['gifts'],
    input: list => list.filters as Partial<Asked>,
  })
  return (
    <DataTable
      {...table}
      label="bank lines"
      columns={useColumns()}
      filters={
        <FilterSelect
          state={state}
          name="open"
          label="Match"
          any="All lines"
          options={[
            { value: 'true', label: 'Open' },
            { value: 'false', label: 'Matched' },
          ]}
        />
      }
      empty={{
        icon: <IconBuildingBank size={40} stroke={1.5} />,
        title: 'No bank lines yet',
        text: 'Add a CSV file from your bank to see which deposits and payouts have arrived.',
      }}
    />
  )
}

function Match({ id, match, suggestions, amount }: Line) {
  const mayWrite = useMay('giving.write')
  const [day, act] = [useDay(), useAct(api.bankLines.key())]
  if (match)
    return (
      <Group gap="xs">
        <Badge variant="light" color="green">
          {match.label}
        </Badge>
        {mayWrite ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => void act(() => client.bankLines.unmatch({ id }), 'The match was undone')}
          >
            Undo
          </Button>
        ) : null}
      </Group>
    )
  if (suggestions.length === 0) return amount < 0 ? 'Nothing of gifts' : 'Not found'
  return (
    <Group gap="xs">
      {suggestions.map(one => (
        <Button
          key={one.id}
          size="compact-xs"
          variant="default"
          disabled={!mayWrite}
          onClick={() => void act(() => client.bankLines.match({ id, entryId: one.id }), 'Matched')}
        >
          {one.label}, {day(one.day)}
        </Button>
      ))}
    </Group>
  )
}
