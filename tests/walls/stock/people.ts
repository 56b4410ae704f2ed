import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import { digits } from './digits.ts'
import type { StockOwner } from './owner.ts'
import { put, putOnce } from './put.ts'

/** Users with their roles, sessions and groups. */
export async function peopleOf(sql: Sql, { tenant, user, word }: StockOwner) {
  const tag = randomBytes(4).toString('hex')
  const [colleague, otherUser, invited, role] = [newId(), newId(), newId(), newId()]
  const [looseRole, session, group] = [newId(), newId(), newId()]
  const tenant_id = tenant.id
  await put(
    sql,
    'core.role',
    [role, looseRole].map((id) => ({
      id,
      tenant_id,
      name: `Papel ${word} ${id}`,
      profile: 'user',
      permissions: ['tickets.read'],
    })),
  )
  const account = (id: string, first: string) => ({
    id,
    tenant_id,
    name: `${first} ${word}`,
    email: `${first.toLowerCase()}.${tag}@${word}.test`,
    phone_number: digits(),
    password_hash: '!',
    profile: 'user',
    role_id: role,
  })
  await put(sql, 'core.user_account', [account(colleague, 'Zeca'), account(otherUser, 'Iara')])
  await put(sql, 'core.user_account', { ...account(invited, 'Noa'), is_active: false })
  await put(sql, 'core.user_invitation', {
    id: newId(),
    tenant_id,
    user_id: invited,
    token_hash: randomBytes(32),
    invited_by: colleague,
    expires_at: new Date(Date.now() + 86_400_000),
  })
  await put(sql, 'core.user_group', { id: group, tenant_id, name: `Grupo ${word} ${group}` })
  await put(sql, 'core.user_group_member', { tenant_id, group_id: group, user_id: colleague })
  // Live, but nobody holds its credential.
  await put(sql, 'core.session', {
    id: session,
    tenant_id: tenant.id,
    user_id: user.id,
    refresh_hash: randomBytes(32),
    user_agent: `${word}/1.0`,
    ip: '192.0.2.1',
    expires_at: new Date(Date.now() + 3_600_000),
  })
  await put(sql, 'core.push_subscription', {
    id: newId(),
    tenant_id,
    user_id: user.id,
    session_id: session,
    endpoint_hash: randomBytes(32),
    sealed: randomBytes(60),
  })
  await put(sql, 'core.notification_choice', { tenant_id, user_id: colleague, choice: sql.json({ sound: false }) })
  await put(sql, 'core.consent', {
    id: newId(),
    tenant_id: tenant.id,
    user_id: user.id,
    version: 1,
    notice_hash: word,
    accepted: true,
    ip: '192.0.2.1',
  })
  await put(sql, 'core.audit_log', {
    id: newId(),
    tenant_id: tenant.id,
    user_id: user.id,
    action: 'walls.stocked',
    subject: word,
    facts: sql.json({ word }),
  })
  return {
    ...(await entrancesOf(sql, { tenant, user, word, queue: '' }, colleague)),
    self: user.id,
    user: colleague,
    otherUser,
    invited,
    role,
    looseRole,
    group,
    session,
  }
}

/**
 * What people and programs come in with. A passkey that works would close the way in by password; these are switched
 * off.
 */
async function entrancesOf(sql: Sql, { tenant, user, word }: StockOwner, colleague: string) {
  const [passkey, provider, apiToken, mcpKey, reset] = [newId(), newId(), newId(), newId(), newId()]
  const tenant_id = tenant.id
  await put(sql, 'core.passkey', {
    id: passkey,
    tenant_id,
    user_id: user.id,
    credential_id: randomBytes(32).toString('base64url'),
    public_key: randomBytes(77),
    counter: 0,
    rp_id: 'localhost',
    authenticator_type: 'platform',
    is_synced: false,
    is_backed_up: false,
    aaguid: randomUUID(),
    device_name: `Chave ${word}`,
    is_active: false,
  })
  await putOnce(sql, 'core.opening', { tenant_id, owner_id: tenant_id, open: '{[2026-01-01,2026-01-02)}' })
  await sql`insert into core.openings_kept (tenant_id, since, until, due_at)
            values (${tenant_id}, now(), now(), now() + interval '1 hour') on conflict do nothing`
  await put(sql, 'core.second_factor', { tenant_id, user_id: colleague, confirmed_at: new Date() })
  await put(sql, 'core.recovery_code', { tenant_id, user_id: colleague, code_hash: randomBytes(32) })
  await put(sql, 'core.sso_provider', {
    id: provider,
    tenant_id,
    name: `Entrada ${word}`,
    issuer: `https://${word}.test`,
    client_id: word,
  })
  const ssoDomain = `${randomBytes(4).toString('hex')}.${word}.test`
  await put(sql, 'core.sso_domain', { tenant_id, domain: ssoDomain, provider_id: provider })
  await putOnce(sql, 'core.guess_count', {
    tenant_id,
    user_id: colleague,
    target: 'secondFactor',
    failures: 1,
    last_failed_at: new Date().toISOString(),
  })
  await put(sql, 'core.api_token', {
    id: apiToken,
    tenant_id,
    user_id: user.id,
    name: `Programa ${word}`,
    scopes: ['tags.read'],
    secret_hash: randomBytes(32),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  // A user has twenty keys of a plugin at most, and is stocked more often than that.
  await sql`delete from core.api_token where plugin = 'mcp' and id in (
              select id from core.api_token where tenant_id = ${tenant_id} and plugin = 'mcp' order by id offset 10)`
  await put(sql, 'core.api_token', {
    id: mcpKey,
    tenant_id,
    user_id: user.id,
    plugin: 'mcp',
    name: `Assistente ${word}`,
    scopes: ['mcp.read'],
    secret_hash: randomBytes(32),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await put(sql, 'core.oauth_grant', {
    tenant_id,
    token_id: mcpKey,
    client_hash: randomBytes(32),
    redirect_uri: `https://${word}.test/volta`,
    leads_to: `${word}.test`,
    resource: 'https://recado.test/v1/mcp',
    code_hash: randomBytes(32),
    challenge: randomBytes(32).toString('base64url'),
    generation: 1,
  })
  await put(sql, 'core.password_reset', {
    id: reset,
    tenant_id,
    user_id: user.id,
    token_hash: randomBytes(32),
    expires_at: new Date(Date.now() + 300_000),
  })
  return { passkey, provider, ssoDomain, apiToken, mcpKey }
}
