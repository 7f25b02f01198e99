import { Text } from '@mantine/core'
import { isPoetry, paragraphsOf } from '../rules/layout.ts'
import type { Passage } from '../rules/passage.ts'
import classes from './quotation.module.css'

interface QuotationProps {
  passage: Passage
}

/** A passage as it is stored, with its place, its edition and what the edition has no words for. */
export function Quotation({ passage }: QuotationProps) {
  const { name, abbreviation, missing } = passage
  return (
    <figure className={classes.figure}>
      <blockquote className={classes.text}>
        {paragraphsOf(passage).map((paragraph, at) => (
          <p key={at}>
            {paragraph.lines.map(({ number, text }, line) => (
              <span key={line} className={isPoetry(paragraph) ? classes.line : undefined}>
                {number && <sup className={classes.number}>{number}</sup>}
                {text}{' '}
              </span>
            ))}
          </p>
        ))}
      </blockquote>
      <figcaption>
        <Text span size="sm" fw={600}>
          {name}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {abbreviation}
        </Text>
        {missing.length > 0 && (
          <Text size="sm" c="dimmed">
            Not in this edition: {missing.join(', ')}
          </Text>
        )}
      </figcaption>
    </figure>
  )
}
