import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'

/** Texts are written on a screen of their own. */
export const NewTextCampaign = ({ onClose }: { onClose: () => void }) => (
  <>
    <Text c="dimmed">You write and send texts in SMS Marketing. They also appear in this list.</Text>
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button component={Link} to="/sms/compose">
        Write a text
      </Button>
    </Group>
  </>
)
