import { ActionIcon, Alert, Anchor, Badge, Button, Group, Menu, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { IconDots, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { priceText } from '../rules/prices.ts'
import { useNumbers } from './from-select.tsx'
import { NumberDrawer } from './number-drawer.tsx'
import { Capabilities } from './offers.tsx'
import { Release } from './release.tsx'
import classes from './twilio.module.css'

export type OwnNumber = NonNullable<ReturnType<typeof useNumbers>['data']>['items'][number]
const useNumberAct = () => useAct(api.phoneNumbers.key(), api.telephony.key(), api.carrierSettings.key())

/** The numbers that the account has. */
export function Numbers() {
  const { data, error, refetch } = useNumbers()
  if (error) return <ErrorPanel error={error} what="your numbers" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={72} />
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={<IconPhone size={40} stroke={1.25} />}
        title="No phone numbers yet"
        text="With a number you can text and call as your church, and replies appear in Conversations. Search for one above."
      />
    )
  return (
    <ul className={classes.numbers} aria-label="Your numbers">
      {data.items.map(number => (
        <NumberRow key={number.id} number={number} />
      ))}
    </ul>
  )
}

const verification = {
  none: '',
  pending: 'Verification pending',
  verified: 'Verified',
  rejected: 'Verification refused',
}

const routeNames = {
  voicemail: 'Calls go to voicemail',
  forward: 'Calls are forwarded',
  menu: 'Calls go to a phone menu',
  browser: 'Calls ring in the browser',
}
const routeText = ({ voiceRoute, forwardTo, byHours }: OwnNumber) =>
  (voiceRoute === 'forward' && forwardTo ? `Calls go to ${phoneText(forwardTo)}` : routeNames[voiceRoute]) +
  (byHours ? ' in office hours' : '')

/** Its name, what it can do, what it costs and where calls go. */
function About({ number }: { number: OwnNumber }) {
  const { locale } = useFormat()
  const maySet = useMay('telephony.settings')
  const name = phoneText(number.number)
  return (
    <Stack gap={6} className={classes.grow}>
      <Group gap="xs">
        <Title order={3} size="h4">
          {number.friendlyName}
        </Title>
        {number.isDefault ? (
          <Badge variant="light" tt="none">
            Default
          </Badge>
        ) : null}
        {verification[number.verification] ? (
          <Badge variant="light" tt="none" color={number.verification === 'verified' ? 'green' : 'yellow'}>
            {verification[number.verification]}
          </Badge>
        ) : null}
      </Group>
      <Text data-figures>{name}</Text>
      <Capabilities of={number.capabilities} />
      <Text size="sm" c="dimmed" data-figures>
        {priceText(number.monthly, number.currency, locale)} a month ·{' '}
        {maySet ? (
          <Anchor component={Link} to={`/twilio/numbers/${number.id}`} size="sm">
            {routeText(number)}
          </Anchor>
        ) : (
          routeText(number)
        )}
      </Text>
      {number.drift.length > 0 ? <Drift number={number} maySet={maySet} /> : null}
    </Stack>
  )
}

function NumberRow({ number }: { number: OwnNumber }) {
  const maySet = useMay('telephony.settings')
  const act = useNumberAct()
  const { id, version, active } = number
  const name = phoneText(number.number)
  return (
    <Paper component="li" p="md">
      <Group align="flex-start" wrap="nowrap">
        <About number={number} />
        <Switch
          label="Active"
          labelPosition="left"
          aria-label={`${name} is active`}
          checked={active}
          disabled={!maySet}
          onChange={event => {
            const on = event.currentTarget.checked
            void act(
              () => client.phoneNumbers.update({ id, version, active: on }),
              on ? `${name} is on` : `${name} is off and sends nothing`,
            )
          }}
        />
        {maySet ? <RowMenu number={number} /> : null}
      </Group>
    </Paper>
  )
}

/** Its notices go elsewhere: answers would be lost. */
function Drift({ number, maySet }: { number: OwnNumber; maySet: boolean }) {
  const act = useNumberAct()
  return (
    <Alert color="yellow" p="xs" title="Replies don’t reach Lampstand">
      <Stack gap="xs" align="flex-start">
        {number.drift.map(line => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        {maySet ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void act(() => client.phoneNumbers.configure({ ids: [number.id] }), 'Configured and verified')
            }
          >
            Fix it
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

function RowMenu({ number }: { number: OwnNumber }) {
  const act = useNumberAct()
  const [open, setOpen] = useState<'edit' | 'release' | null>(null)
  const { id, version, isDefault, capabilities, active } = number
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${phoneText(number.number)}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
          <Menu.Item component={Link} to={`/twilio/numbers/${id}`}>
            Incoming calls
          </Menu.Item>
          {!isDefault && capabilities.sms && active ? (
            <Menu.Item
              onClick={() =>
                void act(() => client.phoneNumbers.update({ id, version, isDefault: true }), 'Texts are sent from it')
              }
            >
              Make it the default
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" onClick={() => setOpen('release')}>
            Release
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NumberDrawer key={version} number={number} opened={open === 'edit'} onClose={close} />
      {open === 'release' ? <Release number={number} onClose={close} /> : null}
    </>
  )
}
