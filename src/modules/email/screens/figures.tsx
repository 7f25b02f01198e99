import { Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { outcomeWords } from '../rules/words.ts'
import classes from './composer.module.css'
import type { Campaign } from './use-campaign.ts'

interface FiguresProps {
  progress: NonNullable<Campaign['progress']>
  reading: NonNullable<Campaign['reading']>
}

/** In the order in which they are read; shares are of those to whom it left. */
export function useFigures({ progress, reading }: FiguresProps) {
  const { percent } = useFormat()
  const share = (count: number) => (progress.sent > 0 && count > 0 ? percent(count / progress.sent) : '')
  const figures: [keyof typeof outcomeWords, number, string?, boolean?][] = [
    ['delivered', progress.delivered],
    ['opened', reading.opened, share(reading.opened)],
    ['machine_opened', reading.machineOpened, '', true],
    ['clicked', reading.clicked, share(reading.clicked)],
    ['replied', reading.replied],
    ['bounced', progress.bounced, share(progress.bounced)],
    ['complained', progress.complained, share(progress.complained)],
    ['unsubscribed', progress.unsubscribed, share(progress.unsubscribed)],
    ['skipped', progress.skipped],
    ['failed', progress.failed, '', true],
    ['unknown', progress.unknown, '', true],
  ]
  return figures.map(([outcome, count, hint, rare]) => ({
    outcome,
    count,
    hint,
    rare,
    label: outcome === 'opened' ? 'Opened (approx.)' : outcomeWords[outcome],
  }))
}

/** Where they pressed, and how much the opens can be trusted. */
export function Links({ links }: Pick<FiguresProps['reading'], 'links'>) {
  const { number } = useFormat()
  if (links.length === 0) return null
  return (
    <table className={classes.links}>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">People</th>
          <th scope="col">Clicks</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ url, people: who, clicks }) => (
          <tr key={url}>
            <td>{url}</td>
            <td data-figures>{number(who)}</td>
            <td data-figures>{number(clicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the figures can't say. */
export const Approximate = () => (
  <Text size="sm" c="dimmed">
    Opens are approximate: some email programs load every picture and others none. Automated clicks are not counted.
  </Text>
)
