import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, type client } from '#web/api.ts'
import classes from './billing.module.css'
import { ProductForm } from './product-form.tsx'

export type Product = Awaited<ReturnType<typeof client.products.list>>['items'][number]

/** What Lampstand sells; each row is the same product at the payment provider. */
export function Products() {
  const state = useListState<string>({ sort: '', prefix: 'products' })
  const list = useQuery(api.products.list.queryOptions({ input: {} }))
  const [editing, setEditing] = useState<Product | null>(null)
  const [opened, { open, close }] = useDisclosure()
  const edit = (product: Product | null) => {
    setEditing(product)
    open()
  }
  const words = state.q.toLowerCase()
  const rows = list.data?.items.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(words),
  )
  return (
    <>
      <DataTable
        label="plans and products"
        columns={useColumns()}
        state={state}
        source={{
          rows: rows ?? [],
          total: rows?.length,
          pending: list.isPending,
          stale: false,
          error: list.error,
          hasMore: false,
          loadingMore: false,
          loadMore: () => {},
          retry: () => void list.refetch(),
        }}
        searchPlaceholder="Name or description"
        actions={
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => edit(null)}>
            New product
          </Button>
        }
        onOpen={edit}
        empty={{
          title: 'No products yet',
          text: 'A product has a name and a price. Add it to a price list to offer it as a plan.',
          action: <Button onClick={() => edit(null)}>New product</Button>,
        }}
      />
      <ProductForm key={editing?.id ?? 'new'} product={editing} opened={opened} onClose={close} />
    </>
  )
}

function useColumns(): Column<Product>[] {
  const { date } = useFormat()
  return [
    {
      key: 'name',
      header: 'Name',
      width: '30%',
      name: ({ name }) => name,
      render: ({ name, description }) => (
        <>
          <Text fw={550}>{name}</Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {description}
          </Text>
        </>
      ),
    },
    { key: 'prices', header: 'Price', render: product => <Prices product={product} /> },
    { key: 'plan', header: 'Price list', optional: true, render: ({ plan }) => listName(plan?.family) },
    {
      key: 'active',
      header: 'Status',
      render: ({ active, syncState }) => (
        <span className={classes.head}>
          <StatusBadge of="product" value={active ? 'active' : 'inactive'} />
          {syncState === 'sync_failed' ? <StatusBadge of="sync" value="sync_failed" label="Not synced" /> : null}
        </span>
      ),
    },
    { key: 'createdAt', header: 'Created', optional: true, align: 'right', render: row => date(row.createdAt) },
  ]
}

const listName = (family?: string) => (family === 'crm' ? 'Pricing' : family === 'suite' ? 'Solutions' : 'None')

const Prices = ({ product }: { product: Product }) =>
  product.prices
    .filter(({ active }) => active)
    .map(({ id, unitAmount, currency, interval }) => (
      <Text key={id} size="sm" data-figures>
        {formatMoney({ amount: unitAmount, currency })} / {interval}
      </Text>
    ))
