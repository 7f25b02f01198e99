import { Alert } from '@mantine/core'
import { messageOf } from '#ui/message.ts'

interface BannerProps {
  saved: boolean
  problem: unknown
  errors: Record<string, unknown>
}

/** What became of saving, above the button that was pressed. */
export function Banner({ saved, problem, errors }: BannerProps) {
  if (problem || Object.keys(errors).length > 0)
    return (
      <Alert color="red" role="alert">
        Failed to save payment settings{problem ? `: ${messageOf(problem)}` : ''}
      </Alert>
    )
  if (!saved) return null
  return (
    <Alert color="green" role="status">
      Payment settings saved successfully
    </Alert>
  )
}
