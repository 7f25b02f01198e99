import { readableOn } from '#ui/readable-on.ts'
import type { Account } from './me.tsx'
import classes from './sidebar.module.css'

/** The church's logo, else its first letter in its color, else Lampstand's own mark. Decorative: the name stands beside it. */
export function AccountMark({ account }: { account: Pick<Account, 'name' | 'logoId' | 'brandColor'> }) {
  const { name, logoId, brandColor } = account
  if (logoId)
    return <img src={`/storage/v1/logos/${logoId}`} alt="" className={classes.mark} data-logo width={30} height={30} />
  if (!brandColor) return <img src="/favicon.svg" alt="" className={classes.mark} width={30} height={30} />
  return (
    <span className={classes.mark} aria-hidden style={{ background: brandColor, color: readableOn(brandColor) }}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  )
}
