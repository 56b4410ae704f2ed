import { useWords } from '@recado/sdk/ui'

function timesIn(language: string) {
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
  const short = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit' })
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const full = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' })
  return {
    time: (at: string) => time.format(new Date(at)),
    day: (at: string) => day.format(new Date(at)),
    full: (at: string) => full.format(new Date(at)),
    /** The time of today, else the day. */
    brief: (at: string) =>
      (new Date(at).toDateString() === new Date().toDateString() ? time : short).format(new Date(at)),
  }
}
/** Formats are dear to make, and every message asks for them. */
const made = new Map<string, ReturnType<typeof timesIn>>()

/** Instants as people read them, in the language of the screen. */
export function useTimes() {
  const { language } = useWords().i18n
  const times = made.get(language) ?? timesIn(language)
  made.set(language, times)
  return times
}

/** Minutes and seconds of a recording. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
