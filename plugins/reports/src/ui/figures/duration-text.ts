import { useWords } from '@recado/sdk/ui'

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A duration by its two largest units, as the language writes them: `1 h 5 min`. */
export function durationText(seconds: number, language: string): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = units.findIndex((each) => whole >= each.seconds)
  const shown = first === -1 ? [units.at(-1)!] : units.slice(first, first + 2)
  const parts = shown.reduce<{ rest: number; texts: string[] }>(
    ({ rest, texts }, { unit, seconds: size }) => {
      const amount = Math.floor(rest / size)
      const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
      return { rest: rest % size, texts: amount === 0 && texts.length > 0 ? texts : [...texts, text] }
    },
    { rest: whole, texts: [] },
  )
  return parts.texts.join(' ')
}

/** The same in the language of the page; a dash where there is none. */
export function useDurationText(): (seconds: number | null | undefined) => string {
  const { i18n } = useWords()
  return (seconds) => (seconds === null || seconds === undefined ? '–' : durationText(seconds, i18n.language))
}
