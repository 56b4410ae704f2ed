import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Templates of a number, and a visitor of a site. */
export async function numbersOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { waba, connection }: { waba: string; connection: string },
  { media }: { media: string },
) {
  const tenant_id = tenant.id
  const [draft, template, visitor] = [newId(), newId(), randomUUID()]
  const page = { tenant_id, connection_id: waba, language: 'pt_BR', category: 'UTILITY', body: `Olá ${word}` }
  await put(sql, 'plg_waba.template', [
    {
      ...page,
      id: draft,
      name: `rascunho_${randomBytes(5).toString('hex')}`,
      header_media_id: null,
      status: 'DRAFT',
      waba_id: null,
    },
    {
      ...page,
      id: template,
      name: `modelo_${randomBytes(5).toString('hex')}`,
      header_media_id: media,
      status: 'APPROVED',
      waba_id: `${word}${randomBytes(5).toString('hex')}`,
    },
  ])
  await put(sql, 'plg_waba.header_file', { tenant_id, media_id: media, user_id: user.id })
  await put(sql, 'plg_waba.template_sync', { tenant_id, connection_id: waba, run_id: randomUUID(), state: 'done' })
  await put(sql, 'plg_waba.history_import', { tenant_id, connection_id: waba, state: 'done' })
  await put(sql, 'plg_waba.signup', {
    tenant_id,
    token_hash: randomBytes(32).toString('base64url'),
    user_id: user.id,
  })
  const visitorToken = randomBytes(32).toString('base64url')
  await put(sql, 'plg_webchat.visitor', { tenant_id, id: visitor, connection_id: connection, name: `Visita ${word}` })
  await put(sql, 'plg_webchat.session', {
    tenant_id,
    token_hash: createHash('sha256').update(visitorToken).digest('base64url'),
    connection_id: connection,
    visitor_id: visitor,
    expires_at: new Date(Date.now() + 3_600_000),
  })
  return { draft, template, visitorToken }
}
