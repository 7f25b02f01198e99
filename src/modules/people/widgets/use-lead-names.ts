import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type LeadNames, type LeadStage, leadNames, stageTitles } from '../rules/lead-stages.ts'

const usual = leadNames()

export interface Named extends LeadNames {
  valueShown: boolean
}

/** What this church calls its stages and outcomes, and whether its leads have a value. */
export function useLeadNames(): Named {
  const { data } = useQuery(
    api.leadSettings.read.queryOptions({
      input: {},
      staleTime: 60_000,
      enabled: useMay('leads.read'),
      meta: { live: ['leads'] },
    }),
  )
  return data ?? { ...usual, valueShown: false }
}

/** On a badge a new lead reads "New", unless the church has a name of its own. */
export const badgeTitle = (names: LeadNames, stage: string): string =>
  stage === 'new' && names.stageTitles.new === stageTitles.new
    ? 'New'
    : (names.stageTitles[stage as LeadStage] ?? stage)
