import { IconBolt, IconCircleCheck, IconClock, IconPlayerPlay } from '@tabler/icons-react'
import { useFormat } from '#ui/format.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { MINUTES_PER_ACTION } from '../rules/states.ts'
import { useStats } from './use-workflow.ts'

/** 95 minutes read "1 h 35 min". */
const durationText = (minutes: number, number: (n: number) => string) =>
  minutes < 60
    ? `${minutes} min`
    : minutes < 600
      ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
      : `${number(Math.round(minutes / 60))} h`

export function Tiles() {
  const { data, error, refetch } = useStats()
  const { number, percent } = useFormat()
  const rest = { error, onRetry: () => void refetch() }
  const icon = (Icon: typeof IconBolt) => <Icon size={18} stroke={1.75} />
  return (
    <StatRow>
      <StatTile
        label="Active workflows"
        to="/automation?state=active"
        value={data && number(data.active)}
        formula="Workflows that are published and not paused or archived."
        icon={icon(IconBolt)}
        {...rest}
      />
      <StatTile
        label="Executions today"
        to="/automation/runs?when=today"
        value={data && number(data.today)}
        formula="Runs that began since midnight by your church’s clock."
        icon={icon(IconPlayerPlay)}
        {...rest}
      />
      <StatTile
        label="Success rate"
        to="/automation/runs?when=month&state=ended"
        value={data && (data.successRate === null ? '–' : percent(data.successRate))}
        formula="Completed runs ÷ (completed + failed runs) of the last 30 days."
        icon={icon(IconCircleCheck)}
        {...rest}
      />
      <StatTile
        label="Time saved"
        to="/automation/runs?state=completed"
        value={data && durationText(data.minutesSaved, number)}
        formula={`Actions that workflows have done × ${MINUTES_PER_ACTION} minutes each.`}
        icon={icon(IconClock)}
        {...rest}
      />
    </StatRow>
  )
}
