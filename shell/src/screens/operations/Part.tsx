import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../base/forms/Section.tsx'
import { Missing } from './Missing.tsx'
import { headingOf, type SectionName } from './sections.ts'

interface PartProps<T> {
  name: SectionName
  value: T | null
  description?: string
  children(value: T): ReactNode
}

/** A part of the page, or that it could not be read. */
export function Part<T>({ name, value, description, children }: PartProps<T>) {
  const { t } = useTranslation('operations')
  return (
    <Section id={headingOf(name)} title={t(`sections.${name}`)} {...(description !== undefined && { description })}>
      {value === null ? <Missing /> : children(value)}
    </Section>
  )
}
