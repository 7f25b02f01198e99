import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { EXPORT_DAYS } from '../exports/rules.ts'
import { ExportList, isMaking } from './export-list.tsx'

/** Everything of the account in one file, for its owner. */
export function OwnExport() {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const list = useQuery(
    api.exports.list.queryOptions({
      input: {},
      refetchInterval: ({ state: { data } }) => (data?.items.some(isMaking) ? 1_500 : false),
    }),
  )
  async function start() {
    setAsking(true)
    try {
      await client.exports.create({})
    } catch (error) {
      toastError(error, 'The export was not started')
    } finally {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: api.exports.key() })
    }
  }
  const making = list.data?.items.some(isMaking) ?? false
  return (
    <Panel title="Export the whole account">
      <Stack gap="md" align="stretch">
        <Text c="dimmed">
          A ZIP file with a table for each kind of record (people, leads, notes, tasks, messages and more) and all
          uploads. It includes pastoral notes, so keep it safe. We notify you when it is ready. You can download it for{' '}
          {EXPORT_DAYS} days.
        </Text>
        <div>
          <Button onClick={() => void start()} loading={asking} disabled={making}>
            {making ? 'In progress' : 'Export everything'}
          </Button>
        </div>
        {list.error ? (
          <ErrorPanel error={list.error} what="your exports" onRetry={() => void list.refetch()} />
        ) : list.data ? (
          <ExportList items={list.data.items} path="/storage/v1/account-exports" />
        ) : (
          <SkeletonRows rows={1} />
        )}
      </Stack>
    </Panel>
  )
}
