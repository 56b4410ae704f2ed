/** The parts of the page, in their order below the alarms. */
export type SectionName = 'nodes' | 'events' | 'consumers' | 'letters' | 'sessions' | 'deliveries' | 'pools' | 'jobs'

/** Of the heading of a part. */
export const headingOf = (section: SectionName): string => `operations-${section}`

/** Leads the reader to a part of the page. */
export function leadTo(section: SectionName): void {
  const heading = document.getElementById(headingOf(section))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
