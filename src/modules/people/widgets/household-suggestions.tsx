import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'

const shared = { email: 'email address', phone: 'phone number', both: 'email address and phone number' } as const

/** Asks whether two people who share an address or number live together; nothing is done before someone says so. */
export function HouseholdSuggestions({ personId }: { personId: string }) {
  const act = useAct(api.householdSuggestions.key(), api.people.key())
  const { data } = useQuery(
    api.householdSuggestions.list.queryOptions({ input: { personId }, meta: { live: ['people'] } }),
  )
  return data?.items.map(({ id, person, other, shares }) => {
    const mate = person.id === personId ? other : person
    return (
      <Alert key={id} color="blue" title="The same household?" w="100%">
        <Stack gap="xs">
          <Text size="sm">
            <Anchor component={Link} to={`/people/${mate.id}`} size="sm">
              {mate.name}
            </Anchor>{' '}
            has the same {shared[shares]}.
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              onClick={() => void act(() => client.householdSuggestions.accept({ id }), 'Household created')}
            >
              Yes, one household
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => void act(() => client.householdSuggestions.dismiss({ id }))}
            >
              No
            </Button>
          </Group>
        </Stack>
      </Alert>
    )
  })
}
