import { Button, Code, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copied-text.module.css'

interface CopiedTextProps {
  text: string
  /** what it is, for the button's name: "Copy the link" */
  what: string
}

/** An address or a piece of code, and the button that copies it. */
export const CopiedText = ({ text, what }: CopiedTextProps) => (
  <div className={classes.root}>
    <Code block tabIndex={0} className={classes.text}>
      {text}
    </Code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Copy the ${what}`}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
)
