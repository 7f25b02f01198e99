import { Anchor, Paper, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from './error-panel.tsx'
import classes from './panel.module.css'

export interface PanelProps {
  title?: string
  /** where the rest of it is: `{ label: 'View all leads →', to: '/leads' }` */
  link?: { label: string; to: string }
  /** small controls right of the title */
  actions?: ReactNode
  /** height that it has before its rows are there, in pixels */
  minHeight?: number
  children: ReactNode
}

/** A framed part of a screen. When it breaks, it alone says so. */
export function Panel({ title, link, actions, minHeight, children }: PanelProps) {
  return (
    <Paper component="section" className={classes.panel} mih={minHeight} aria-label={title}>
      {title || actions ? (
        <div className={classes.head}>
          {title ? <Title order={2}>{title}</Title> : <span />}
          {actions}
        </div>
      ) : null}
      <div className={classes.body}>
        <PanelBoundary what={title?.toLowerCase()}>{children}</PanelBoundary>
      </div>
      {link ? (
        <Anchor component={Link} to={link.to} size="sm" fw={550} className={classes.foot}>
          {link.label}
        </Anchor>
      ) : null}
    </Paper>
  )
}

interface BoundaryProps {
  what?: string
  children: ReactNode
}

class PanelBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    if (!this.state.error) return this.props.children
    return <ErrorPanel error={this.state.error} what={this.props.what} onRetry={() => this.setState({ error: null })} />
  }
}
