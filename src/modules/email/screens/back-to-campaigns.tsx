import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './composer.module.css'

export const BackToCampaigns = () => (
  <Anchor component={Link} to="/dashboard/campaigns" size="sm" className={classes.back}>
    <IconArrowLeft size={14} stroke={1.75} aria-hidden /> All campaigns
  </Anchor>
)
