import type { InboundNotice } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { sentenceOf, type GraphError } from '../api/failure.ts'
import {
  AccountUpdated,
  contactsAtOnce,
  ContactsTold,
  NumberQualityChanged,
  ProviderTroubled,
  TemplateCategoryChanged,
  TemplateEdited,
  TemplateQualityChanged,
  TemplateStatusChanged,
} from '../events.ts'
import { words } from './fields.ts'

/** The account a notice is about. */
export interface About {
  readonly businessAccountId: string | null
}

const short = z.coerce.string().transform((text) => text.slice(0, 100))
const orNull = short
  .nullish()
  .catch(null)
  .transform((text) => text ?? null)
const Template = z.object({
  message_template_id: short,
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
})
const Status = Template.extend({
  event: short,
  reason: words,
  rejection_info: z.unknown().optional(),
  other_info: z.object({ title: words, description: words }).optional().catch(undefined),
})
const Quality = Template.extend({ new_quality_score: short, previous_quality_score: orNull })
const Category = Template.extend({ new_category: short, previous_category: orNull })
const NumberQuality = z.object({
  display_phone_number: orNull,
  event: short,
  current_limit: orNull,
  max_daily_conversations_per_business: orNull,
})
const Contacts = z.object({
  state_sync: listOf(
    z.object({
      type: z.literal('contact'),
      action: z.string(),
      contact: z.object({ full_name: words, first_name: words, phone_number: words }),
    }),
  ),
})
const Account = z.looseObject({ event: short })

/** A notice without a time of the provider: the moment of arrival counts. */
const notice = (
  event: { readonly name: string },
  key: string,
  data: Readonly<Record<string, unknown>>,
): InboundNotice[] => [{ type: 'notice', event: event.name as InboundNotice['event'], key, data, at: null }]
const templateOf = (value: z.output<typeof Template>) => ({
  templateId: value.message_template_id,
  name: value.message_template_name,
  language: value.message_template_language,
})

/** A reason that says nothing is none. */
function reasonOf({ reason, rejection_info: rejection, other_info: other }: z.output<typeof Status>): string | null {
  const told = [
    reason === 'NONE' ? undefined : reason,
    other?.title,
    other?.description,
    rejection === undefined || rejection === null ? undefined : JSON.stringify(rejection),
  ].filter((part) => part !== undefined && part !== '')
  return told.length === 0 ? null : told.join(': ').slice(0, 2_000)
}

type Reader = (value: unknown, about: About) => InboundNotice[]
const reader =
  <T>(schema: z.ZodType<T>, notices: (value: T, about: About) => InboundNotice[]): Reader =>
  (value, about) => {
    const read = schema.safeParse(value)
    return read.success ? notices(read.data, about) : []
  }

/** By the field of a change. */
const readers: Readonly<Record<string, Reader>> = {
  message_template_status_update: reader(Status, (value, about) =>
    notice(TemplateStatusChanged, value.message_template_id, {
      ...about,
      ...templateOf(value),
      status: value.event,
      reason: reasonOf(value),
    }),
  ),
  message_template_components_update: reader(Template, (value, about) =>
    notice(TemplateEdited, value.message_template_id, { ...about, ...templateOf(value) }),
  ),
  message_template_quality_update: reader(Quality, (value, about) =>
    notice(TemplateQualityChanged, value.message_template_id, {
      ...about,
      ...templateOf(value),
      quality: value.new_quality_score,
      previousQuality: value.previous_quality_score,
    }),
  ),
  template_category_update: reader(Category, (value, about) =>
    notice(TemplateCategoryChanged, value.message_template_id, {
      ...about,
      ...templateOf(value),
      category: value.new_category,
      previousCategory: value.previous_category,
    }),
  ),
  phone_number_quality_update: reader(NumberQuality, (value, about) =>
    notice(NumberQualityChanged, value.display_phone_number ?? 'number', {
      ...about,
      displayPhoneNumber: value.display_phone_number,
      event: value.event,
      limit: value.current_limit ?? value.max_daily_conversations_per_business,
    }),
  ),
  smb_app_state_sync: reader(Contacts, contactsOf),
  account_update: reader(Account, ({ event, ...detail }, about) =>
    notice(AccountUpdated, about.businessAccountId ?? 'account', {
      ...about,
      event,
      detail: JSON.stringify(detail).slice(0, 2_000),
    }),
  ),
}

/** Those that were added or renamed, in portions. What is deleted in the app is nobody's news. */
function contactsOf({ state_sync }: z.output<typeof Contacts>, about: About): InboundNotice[] {
  const contacts = state_sync.flatMap(({ action, contact }) => {
    const phone = contact.phone_number?.replace(/\D/g, '') ?? ''
    const name = (contact.full_name ?? contact.first_name ?? '').trim().slice(0, 200)
    return action === 'add' && /^\d{6,20}$/.test(phone) && name !== '' ? [{ phone, name }] : []
  })
  const portions = Array.from({ length: Math.ceil(contacts.length / contactsAtOnce) }, (_, index) =>
    contacts.slice(index * contactsAtOnce, (index + 1) * contactsAtOnce),
  )
  return portions.flatMap((portion) =>
    notice(ContactsTold, about.businessAccountId ?? 'contacts', { ...about, contacts: portion }),
  )
}

/** Notices in a change of this field; none for unknown fields. */
export const noticeEvents = (field: string, value: unknown, about: About): InboundNotice[] =>
  Object.hasOwn(readers, field) ? readers[field]!(value, about) : []

/** An error that belongs to no message. */
export const troubleEvents = (error: GraphError, about: About): InboundNotice =>
  notice(ProviderTroubled, about.businessAccountId ?? 'trouble', {
    ...about,
    code: String(error.code),
    message: sentenceOf(error),
  })[0]!
