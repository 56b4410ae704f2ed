import { distributions, inactivityMinutes } from './attendance-rules.ts'
import type { ProtocolFormat } from './protocol-format.ts'
import type { SlaThresholds } from './sla-thresholds.ts'

/** Yes or no. The API shows `enabled` and `disabled`, as clients of the product family expect. */
export interface ToggleSetting {
  readonly type: 'toggle'
  readonly fallback: boolean
}
/** Whole number from `min` to `max`. */
export interface NumberSetting {
  readonly type: 'number'
  readonly min: number
  readonly max: number
  readonly fallback: number
}
/** Text of at most `maxLength` characters, without blanks at its ends. */
export interface TextSetting {
  readonly type: 'text'
  readonly maxLength: number
  readonly fallback: string
}
/** One of a few values. */
export interface ChoiceSetting {
  readonly type: 'choice'
  readonly options: readonly (string | number)[]
  readonly fallback: string | number
}
/** Id of a row of the company; empty for none. */
export interface ReferenceSetting {
  readonly type: 'reference'
  readonly fallback: ''
}
/** Object with a schema of its own, which core keeps. */
export interface ObjectSetting {
  readonly type: 'object'
  readonly fallback: object
}
/** Description of a setting: type, limits, and the value that holds while none is stored. */
export type CompanySettingDescription =
  | ToggleSetting
  | NumberSetting
  | TextSetting
  | ChoiceSetting
  | ReferenceSetting
  | ObjectSetting

const off = { type: 'toggle', fallback: false } as const satisfies ToggleSetting
const message = { type: 'text', maxLength: 1_000, fallback: '' } as const satisfies TextSetting

/**
 * Every setting of a company that core knows, by its key at `/settings`: type, limits, and the value that holds while
 * none is stored. The route checks values by it, readers and forms take types and limits from it. Plugins declare their
 * own settings. Free of zod: screens read it.
 */
export const companySettings = {
  /** S6-020: tickets assigned to another user are visible to that user and admins only. */
  NotViewAssignedTickets: off,
  /** S6-022: tickets without a queue are hidden from non-admins. */
  NotViewTicketsQueueUndefined: off,
  /** S6-021: tickets held by a chatbot are hidden from non-admins. */
  NotViewTicketsChatBot: off,
  /** S6-023, S6-024: phone numbers and e-mail addresses are masked for non-admins. */
  hideContactData: off,
  /** S3-079, S9-138. */
  protocolFormat: {
    type: 'object',
    fallback: { format: 'yyyyMMdd', prefix: '', suffix: '', separator: '-', idPosition: 'end' } as ProtocolFormat,
  },
  /**
   * S9-061, S9-062: minutes after closing in which a customer's message does not reopen the ticket; 0 disables. Two
   * weeks at most.
   */
  reopenBlockMinutes: { type: 'number', min: 0, max: 20_160, fallback: 0 },
  /** S9-075, reading 69: tickets per page of a list whose request gives no limit. */
  ticketListLimit: { type: 'number', min: 1, max: 200, fallback: 40 },
  /**
   * S9-063…074: minutes without a message after which a ticket is closed; 0 is never. The SQL function idle_tickets
   * reads this setting and the next two.
   */
  autoCloseMinutes: { type: 'choice', options: inactivityMinutes, fallback: 0 },
  /**
   * S4-035: minutes without a message after which a ticket returns to its queue; has no effect unless shorter than
   * autoCloseMinutes (reading 62).
   */
  returnToQueueMinutes: { type: 'choice', options: inactivityMinutes, fallback: 0 },
  /** Tickets in which a customer waits for an answer are not closed. */
  autoCloseSparesWaiting: off,
  /** Message sent to the customer when a ticket is closed for inactivity; empty for none. */
  autoCloseMessage: message,
  /**
   * S9-053: contacts get a message on their birthday, at nine in the company's time zone. The SQL function
   * companies_with_birthdays reads it too.
   */
  birthdayMessages: off,
  /** S9-055: text of that message, with `{{name}}`, `{{fullName}}` and `{{age}}`; nothing is sent while it is empty. */
  birthdayMessage: message,
  /** Connection that sends it; empty for the default one (reading 88). */
  birthdayConnectionId: { type: 'reference', fallback: '' },
  /**
   * S9-133…135, reading 68: how waiting tickets are given to users. The SQL function companies_to_distribute reads this
   * setting and walletRouting.
   */
  autoDistribution: { type: 'choice', options: distributions, fallback: 'none' },
  /** Open tickets beyond which a user is given no further one; 0 is without limit. */
  agentCapacity: { type: 'number', min: 0, max: 1_000, fallback: 0 },
  /** S6-026, reading 59: a waiting ticket of a contact in a wallet is given to the owners of the wallet only. */
  walletRouting: off,
  /** S4-128: whether tickets show how long a customer has been waiting. */
  slaColours: off,
  /** S3-080, S9-060, reading 70. */
  slaThresholds: { type: 'object', fallback: { green: 5, yellow: 15, red: 30 } as SlaThresholds },
  /** The time to answer runs while it is open alone: for colours, deadlines and the share of the SLA that was kept. */
  slaOpeningHours: off,
  /** S6-025: messages of agents are signed with their name. */
  forceSignature: off,
  /** The server fetches what the pages behind links in conversations say about themselves, for the thread. */
  linkPreviews: { type: 'toggle', fallback: true },
  /** Reading 20: sessions that a user may have at once; one more ends the oldest. */
  sessionsPerUser: { type: 'number', min: 1, max: 10, fallback: 1 },
  /** Minutes without use after which a session ends, a week at most. The SQL function find_sessions reads it too. */
  sessionIdleMinutes: { type: 'number', min: 15, max: 10_080, fallback: 720 },
  /**
   * Users who sign in with a password have to set up a second factor before they can do anything else. The SQL function
   * lacks_second_factor reads it too.
   */
  requireSecondFactor: off,
} as const satisfies Readonly<Record<string, CompanySettingDescription>>

type Described = typeof companySettings
/** Key of a setting of a company. */
export type CompanySettingKey = keyof Described

type ValueOf<Setting extends CompanySettingDescription> = Setting extends ToggleSetting
  ? boolean
  : Setting extends NumberSetting
    ? number
    : Setting extends ChoiceSetting
      ? Setting['options'][number]
      : Setting extends ObjectSetting
        ? Setting['fallback']
        : string

/** All settings of a company by key, toggles as booleans. */
export type CompanySettings = { readonly [Key in CompanySettingKey]: ValueOf<Described[Key]> }
/** Keys of the settings whose description is of one type. */
export type CompanySettingKeyOf<Type extends CompanySettingDescription['type']> = {
  [Key in CompanySettingKey]: Described[Key]['type'] extends Type ? Key : never
}[CompanySettingKey]
