import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { keepAtMost, put, putOnce } from './put.ts'

/** Surveys, saved reports, and a configuration for programs. */
export async function figuresOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { connection }: { connection: string },
  { ticket, contact }: { ticket: string; contact: string },
) {
  const tenant_id = tenant.id
  // A company may have so many; the walls stock it up more often.
  await sql`update plg_nps.survey set is_archived = true where id in (
              select id from plg_nps.survey
               where tenant_id = ${tenant_id} and name like 'Pesquisa %' order by id desc offset 10)`
  const survey = newId()
  const surveyTexts = {
    request_message: `Nota ${word}?`,
    thanks_message: word,
    invalid_message: word,
    timeout_message: word,
  }
  await put(sql, 'plg_nps.survey', {
    id: survey,
    tenant_id,
    name: `Pesquisa ${survey.slice(-12)}`,
    kind: 'nps',
    enabled: false,
    scale: 10,
    timeout_minutes: 60,
    ...surveyTexts,
  })
  await put(sql, 'plg_nps.request', {
    tenant_id,
    survey_id: survey,
    kind: 'nps',
    cause: randomUUID(),
    ticket_id: ticket,
    contact_id: contact,
    connection_id: connection,
    terms: sql.json({ lowest: 0, highest: 10 }),
    state: sql.json({ phase: 'ended', outcome: 'answered', grade: 9, comment: `Ótimo ${word}` }),
    deadline: new Date(),
  })
  await put(sql, 'core.grade_fact', {
    tenant_id,
    ticket_id: ticket,
    kind: 'csat',
    grade: 4,
    highest: 5,
    graded_at: new Date(),
  })
  await putOnce(sql, 'plg_nps.wish', { tenant_id, ticket_id: ticket, survey_id: survey })
  // A company may have so many; the walls stock it up more often.
  await keepAtMost(sql, 'plg_api.configuration', tenant_id, 20)
  await keepAtMost(sql, 'plg_reports.saved_report', tenant_id, 40)
  const savedReport = newId()
  await put(sql, 'plg_reports.saved_report', {
    id: savedReport,
    tenant_id,
    user_id: tenant.supervisor.id,
    name: `Relatório ${word} ${savedReport.slice(-12)}`,
    question: sql.json({ period: { kind: 'last', days: 7 }, compares: true, sections: ['team'] }),
    is_shared: true,
  })
  await put(sql, 'plg_reports.schedule', {
    tenant_id,
    report_id: savedReport,
    every: 'day',
    weekday: 1,
    day: 1,
    hour: 8,
    format: 'csv',
    recipients: [user.id],
  })
  await put(sql, 'plg_reports.delivery', {
    tenant_id,
    report_id: savedReport,
    user_id: user.id,
    due_at: new Date(),
    failure: 'ERR_MAIL_UNSET',
  })
  const [apiConfiguration, keyId] = [newId(), newId()]
  const keySecret = randomBytes(32).toString('base64url')
  const apiKey = `rck_${keyId.replaceAll('-', '')}_${keySecret}`
  await put(sql, 'plg_api.configuration', {
    id: apiConfiguration,
    tenant_id,
    name: `API ${word} ${apiConfiguration.slice(-12)}`,
    session_id: connection,
    url_message_status: `https://${word}.example/status`,
    is_active: true,
    send_by: 'any',
    close_ticket: false,
    scopes: ['send', 'close', 'status'],
  })
  await put(sql, 'core.plugin_key', {
    id: keyId,
    tenant_id,
    plugin: 'api',
    holder: apiConfiguration,
    secret_hash: createHash('sha256').update(keySecret).digest(),
    last4: keySecret.slice(-4),
  })
  return { survey, savedReport, apiConfiguration, apiKey }
}
