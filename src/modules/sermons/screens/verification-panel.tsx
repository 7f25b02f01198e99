import { useQuery } from '@tanstack/react-query'
import { Findings } from '#scripture/widgets/findings.tsx'
import { api } from '#web/api.ts'
import type { Sermon } from './use-sermon.ts'

/** What the verifier says of the sermon as it is stored. */
export function VerificationPanel({ sermon, saved }: { sermon: Sermon; saved: boolean }) {
  const found = useQuery(
    api.sermons.verify.queryOptions({ input: { id: sermon.id }, meta: { live: ['sermons'] }, enabled: saved }),
  )
  return <Findings query={found} />
}
