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
      toastError(error, 'Nothing was started')
    } finally {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: api.exports.key() })
    }
  }
  const making = list.data?.items.some(isMaking) ?? false
  return (
    <Panel title="Everything in one file">
      <Stack gap="md" align="stretch">
        <Text c="dimmed">
          A ZIP with a table for each kind of thing: people, leads, notes, tasks, messages and the rest, with what was
          uploaded. Pastoral notes are in it, so keep it safe. You are told when it is ready; it can be downloaded for{' '}
          {EXPORT_DAYS} days.
        </Text>
        <div>
          <Button onClick={() => void start()} loading={asking} disabled={making}>
            {making ? 'Being made' : 'Export everything'}
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
