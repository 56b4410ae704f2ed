import type * as z from 'zod'
import type { ContactOrder } from './api.ts'
import type { BrazilianState } from './brazilian-states.ts'
import type { ContactSegmentFilter } from './contact-segments.ts'
import type { Contact } from './entities.ts'

/** Days of a year, both included, as `12-20`. With `from` after `until` they go over the end of the year. */
export interface YearDays {
  readonly from: string
  readonly until: string
}

/** Contacts that a plugin asks for; all that is given has to hold. */
export interface ContactPageQuery {
  /** The filters of the list of contacts. */
  readonly filter?: z.input<typeof ContactSegmentFilter>
  /** Born on one of these days. 29 February is `02-29`, whether or not the year has it. */
  readonly birthdays?: YearDays
  /** With a number that was given out in one of these states. */
  readonly states?: readonly BrazilianState[]
  /**
   * With one of these telephone numbers, whole and as `+5511987654321`: their own, or one that came with a contact that
   * is part of them now.
   */
  readonly numbers?: readonly string[]
  /** `birthday`: by the day of the year, from `birthdays.from` on; it needs `birthdays`. By name without one. */
  readonly order?: ContactOrder | 'birthday'
  readonly cursor?: string
  readonly limit?: number
}

/** A contact of a page. `state` is known also where the number is masked. */
export interface PagedContact extends Contact {
  readonly state: BrazilianState | null
}
