import { defineEvent } from '@recado/sdk'
import * as z from 'zod'

/* Notices of the provider outside of conversations. `connectionId` is the connection whose webhook received it: Meta
   delivers notices of templates and accounts to the address of the app alone, so `businessAccountId` names their
   account (null if the provider leaves it out), and they may belong to other connections of that account. */

const word = z.string().max(100)
/** Contacts that one event tells. */
export const contactsAtOnce = 100
const about = { connectionId: z.uuid(), businessAccountId: word.nullable() }
const template = { ...about, templateId: word, name: z.string().max(512), language: z.string().max(20) }

/**
 * `status` in the provider's words: APPROVED, REJECTED, PENDING, PAUSED, DISABLED, FLAGGED, PENDING_DELETION, ARCHIVED…
 * `reason` is null where it says NONE.
 */
export const TemplateStatusChanged = defineEvent(
  'waba.template-status.v1',
  z
    .object({ ...template, status: word, reason: z.string().max(2_000).nullable() })
    .describe('A message template of the official WhatsApp API was approved, rejected, paused or otherwise judged.'),
)
/** The words are not told: the template has to be asked for. */
export const TemplateEdited = defineEvent(
  'waba.template-edited.v1',
  z.object(template).describe('The text, header or buttons of a message template were changed.'),
)
/** GREEN, YELLOW, RED or UNKNOWN. */
export const TemplateQualityChanged = defineEvent(
  'waba.template-quality.v1',
  z
    .object({ ...template, quality: word, previousQuality: word.nullable() })
    .describe('The quality of a message template changed.'),
)
/** MARKETING, UTILITY or AUTHENTICATION. */
export const TemplateCategoryChanged = defineEvent(
  'waba.template-category.v1',
  z
    .object({ ...template, category: word, previousCategory: word.nullable() })
    .describe('Meta moved a message template to another category.'),
)
/** `event` is FLAGGED, UNFLAGGED, UPGRADE, DOWNGRADE, ONBOARDING…; `limit` as TIER_1K. */
export const NumberQualityChanged = defineEvent(
  'waba.number-quality.v1',
  z
    .object({ ...about, displayPhoneNumber: word.nullable(), event: word, limit: word.nullable() })
    .describe('The quality or the messaging limit of a WhatsApp number changed.'),
)
/**
 * `event` as VERIFIED_ACCOUNT, DISABLED_UPDATE, ACCOUNT_RESTRICTION, ACCOUNT_VIOLATION…; `detail` is the rest as the
 * provider wrote it, as JSON.
 */
export const AccountUpdated = defineEvent(
  'waba.account.v1',
  z
    .object({ ...about, event: word, detail: z.string().max(2_000).nullable() })
    .describe('Something happened to a WhatsApp business account: verified, restricted, disabled.'),
)
/** An error that belongs to no message. */
export const ProviderTroubled = defineEvent(
  'waba.trouble.v1',
  z
    .object({ ...about, code: word, message: z.string().max(500) })
    .describe('The official WhatsApp API reported an error that belongs to no message.'),
)

/** `progress` in percent, over all parts of an import; `reason` is what the provider says of a failure. */
export const HistoryProgressed = defineEvent(
  'waba.history.v1',
  z
    .object({
      ...about,
      state: z.enum(['running', 'done', 'declined', 'failed']),
      progress: z.int().nullable(),
      reason: z.string().max(500).nullable(),
    })
    .describe('An import of the past of a number that is used in the Business app too goes on, ends or was declined.'),
)

/** People of the Business app's address book, added or renamed there; numbers as digits. */
export const ContactsTold = defineEvent(
  'waba.contacts.v1',
  z
    .object({
      ...about,
      contacts: z.array(z.object({ phone: z.string().max(20), name: z.string().max(200) })).max(contactsAtOnce),
    })
    .describe('The address book of a number that is used in the Business app too was told, or changed there.'),
)

export const events = [
  TemplateStatusChanged,
  TemplateEdited,
  TemplateQualityChanged,
  TemplateCategoryChanged,
  NumberQualityChanged,
  AccountUpdated,
  ProviderTroubled,
  HistoryProgressed,
  ContactsTold,
] as const
