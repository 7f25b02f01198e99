import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { OwnExport } from '#clients/widgets/account-export.tsx'
import { leave } from './leave.ts'
import { useMe } from './me.tsx'
import classes from './shell.module.css'

/** Instead of every screen while the account is suspended: what it means, whom to ask, and the way to one's data. */
export function Suspended() {
  const { account, accounts, enter } = useMe()
  const others = accounts.filter(one => one.id !== account.id)
  return (
    <main className={classes.alone}>
      <Stack gap="lg">
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <Title order={1}>{account.name} is paused</Title>
        <Text>
          This account is suspended. Nothing is lost or deleted. Please{' '}
          <Anchor href="/contact" underline="always">
            write to us
          </Anchor>{' '}
          so that we can resolve it together.
        </Text>
        {account.role === 'owner' ? <OwnExport /> : null}
        <Group>
          {others.map(({ id, name }) => (
            <Button key={id} variant="default" onClick={() => enter(id)}>
              Go to {name}
            </Button>
          ))}
          <Button variant="default" onClick={() => void leave()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </main>
  )
}
