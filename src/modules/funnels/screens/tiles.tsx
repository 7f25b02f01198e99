import { IconFilter, IconPercentage, IconTargetArrow, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'
import { rangeNames } from './use-funnels.ts'

const icon = (Icon: typeof IconFilter) => <Icon size={18} stroke={1.75} />

/** What all funnels together did in the days asked for. */
export function Tiles({ days }: { days: number }) {
  const { data, error, refetch } = useQuery(
    api.funnels.stats.queryOptions({ input: { days }, meta: { live: ['funnels', 'funnelFigures'] } }),
  )
  const { number, percent } = useFormat()
  const rest = { error, onRetry: () => void refetch() }
  const at = days === 30 ? '' : `&days=${days}`
  const hint = rangeNames[days]
  return (
    <StatRow>
      <StatTile
        label="Funnels live"
        to={`/funnels?status=published${at}`}
        value={data && number(data.live)}
        formula="Funnels that are published and open to visitors."
        icon={icon(IconFilter)}
        {...rest}
      />
      <StatTile
        label="Unique visitors"
        to={`/funnels?sort=-conversions${at}`}
        value={data && number(data.visitors)}
        hint={hint}
        formula="Visitors by the first step that each of them saw on a day, without bots, previews and your own team."
        icon={icon(IconUsers)}
        {...rest}
      />
      <StatTile
        label="Conversions"
        to={`/funnels?sort=-conversions${at}`}
        value={data && number(data.conversions)}
        hint={hint}
        formula="Visitors who submitted a form or booked, each counted once for each funnel and day."
        icon={icon(IconTargetArrow)}
        {...rest}
      />
      <StatTile
        label="Conversion rate"
        to={`/funnels?sort=-conversionRate${at}`}
        value={data && (data.conversionRate === null ? '–' : percent(data.conversionRate))}
        hint={hint}
        formula="Conversions ÷ unique visitors."
        icon={icon(IconPercentage)}
        {...rest}
      />
    </StatRow>
  )
}
