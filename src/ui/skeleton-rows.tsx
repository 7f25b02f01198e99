import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** `rows` lines of the height of what is coming. */
export function SkeletonRows({ rows = 5, height = 32 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
