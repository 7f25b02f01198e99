import { SimpleGrid } from '@mantine/core'
import { type DashboardTile, listed } from '#kernel/modules.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { fetchAhead, LazyWidget } from '#web/lazy-widget.tsx'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import classes from './dashboard.module.css'

export const meta = () => titled('Dashboard', 'View your marketing performance metrics and recent activity.')

// They are asked for together with this screen instead of after it.
fetchAhead([...listed('tiles'), ...listed('needs')])

/** Each tile and panel comes from its module and asks for its own figures: one that fails leaves the others standing. */
export default function Dashboard() {
  const { may } = useMe()
  const tiles = listed('tiles')
    .filter(({ permissions }) => permissions.every(may))
    .sort((a, b) => a.order - b.order)
  const ofSize = (size: DashboardTile['size']) =>
    tiles.filter(tile => tile.size === size).map(tile => <Tile key={tile.label} tile={tile} />)
  const figures = ofSize('figure')
  return (
    <>
      <PageHeader title="Dashboard" purpose="Overview of your marketing performance" />
      <div className={classes.sections}>
        {ofSize('top')}
        {figures.length > 0 ? <StatRow>{figures}</StatRow> : null}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className={classes.halves}>
          {ofSize('half')}
        </SimpleGrid>
        {ofSize('full')}
      </div>
    </>
  )
}

const Tile = ({ tile: { load, label, size } }: { tile: DashboardTile }) => {
  const waiting = size === 'figure' ? <StatTile label={label} to="" /> : <Waiting title={label} />
  return <LazyWidget load={load} fallback={size === 'top' ? null : waiting} />
}

const Waiting = ({ title }: { title: string }) => (
  <Panel title={title} minHeight={384}>
    <SkeletonRows />
  </Panel>
)
