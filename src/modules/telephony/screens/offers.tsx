import { Badge, Button, Checkbox, Drawer, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneText } from '#people/rules/phone-text.ts'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { priceText } from '../rules/prices.ts'
import classes from './twilio.module.css'

interface OffersProps {
  opened: boolean
  onClose: () => void
  areaCode: string
}
type Found = Awaited<ReturnType<typeof client.phoneNumbers.offers>>
type Offer = Found['items'][number]

const countries = {
  US: 'United States',
  CA: 'Canada',
  GB: 'United Kingdom',
  AU: 'Australia',
  NZ: 'New Zealand',
  IE: 'Ireland',
}

export function Offers({ opened, onClose, areaCode }: OffersProps) {
  const { account } = useMe()
  const [wanted, setWanted] = useState({
    country: account.country in countries ? account.country : 'US',
    kind: 'local' as 'local' | 'toll_free',
    areaCode,
    contains: '',
    voice: true,
    sms: true,
    mms: false,
  })
  const [settled] = useDebouncedValue(wanted, 400)
  const complete = settled.areaCode === '' || /^\d{3}$/.test(settled.areaCode)
  const offers = useQuery(
    api.phoneNumbers.offers.queryOptions({
      input: { ...settled, contains: settled.contains || undefined },
      enabled: opened && complete,
      retry: false,
    }),
  )
  const write = (changes: Partial<typeof wanted>) => setWanted({ ...wanted, ...changes })
  return (
    <Drawer opened={opened} onClose={onClose} title="Buy a number">
      <Stack>
        <Wanted wanted={wanted} write={write} />
        {offers.error ? (
          <ErrorPanel error={offers.error} what="the numbers for sale" onRetry={() => void offers.refetch()} />
        ) : !offers.data ? (
          <SkeletonRows rows={5} />
        ) : (
          <Results
            found={offers.data}
            kind={wanted.kind}
            onArea={code => write({ areaCode: code })}
            onDone={onClose}
            again={() => void offers.refetch()}
          />
        )}
      </Stack>
    </Drawer>
  )
}

type Filter = {
  country: string
  kind: 'local' | 'toll_free'
  areaCode: string
  contains: string
  voice: boolean
  sms: boolean
  mms: boolean
}

const Wanted = ({ wanted, write }: { wanted: Filter; write: (changes: Partial<Filter>) => void }) => (
  <>
    <Group grow align="flex-end">
      <NativeSelect
        label="Country"
        value={wanted.country}
        onChange={event => write({ country: event.currentTarget.value, areaCode: '' })}
        data={Object.entries(countries).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label="Type"
        value={wanted.kind}
        onChange={event => write({ kind: event.currentTarget.value as Filter['kind'], areaCode: '' })}
        data={[
          { value: 'local', label: 'Local' },
          { value: 'toll_free', label: 'Toll-free' },
        ]}
      />
    </Group>
    <Group grow align="flex-start">
      <TextInput
        label="Area code"
        inputMode="numeric"
        maxLength={3}
        value={wanted.areaCode}
        error={wanted.areaCode && !/^\d{3}$/.test(wanted.areaCode) ? 'Three digits' : undefined}
        onChange={event => write({ areaCode: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Contains"
        placeholder="0142"
        maxLength={10}
        value={wanted.contains}
        onChange={event => write({ contains: event.currentTarget.value.replace(/[^\d*]/g, '') })}
      />
    </Group>
    <Group>
      {(['voice', 'sms', 'mms'] as const).map(name => (
        <Checkbox
          key={name}
          label={capabilityNames[name]}
          checked={wanted[name]}
          onChange={event => write({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Group>
  </>
)

export const capabilityNames = { voice: 'Voice', sms: 'SMS', mms: 'MMS' }

interface ResultsProps {
  found: Found
  kind: 'local' | 'toll_free'
  onArea: (code: string) => void
  onDone: () => void
  again: () => void
}

function Results({ found: { items, instead }, kind, onArea, onDone, again }: ResultsProps) {
  const { locale } = useFormat()
  const { buying, buy } = useBuying(kind, onDone, again)
  if (items.length === 0)
    return (
      <EmptyState
        title="No numbers available there"
        text={instead.length > 0 ? 'Try one of these nearby areas.' : 'Try another area or a shorter search.'}
        action={
          <Group justify="center">
            {instead.map(code => (
              <Button key={code} variant="default" onClick={() => onArea(code)}>
                {code}
              </Button>
            ))}
          </Group>
        }
      />
    )
  return (
    <ul className={classes.list} aria-label="Numbers for sale">
      {items.map(offer => (
        <li key={offer.number} className={classes.row}>
          <div className={classes.grow}>
            <Text fw={550} data-figures>
              {phoneText(offer.number)}
            </Text>
            <Text size="sm" c="dimmed">
              {[offer.city, offer.region].filter(Boolean).join(', ') || (kind === 'toll_free' ? 'Toll-free' : '')}
            </Text>
            <Capabilities of={offer} />
          </div>
          <Text size="sm" data-figures>
            {priceText(offer.monthly, offer.currency, locale)} a month
          </Text>
          <Button
            size="compact-md"
            variant="default"
            disabled={buying !== null && buying !== offer.number}
            loading={buying === offer.number}
            onClick={() => void buy(offer)}
          >
            Buy
          </Button>
        </li>
      ))}
    </ul>
  )
}

export const Capabilities = ({ of }: { of: { voice: boolean; sms: boolean; mms: boolean } }) => (
  <Group gap={4}>
    {(['voice', 'sms', 'mms'] as const)
      .filter(name => of[name])
      .map(name => (
        <Badge key={name} size="sm" variant="light" color="gray" tt="none">
          {capabilityNames[name]}
        </Badge>
      ))}
  </Group>
)

/** Asked with its price, then bought once. */
function useBuying(kind: 'local' | 'toll_free', onDone: () => void, again: () => void) {
  const queries = useQueryClient()
  const { locale } = useFormat()
  const [buying, setBuying] = useState<string | null>(null)
  async function buy(offer: Offer) {
    const price = priceText(offer.monthly, offer.currency, locale)
    const name = phoneText(offer.number)
    const sure = await confirm({
      title: `Buy ${name} for ${price} a month?`,
      text: 'The carrier charges this every month until you release the number. Texts and calls to it reach Lampstand right away.',
      confirm: `Buy for ${price} a month`,
    })
    if (!sure) return
    setBuying(offer.number)
    try {
      const { number, monthly, currency } = offer
      await client.phoneNumbers.buy({ number, monthly, currency, kind })
      toast(`${name} is yours`)
      onDone()
    } catch (error) {
      toastError(error, 'The number was not bought')
      again()
    } finally {
      setBuying(null)
      await queries.invalidateQueries({ queryKey: api.phoneNumbers.key() })
      await queries.invalidateQueries({ queryKey: api.telephony.key() })
    }
  }
  return { buying, buy }
}
