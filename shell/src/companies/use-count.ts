import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Counts in the language of the interface: 12.500. */
export function useCount(): (value: number) => string {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    const format = new Intl.NumberFormat(language)
    return (value) => format.format(value)
  }, [language])
}
