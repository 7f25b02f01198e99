import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { slicesOf } from '../rules/slices.ts'
import classes from './leads-by-source.module.css'

const Doughnut = lazy(() => import('#ui/doughnut.tsx').then(module => ({ default: module.Doughnut })))

const leadsOf = (source: string) => `/leads?view=table&source=${encodeURIComponent(source)}`

/** Where leads come from: a slice opens its leads, and the same figures are there as a table. */
export function LeadsBySource() {
  const { data, error, refetch } = useQuery(api.leads.bySource.queryOptions({ input: {}, meta: { live: ['leads'] } }))
  const [asTable, { toggle }] = useDisclosure()
  const navigate = useNavigate()
  const slices = data ? slicesOf(data.items) : []
  const actions =
    data && data.total > 0 ? (
      <Button variant="subtle" size="compact-sm" onClick={toggle} aria-pressed={asTable}>
        {asTable ? 'Show chart' : 'Show as table'}
      </Button>
    ) : null
  return (
    <Panel title="Leads by Source" actions={actions} minHeight={384}>
      {error ? (
        <ErrorPanel error={error} what="leads by source" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={256} />
      ) : data.total === 0 ? (
        <EmptyState title="No leads yet" text="When leads have a source, you see here how people find you." />
      ) : asTable ? (
        <SourceTable items={data.items} total={data.total} />
      ) : (
        <Suspense fallback={<Skeleton height={256} />}>
          <Doughnut
            label="Leads by source"
            slices={slices}
            total={data.total}
            onPick={slice => slice.several || navigate(leadsOf(slice.name))}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function SourceTable({ items, total }: { items: { source: string; count: number }[]; total: number }) {
  const { number, percent } = useFormat()
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Source</Table.Th>
          <Table.Th scope="col" ta="right">
            Leads
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Share
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ source, count }) => (
          <Table.Tr key={source}>
            <Table.Td>
              <Anchor component={Link} to={leadsOf(source)}>
                {source}
              </Anchor>
            </Table.Td>
            <Table.Td ta="right" data-figures>
              {number(count)}
            </Table.Td>
            <Table.Td ta="right" data-figures>
              <Text span c="dimmed">
                {percent(Math.round((count / total) * 100) / 100)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
