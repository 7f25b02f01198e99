import { Button } from '@mantine/core'
import { AuthHeading } from './auth-page.tsx'

export interface CheckEmailProps {
  what: 'reset' | 'confirmation'
  email: string
  onBack: () => void
}

export function CheckEmail({ what, email, onBack }: CheckEmailProps) {
  return (
    <div role="status">
      <AuthHeading title="Check your email">
        {what === 'reset' ? 'A reset link was sent to ' : 'A link to confirm your account was sent to '}
        <strong>{email}</strong>. It may take a minute. Please also check your spam folder.
      </AuthHeading>
      <Button fullWidth size="md" mt="lg" onClick={onBack}>
        Back to sign in
      </Button>
    </div>
  )
}
