export const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Local time in a time zone. */
export interface LocalTime {
  /** Weekday as in `Date.getDay`: 0 is Sunday. */
  readonly weekday: number
  /** Since the day began on the clock, which is not the time that has passed where it was changed. */
  readonly minute: number
  /**
   * The day as if it were one of UTC, in milliseconds: days are equally far apart, independent of the zone's clock
   * changes.
   */
  readonly midnight: number
}

/**
 * The wall clock of one IANA time zone. Making one costs more than asking it a hundred times, hence
 * {@link LocalClock.of}.
 */
export class LocalClock {
  static readonly #known = new Map<string, LocalClock>()
  readonly #format: Intl.DateTimeFormat

  private constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  }

  /** @throws RangeError for a name that is no time zone */
  static of(timeZone: string): LocalClock {
    const known = LocalClock.#known.get(timeZone) ?? new LocalClock(timeZone)
    LocalClock.#known.set(timeZone, known)
    return known
  }

  at(instant: Date): LocalTime {
    const shown = Object.fromEntries(
      this.#format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
    const midnight = Date.UTC(shown.year, shown.month - 1, shown.day)
    return { weekday: new Date(midnight).getUTCDay(), minute: shown.hour * 60 + shown.minute, midnight }
  }

  /**
   * The moment at which the clock shows a time of a day ({@link LocalTime.midnight}); where the clock is put forward
   * over it, the moment of that change or just after.
   */
  when(midnight: number, minute: number): Date {
    const wanted = midnight + minute * minuteMs
    const guess = wanted - this.#offset(wanted) * minuteMs
    return new Date(wanted - this.#offset(guess) * minuteMs)
  }

  /** The offsets from UTC that hold between two moments, in minutes, each with the moment from which it does. */
  offsets(from: Date, until: Date): { readonly minutes: number; readonly since: Date }[] {
    const found = [{ minutes: this.#offset(from.getTime()), since: from }]
    for (let at = from.getTime(); at < until.getTime(); at += dayMs) {
      const next = at + dayMs
      const minutes = this.#offset(next)
      if (minutes !== found.at(-1)!.minutes) found.push({ minutes, since: new Date(this.#changeBetween(at, next)) })
    }
    return found
  }

  #offset(at: number): number {
    const whole = Math.floor(at / minuteMs) * minuteMs
    const { midnight, minute } = this.at(new Date(whole))
    return (midnight - whole) / minuteMs + minute
  }

  /** The first whole minute after which the later offset holds. */
  #changeBetween(early: number, late: number): number {
    let [before, after] = [Math.floor(early / minuteMs), Math.ceil(late / minuteMs)]
    const minutes = this.#offset(early)
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.#offset(middle * minuteMs) === minutes) before = middle
      else after = middle
    }
    return after * minuteMs
  }
}
