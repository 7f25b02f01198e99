import { desktop, type Shot as Name, phone, shots } from '../rules/shots.ts'
import classes from './shot.module.css'

interface ShotProps {
  of: Name
  /** The first thing one sees: fetched before anything else. */
  first?: boolean
  /** Only what stands at its top. */
  cropped?: boolean
  /** The words beside it say the same. */
  decorative?: boolean
}

/** A screen of the demo church, in the look and the shape of the visitor's own screen. */
export function Shot({ of, first, cropped, decorative }: ShotProps) {
  const file = (suffix: string) => `/shots/${of}${suffix}.webp`
  const narrow = '(max-width: 40em)'
  const dark = '(prefers-color-scheme: dark)'
  return (
    <picture className={cropped ? `${classes.shot} ${classes.cropped}` : classes.shot}>
      <source media={`${narrow} and ${dark}`} srcSet={file('-phone-dark')} {...phone} />
      <source media={narrow} srcSet={file('-phone-light')} {...phone} />
      <source media={dark} srcSet={file('-dark')} {...desktop} />
      <img
        src={file('-light')}
        alt={decorative ? '' : shots[of]}
        {...desktop}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}
