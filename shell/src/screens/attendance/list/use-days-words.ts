import { useTranslation } from 'react-i18next'
import type { TicketDays } from '../../../base/contracts.ts'
import { perLocale } from '../../../base/i18n/per-locale.ts'
import { startOfDay } from '../../../base/i18n/calendar-days.ts'

const dayIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: '2-digit' }),
)

/** Writes the days of a filter as a chip says them: "Criado: hoje", "Última mensagem: 01/11/26 a 28/11/26". */
export function useDaysWords(): (days: TicketDays) => string {
  const { t, i18n } = useTranslation('attendance')
  return (days) => {
    const format = dayIn(i18n.language)
    const when =
      'span' in days
        ? t(`filter.days.span.${days.span}`).toLocaleLowerCase(i18n.language)
        : days.from === days.until
          ? format.format(startOfDay(days.from))
          : t('filter.days.range', {
              from: format.format(startOfDay(days.from)),
              until: format.format(startOfDay(days.until)),
            })
    return t('filter.days.chip', { of: t(`filter.days.of.${days.of}`), when })
  }
}
