import classes from './cards.module.css'

/** How a card looks. The server draws it from outlines and checked colors, so there is no text of anyone's in it. */
export function CardPicture({ svg, name }: { svg: string; name: string }) {
  return (
    <div
      className={classes.picture}
      role="img"
      aria-label={`Business card of ${name}`}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
