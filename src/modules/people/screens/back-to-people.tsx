import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './person.module.css'

/** The way up, above the title. */
export const BackToPeople = ({ to = '/people', label = 'All people' }) => (
  <Anchor component={Link} to={to} size="sm" className={classes.back}>
    <IconArrowLeft size={14} stroke={1.75} aria-hidden /> {label}
  </Anchor>
)
