import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import classes from './admin.module.css'

/** A section that is made when it comes into view, and stays; its heading is there from the start. */
export function WhenSeen({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const { ref, entry } = useIntersection({ rootMargin: '120px' })
  const { hash } = useLocation()
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true)
  }, [entry?.isIntersecting])
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [hash, id])
  return (
    <section ref={ref} id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {seen ? children : <SkeletonRows rows={5} />}
    </section>
  )
}
