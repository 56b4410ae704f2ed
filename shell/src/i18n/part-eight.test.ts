import { errorCatalogue, type ErrorCode } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import en from './locales/en/errors.json' with { type: 'json' }
import es from './locales/es/errors.json' with { type: 'json' }
import pt from './locales/pt-BR/errors.json' with { type: 'json' }
import ru from './locales/ru/errors.json' with { type: 'json' }

/* Part 8 of the specification against the one table: what it spells is spelled so, and everybody can read it. */

/** Codes that the specification spells. */
const spelled: readonly (readonly [string, string])[] = [
  ['S8-018', 'ERR_SESSION_EXPIRED'],
  ['S8-019', 'ERR_INVALID_CREDENTIALS'],
  ['S8-020', 'ERR_NO_PERMISSION'],
  ['S8-021', 'ERR_USER_INACTIVE'],
  ['S8-022', 'ERR_LOGIN_HOURS_RESTRICTED'],
  ['S8-023', 'ERR_NO_USER_FOUND'],
  ['S8-028', 'ERR_API_CONFIG_NOT_FOUND'],
  ['S8-029', 'ERR_NO_CONTACT_FOUND'],
  ['S8-030', 'ERR_DUPLICATED_CONTACT'],
  ['S8-031', 'ERR_CONTACT_TICKETS_REGISTERED'],
  ['S8-033', 'ERR_CONTACT_LIMIT_REACHED'],
  ['S8-034', 'ERR_CONTACT_FINANCE_DEPARTMENT'],
  ['S8-035', 'ERR_CREATING_MESSAGE'],
  ['S8-036', 'ERR_NO_TICKET_FOUND'],
  ['S8-037', 'ERR_CREATING_TICKET'],
  ['S8-038', 'ERR_NO_STATUS_SELECTED'],
  ['S8-039', 'ERR_OTHER_OPEN_TICKET'],
  ['S8-041', 'ERR_AUTO_REPLY_RELATIONED_TICKET'],
  ['S8-043', 'ERR_NO_AUTO_REPLY_FOUND'],
  ['S8-044', 'ERR_NO_STEP_AUTO_REPLY_FOUND'],
  ['S8-045', 'ERR_CAMPAIGN_CONTACTS_NOT_EXISTS_OR_NOT_ACESSIBLE'],
  ['S8-046', 'ERROR_CAMPAIGN_NOT_EXISTS'],
  ['S8-047', 'ERR_NO_CAMPAIGN_FOUND'],
  ['S8-048', 'ERR_NO_UPDATE_CAMPAIGN_NOT_IN_CANCELED_PENDING'],
  ['S8-049', 'ERROR_CAMPAIGN_DATE_NOT_VALID'],
  ['S8-051', 'ERR_NO_CAMPAIGN_CONTACTS_NOT_FOUND'],
  ['S8-052', 'ERR_CAMPAIGN_CONTACTS_NOT_EXISTS'],
  ['S8-053', 'ERR_CAMPAIGN_CONTACTS'],
  ['S8-054', 'ERR_NO_FAST_REPLY_FOUND'],
  ['S8-055', 'ERR_FAST_REPLY_EXISTS'],
  ['S8-056', 'ERR_NO_QUEUE_FOUND'],
  ['S8-057', 'ERR_QUEUE_TICKET_EXISTS'],
  ['S8-059', 'ERR_NO_TAG_FOUND'],
  ['S8-060', 'ERR_TAG_CONTACTS_EXISTS'],
  ['S8-061', 'ERR_NO_SETTING_FOUND'],
  ['S8-062', 'ERR_NO_TENANT_FOUND'],
  ['S8-063', 'ERR_WAPP_INVALID_CONTACT'],
  ['S8-064', 'ERR_WAPP_CHECK_CONTACT'],
  ['S8-065', 'ERR_DELETE_WAPP_MSG'],
  ['S8-066', 'ERR_SENDING_WAPP_MSG'],
  ['S8-067', 'ERR_WAPP_NOT_INITIALIZED'],
  ['S8-068', 'ERR_CONTACTS_NOT_EXISTS_WHATSAPP'],
  ['S8-069', 'ERR_NO_WAPP_FOUND'],
  ['S8-070', 'ERR_NO_DEF_WAPP_FOUND'],
  ['S8-071', 'ERR_FETCH_WAPP_MSG'],
  ['S8-072', 'ERR_SCHEDULE_CONFLICT'],
  ['S8-073', 'ERR_CONFLICT_TENANT'],
  ['S8-074', 'ERR_NO_SCHEDULE_FOUND'],
  ['S8-075', 'ERR_DISPONIBILITY_ERROR'],
  ['S8-076', 'ERR_DISPONIBILITY_ERROR_USER'],
  ['S8-077', 'ERR_SCHEDULE_DATE_ERROR'],
  ['S8-078', 'ERR_SCHEDULE_HOUR_ERROR'],
  ['S8-079', 'ERR_INVALID_INTERVAL_VALUES'],
  ['S8-080', 'ERR_INVALID_INTERNAL_VALUES_PROCESS'],
  ['S8-081', 'ERR_SEARCH_AVAILABLE_USERS'],
  ['S8-082', 'ERR_BODY_REQUIRED'],
  ['S8-083', 'ERR_CONTACT_REQUIRED'],
  ['S8-084', 'ERR_SEND_AT_REQUIRED'],
  ['S8-085', 'ERR_WHATSAPP_REQUIRED'],
  ['S8-086', 'ERR_USER_REQUIRED'],
  ['S8-087', 'ERR_NO_FILE_UPLOADED'],
  ['S8-088', 'ERR_SERVICE_NOT_FOUND_FOR_USER'],
]

/** Texts that it asks for without a code: the code under which they stand. */
const described: readonly (readonly [string, ErrorCode])[] = [
  ['S8-131', 'ERR_CAMPAIGN_CANCEL'],
  ['S8-132', 'ERR_CAMPAIGN_START'],
  ['S8-133', 'ERR_CAMPAIGN_PAUSE'],
  ['S8-134', 'ERR_CAMPAIGN_RESUME'],
  ['S8-135', 'ERR_CAMPAIGN_DUPLICATE'],
  ['S8-136', 'ERR_CAMPAIGN_SCHEDULE'],
  ['S8-137', 'ERROR_CAMPAIGN_DATE_NOT_VALID'],
  ['S8-138', 'ERR_CAMPAIGN_CONTACTS_REQUIRED'],
  ['S8-139', 'ERR_CAMPAIGN_REPORT'],
  ['S8-140', 'ERR_CAMPAIGN_CSV'],
  ['S8-141', 'ERR_SMS_TOKEN_INVALID'],
  ['S8-142', 'ERR_SMS_NO_CREDITS'],
  ['S8-143', 'ERR_SMS_CREDITS_INSUFFICIENT'],
  ['S8-147', 'ERR_CONNECTION_NAME_EXISTS'],
  ['S8-148', 'ERR_CONNECTION_LIMIT_REACHED'],
  ['S8-149', 'ERR_DELETING_CONNECTION'],
  ['S8-150', 'ERR_TOKEN_NOT_ACQUIRED'],
  ['S8-151', 'ERR_FLOW_SELF_CONNECTION'],
  ['S8-152', 'ERR_CALL_NUMBER_NOT_EXISTS'],
  ['S8-153', 'ERR_CALL_LINE_BUSY'],
  ['S8-154', 'ERR_SIP_INACTIVE'],
  ['S8-155', 'ERR_SIP_LOAD'],
  ['S8-156', 'ERR_SIP_SAVE'],
  ['S8-157', 'ERR_SIP_DELETE'],
  ['S8-158', 'ERR_SIP_CONNECT'],
  ['S8-159', 'ERR_KANBAN_LOAD'],
  ['S8-160', 'ERR_KANBAN_MOVE'],
  ['S8-161', 'ERR_KANBAN_LEAD_VALUE'],
  ['S8-162', 'ERR_TELEPHONY_NOT_CONFIGURED'],
  ['S8-163', 'ERR_IMPORT_SOURCE_REQUIRED'],
  ['S8-164', 'ERR_IMPORT_CONNECTION'],
  ['S8-165', 'ERR_IMPORT_FAILED'],
  ['S8-167', 'ERR_TYPEBOT_TEST_FAILED'],
  ['S8-168', 'ERR_AI_REWRITE'],
  ['S8-169', 'ERR_TRANSCRIPTION'],
  ['S8-170', 'ERR_TRANSLATION'],
  ['S8-171', 'ERR_GROUP_ACTION'],
  ['S8-172', 'ERR_BIRTHDAY_MESSAGE'],
  ['S8-173', 'ERR_STICKERS'],
  ['S8-174', 'ERR_GIFS'],
  ['S8-175', 'ERR_AUDIO'],
  ['S8-176', 'ERR_APPOINTMENTS_LOAD'],
  ['S8-177', 'ERR_APPOINTMENT_SAVE'],
  ['S8-178', 'ERR_APPOINTMENT_PAST'],
  ['S8-179', 'ERR_DISPONIBILITY_ERROR_USER'],
]

const languages = { 'pt-BR': pt, en, es, ru } as Readonly<Record<string, Readonly<Record<string, string>>>>

/** A title and a detail in each language; Portuguese and Spanish may say it with the same words. */
function readable(code: string): void {
  for (const part of [code, `${code}_detail`]) {
    for (const [language, words] of Object.entries(languages)) expect(words[part]?.length, `${part} in ${language}`).toBeGreaterThan(5)
    expect(ru, part).toHaveProperty(part, expect.stringMatching(/\p{Script=Cyrillic}/u))
    expect(languages['en']![part]).not.toBe(languages['pt-BR']![part])
  }
}

describe('part 8', () => {
  test.each(spelled)('%s the code %s is in the catalogue, as the specification’s, and in four languages', (_statement, code) => {
    expect(errorCatalogue[code as ErrorCode]?.origin).toBe('spec')
    readable(code)
  })

  test.each(described)('%s the text stands under %s in four languages', (_statement, code) => {
    expect(errorCatalogue[code]).toBeDefined()
    readable(code)
  })
})
