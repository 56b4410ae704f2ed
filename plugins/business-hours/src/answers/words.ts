import type { Locale } from '@recado/sdk'
import type { RuleType } from '../rules/rule.ts'
import type { Day } from '../calendar/day.ts'

/** Sentences about hours in the company's language, for colleagues. */
export interface Words {
  holiday(description: string): string
  rule(type: RuleType, name: string, weekday: number, mode: Day['mode'], shifts: string): string
}

const texts: Readonly<
  Record<Locale, { holiday: string; open: string; closed: string; of: Readonly<Record<RuleType, string>> }>
> = {
  'pt-BR': {
    holiday: 'Feriado',
    open: 'aberto o dia todo',
    closed: 'fechado',
    of: { global: 'Empresa', queue: 'Fila', user: 'Pessoa', whatsapp: 'Canal' },
  },
  en: {
    holiday: 'Holiday',
    open: 'open all day',
    closed: 'closed',
    of: { global: 'Company', queue: 'Queue', user: 'Person', whatsapp: 'Channel' },
  },
  es: {
    holiday: 'Feriado',
    open: 'abierto todo el día',
    closed: 'cerrado',
    of: { global: 'Empresa', queue: 'Cola', user: 'Persona', whatsapp: 'Canal' },
  },
  ru: {
    holiday: 'Праздник',
    open: 'открыто весь день',
    closed: 'закрыто',
    of: { global: 'Компания', queue: 'Очередь', user: 'Сотрудник', whatsapp: 'Канал' },
  },
}

/** A Sunday, from which weekdays are counted. */
const sunday = Date.UTC(2023, 0, 1)

const known = new Map<Locale, Words>()

/** Made once for each locale: a formatter of dates is dear to make. */
export function wordsOf(locale: Locale): Words {
  const words = known.get(locale) ?? makeWords(locale)
  known.set(locale, words)
  return words
}

function makeWords(locale: Locale): Words {
  const { holiday, open, closed, of } = texts[locale]
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return {
    holiday: (description) => `${holiday}: ${description}`,
    rule: (type, name, weekday, mode, shifts) =>
      `${[of[type], name].filter(Boolean).join(' ')}: ${weekdayName.format(sunday + weekday * 86_400_000)} ${
        mode === 'hours' ? shifts : mode === 'open' ? open : closed
      }`,
  }
}
