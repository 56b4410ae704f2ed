import { useTranslation } from 'react-i18next'

/** Bytes of one unit of the limits. */
export const megabyte = 1_000_000

/** Sizes in the unit that keeps them short. */
export function useBytes(): (bytes: number) => string {
  const { language } = useTranslation().i18n
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  return (bytes) => {
    const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
    const format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[power]!,
      unitDisplay: 'short',
      maximumFractionDigits: power === 0 ? 0 : 1,
    })
    return format.format(bytes / 1_000 ** power).replaceAll(' ', '\u00a0')
  }
}
