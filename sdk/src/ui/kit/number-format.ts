import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Numbers as a person of a language writes them. */
export interface NumberFormat {
  /** With two or three digits behind the comma (S9-112): `1.234,50`, `0,125`. */
  decimal(value: number): string
  /** Without any. */
  whole(value: number): string
  /** In reais, written the Brazilian way in every language (reading 43). */
  money(value: number): string
}

/** One for each language: making them costs more than using them. */
const known = new Map<string, NumberFormat>()

/** Numbers in a language such as `pt-BR`. In components take {@link useNumberFormat}. */
export function numberFormat(locale: string): NumberFormat {
  const made = known.get(locale)
  if (made) return made
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 })
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  const format: NumberFormat = {
    decimal: (value) => decimal.format(value),
    whole: (value) => whole.format(value),
    money: (value) => money.format(value),
  }
  known.set(locale, format)
  return format
}

/** Numbers in the language of the interface. */
export function useNumberFormat(): NumberFormat {
  const { language } = useTranslation().i18n
  return useMemo(() => numberFormat(language), [language])
}
