import { ActionIcon, Modal, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './projector.module.css'

interface ProjectorProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** For the wall: nothing but what everyone is to see, large, light or dark. */
export function Projector({ title, onClose, children }: ProjectorProps) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={title}>
        <div className={classes.tools}>
          <Tooltip label={other === 'dark' ? 'Dark' : 'Light'}>
            <ActionIcon size="lg" aria-label={`Show it ${other}`} onClick={() => setColorScheme(other)}>
              {other === 'dark' ? <IconMoon size={20} stroke={1.75} /> : <IconSun size={20} stroke={1.75} />}
            </ActionIcon>
          </Tooltip>
          <Modal.CloseButton size="lg" aria-label="Back" />
        </div>
        <Modal.Body className={classes.stage}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
