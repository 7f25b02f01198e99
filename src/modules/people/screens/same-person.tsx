import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '#web/api.ts'
import { mergeLink, useDismiss } from '../widgets/use-dismiss.ts'

/** People who may be the same person, on that person's page. */
export function SamePerson({ personId }: { personId: string }) {
  const dismiss = useDismiss()
  const { data } = useQuery(
    api.duplicates.list.queryOptions({ input: { personId, limit: 3 }, meta: { live: ['people'] } }),
  )
  return data?.items.map(({ id, person, other, reason }) => {
    const twin = person.id === personId ? other : person
    return (
      <Alert key={id} color="blue" title="The same person?" w="100%">
        <Stack gap="xs">
          <Text size="sm">
            <Anchor component={Link} to={`/people/${twin.id}`} size="sm">
              {twin.name}
            </Anchor>
            . {reason}
          </Text>
          <Group gap="xs">
            <Button component={Link} to={mergeLink(personId, twin.id)} size="xs">
              Compare
            </Button>
            <Button size="xs" variant="default" onClick={() => void dismiss(id)}>
              Not a duplicate
            </Button>
          </Group>
        </Stack>
      </Alert>
    )
  })
}
