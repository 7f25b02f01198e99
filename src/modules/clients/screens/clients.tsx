import { Badge, Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type Account, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import classes from './clients.module.css'

export const meta = () => titled('Clients')

/** Every account that one belongs to: a church for most, many for an agency. */
export default function Clients() {
  const { accounts } = useMe()
  const [q, setQ] = useState('')
  const shown = accounts.filter(account => account.name.toLowerCase().includes(q.toLowerCase()))
  return (
    <>
      <PageHeader title="Clients" purpose="The churches and ministries you work with." />
      {accounts.length > 8 ? (
        <SearchBox value={q} onChange={setQ} placeholder="Name" className={classes.search} />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState title="No results" text="Try fewer letters." />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {shown.map(account => (
            <Card key={account.id} account={account} />
          ))}
        </SimpleGrid>
      )}
    </>
  )
}

function Card({ account }: { account: Account }) {
  const { account: current, enter } = useMe()
  const here = account.id === current.id
  return (
    <Paper p="md" className={classes.card} component="section" aria-label={account.name}>
      <div className={classes.words}>
        <Title order={2} lineClamp={2}>
          {account.name}
        </Title>
        <Text size="sm" c="dimmed">
          {account.timeZone.replaceAll('_', ' ')}
        </Text>
      </div>
      <div className={classes.foot}>
        <StatusBadge of="role" value={account.role} />
        {account.house ? (
          <Badge variant="light" tt="none">
            Lampstand itself
          </Badge>
        ) : null}
        <Button
          ml="auto"
          size="xs"
          variant={here ? 'light' : 'default'}
          disabled={here}
          onClick={() => enter(account.id)}
        >
          {here ? 'You are here' : 'Enter'}
        </Button>
      </div>
    </Paper>
  )
}
