import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { Enrolling } from './enrolling.tsx'
import { RunList } from './run-list.tsx'

export const meta = () => titled('Runs')

/** Everyone who is or was in one workflow. */
export default function RunsOfWorkflow() {
  const { id = '' } = useParams()
  const { data } = useQuery(api.workflows.get.queryOptions({ input: { id } }))
  return (
    <RunList workflow={{ id, name: data?.name ?? '' }}>
      <Enrolling workflowId={id} />
    </RunList>
  )
}
