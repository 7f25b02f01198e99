import { Badge, Button, Checkbox, Group, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'

import { TextGiving } from './text-giving.tsx'

export const meta = () => titled('Funds')

type Fund = Awaited<ReturnType<typeof client.funds.list>>['items'][number]

/** What gifts can be given for. */
export default function Funds() {
  const mayWrite = useMay('giving.write')
  const [edited, setEdited] = useState<Fund | 'new' | null>(null)
  const { data, error, refetch } = useQuery(
    api.funds.list.queryOptions({ input: { archived: true }, meta: { live: ['giving'] } }),
  )
  return (
    <>
      <PageHeader
        title="Funds"
        purpose="What gifts are given for. The keyword names the fund in a text message and in imports."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
              Add fund
            </Button>
          ) : undefined
        }
      />
      {error && !data ? (
        <ErrorPanel error={error} what="the funds" onRetry={() => void refetch()} />
      ) : data ? (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label="Funds">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Keyword</Table.Th>
                <Table.Th>Tax-deductible</Table.Th>
                <Table.Th ta="right">Actions</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.items.map(fund => (
                <FundRow key={fund.id} fund={fund} {...(mayWrite && { onEdit: () => setEdited(fund) })} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <SkeletonRows rows={4} />
      )}
      <TextGiving />
      {edited ? <FundForm fund={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </>
  )
}

function FundRow({ fund, onEdit }: { fund: Fund; onEdit?: () => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          {fund.name}
          {fund.isDefault ? <Badge variant="light">Default</Badge> : null}
          {fund.archivedAt ? (
            <Badge variant="light" color="gray">
              Archived
            </Badge>
          ) : null}
        </Group>
      </Table.Td>
      <Table.Td>{fund.code}</Table.Td>
      <Table.Td>{fund.deductible ? 'Yes' : 'No'}</Table.Td>
      <Table.Td>{onEdit ? <Actions fund={fund} onEdit={onEdit} /> : null}</Table.Td>
    </Table.Tr>
  )
}

function Actions({ fund: { id, name, isDefault, archivedAt }, onEdit }: { fund: Fund; onEdit: () => void }) {
  const act = useAct(api.funds.key())
  return (
    <Group gap="xs" justify="flex-end">
      <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      {archivedAt ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Restore ${name}`}
          onClick={() => void act(() => client.funds.restore({ id }), `${name} restored`)}
        >
          Restore
        </Button>
      ) : isDefault ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Archive ${name}`}
          onClick={() => void act(() => client.funds.archive({ id }), `${name} archived`)}
        >
          Archive
        </Button>
      )}
    </Group>
  )
}

function FundForm({ fund, onClose }: { fund: Fund | null; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: fund?.name ?? '',
      code: fund?.code ?? '',
      deductible: fund?.deductible ?? true,
      isDefault: fund?.isDefault ?? false,
    },
  })
  const { run } = useMutate({ keys: [api.funds.key()] })
  async function save({ isDefault, ...values }: typeof form.values) {
    if (fund) await client.funds.update({ id: fund.id, version: fund.version, ...values, isDefault })
    else await client.funds.create(values)
    await run(async () => {}, { done: `${values.name} saved` })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={fund ? 'Edit fund' : 'Add fund'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Keyword" description="One word, such as missions" {...form.getInputProps('code')} />
      <Checkbox
        label="Gifts are tax-deductible"
        description="The giving page offers only tax-deductible funds and the default fund"
        {...form.getInputProps('deductible', { type: 'checkbox' })}
      />
      {fund ? (
        <Checkbox
          label="Default for gifts that name no fund"
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          A fund with gifts can be archived, not deleted.
        </Text>
      )}
    </FormDialog>
  )
}
