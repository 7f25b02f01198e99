import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHash, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from './card.tsx'
import { Offers } from './offers.tsx'
import classes from './twilio.module.css'

/** Opens what is for sale, in an area if one is named. */
export function BuyCard() {
  const [areaCode, setAreaCode] = useState('')
  const [opened, { open, close }] = useDisclosure()
  const wrong = areaCode !== '' && !/^\d{3}$/.test(areaCode) ? 'An area code has three digits' : undefined
  return (
    <Card
      title="Buy a number"
      icon={<IconHash size={20} stroke={1.75} />}
      onSubmit={() => (wrong ? undefined : open())}
    >
      <TextInput
        label="Area code (optional)"
        inputMode="numeric"
        maxLength={3}
        placeholder="512"
        value={areaCode}
        error={areaCode.length === 3 ? wrong : undefined}
        onChange={event => setAreaCode(event.currentTarget.value.trim())}
      />
      <Text size="sm" c="dimmed">
        You see the price of each number before you buy it.
      </Text>
      <div className={classes.line}>
        <Button
          type="submit"
          variant="light"
          className={classes.push}
          disabled={Boolean(wrong)}
          leftSection={<IconSearch size={16} stroke={1.75} />}
        >
          Search numbers
        </Button>
      </div>
      <Offers key={areaCode} opened={opened} onClose={close} areaCode={areaCode} />
    </Card>
  )
}
