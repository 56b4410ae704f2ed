import type { PluginTransaction } from '@recado/sdk'
import type { Survey, SurveyDraft } from './survey.ts'

const columns = `s.id, s.name, s.kind, s.enabled, s.scale, s.timeout_minutes as "timeoutMinutes",
  s.request_message as "requestMessage", s.thanks_message as "thanksMessage", s.invalid_message as "invalidMessage",
  s.timeout_message as "timeoutMessage", nullif(s.comment_message, '') as "commentMessage", s.queue_ids as "queueIds",
  s.connection_ids as "connectionIds", s.rest_days as "restDays", s.without_person as "withoutPerson",
  (select count(*)::integer from plg_nps.request r where r.tenant_id = s.tenant_id and r.survey_id = s.id) as asked`

const names = `name, kind, enabled, scale, timeout_minutes, request_message, thanks_message, invalid_message,
  timeout_message, comment_message, queue_ids, connection_ids, rest_days, without_person`
const valuesOf = (draft: SurveyDraft): unknown[] => [
  draft.name,
  draft.kind,
  draft.enabled,
  draft.scale,
  draft.timeoutMinutes,
  draft.requestMessage,
  draft.thanksMessage,
  draft.invalidMessage,
  draft.timeoutMessage,
  draft.commentMessage ?? '',
  JSON.stringify(draft.queueIds),
  JSON.stringify(draft.connectionIds),
  draft.restDays,
  draft.withoutPerson,
]
/** Parameters of `names`, from the second or third on; lists of ids come as JSON. */
const placed = (from: number): string =>
  Array.from({ length: 14 }, (_, index) => {
    const parameter = `$${from + index}`
    return index === 10 || index === 11
      ? `array(select value::uuid from jsonb_array_elements_text(${parameter}::jsonb))`
      : parameter
  }).join(', ')

/** Surveys of the company, oldest first; with `archived` also deleted ones that have been asked. */
export const readSurveys = async (
  tx: PluginTransaction,
  tenantId: string,
  { archived = false } = {},
): Promise<Survey[]> =>
  (await tx.query(
    `select ${columns} from plg_nps.survey s where s.tenant_id = $1 and (not s.is_archived or $2) order by s.id`,
    [tenantId, archived],
    'object',
  )) as Survey[]

export async function readSurvey(tx: PluginTransaction, tenantId: string, id: string): Promise<Survey | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_nps.survey s where s.tenant_id = $1 and s.id = $2 and not s.is_archived`,
    [tenantId, id],
    'object',
  )
  return row as Survey | undefined
}

/** Whether another survey has the name already, case aside. Changes of names come one after the other. */
export async function isNameTaken(
  tx: PluginTransaction,
  tenantId: string,
  name: string,
  besides: string | null,
): Promise<boolean> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('survey:' || $1::text, 0))`, [tenantId], 'array')
  const rows = await tx.query(
    `select 1 from plg_nps.survey
      where tenant_id = $1 and lower(name) = lower($2) and not is_archived and id is distinct from $3::uuid`,
    [tenantId, name, besides],
    'array',
  )
  return rows.length > 0
}

export async function insertSurvey(tx: PluginTransaction, tenantId: string, draft: SurveyDraft): Promise<string> {
  const [row] = await tx.query(
    `insert into plg_nps.survey (tenant_id, ${names}) values ($1, ${placed(2)}) returning id`,
    [tenantId, ...valuesOf(draft)],
    'object',
  )
  return (row as { id: string }).id
}

/** False for one that is not there. */
export async function updateSurvey(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  draft: SurveyDraft,
): Promise<boolean> {
  const rows = await tx.query(
    `update plg_nps.survey set (${names}) = row(${placed(3)})
      where tenant_id = $1 and id = $2 and not is_archived returning id`,
    [tenantId, id, ...valuesOf(draft)],
    'array',
  )
  return rows.length > 0
}

/** Deletes a survey; one that has been asked stays for the report. False for one that is not there. */
export async function deleteSurvey(tx: PluginTransaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update plg_nps.survey set is_archived = true, enabled = false
      where tenant_id = $1 and id = $2 and not is_archived returning id`,
    [tenantId, id],
    'array',
  )
  await tx.query(
    `delete from plg_nps.survey s where s.tenant_id = $1 and s.id = $2
        and not exists (select from plg_nps.request r where r.tenant_id = s.tenant_id and r.survey_id = s.id)`,
    [tenantId, id],
    'array',
  )
  return rows.length > 0
}
