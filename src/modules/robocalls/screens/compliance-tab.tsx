import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { CallRulesForm } from './call-rules-form.tsx'
import { Registry } from './registry.tsx'
import classes from './robocalls.module.css'
import { SuppressionList } from './suppression-list.tsx'

export type CallRules = Awaited<ReturnType<typeof client.callRules.read>>

/** The rules that every call keeps, the national registry, and who is never called. */
export function ComplianceTab() {
  const { data, error, refetch } = useQuery(
    api.callRules.read.queryOptions({ input: {}, meta: { live: ['call-rules'] } }),
  )
  if (error && !data) return <ErrorPanel error={error} what="the rules for calls" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }} className={classes.top}>
        <CallRulesForm rules={data} />
        <Registry registry={data.registry} />
      </SimpleGrid>
      <SuppressionList count={data.suppressed} />
    </Stack>
  )
}
