import type { HolidayDraft } from './holiday.ts'

/**
 * Easter Sunday of a year of the Gregorian calendar, at midnight UTC: the anonymous algorithm (Meeus, Jones
 * and Butcher).
 */
function easterOf(year: number): Date {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return new Date(Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1))
}

/**
 * National holidays of Brazil (Laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023), and the days that most
 * companies keep with them: Carnival, Good Friday, Corpus Christi. `optional` ones are no holidays by federal law.
 */
export function brazilianHolidays(year: number): readonly (HolidayDraft & { readonly optional: boolean })[] {
  const easter = easterOf(year).getTime()
  const day = (date: string, description: string, optional = false) => ({ date, description, message: '', optional })
  const moved = (days: number): string => new Date(easter + days * 86_400_000).toISOString().slice(0, 10)
  return [
    day(`${year}-01-01`, 'Confraternização Universal'),
    day(moved(-48), 'Carnaval (segunda-feira)', true),
    day(moved(-47), 'Carnaval (terça-feira)', true),
    day(moved(-2), 'Paixão de Cristo'),
    day(`${year}-04-21`, 'Tiradentes'),
    day(`${year}-05-01`, 'Dia do Trabalho'),
    day(moved(60), 'Corpus Christi', true),
    day(`${year}-09-07`, 'Independência do Brasil'),
    day(`${year}-10-12`, 'Nossa Senhora Aparecida'),
    day(`${year}-11-02`, 'Finados'),
    day(`${year}-11-15`, 'Proclamação da República'),
    day(`${year}-11-20`, 'Dia Nacional de Zumbi e da Consciência Negra'),
    day(`${year}-12-25`, 'Natal'),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
}
