import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'

/** A conversation on the first company's web chat that `user` has taken. Answers its ticket. */
export async function takenConversation(
  node: TestApp,
  name: string,
  { user = node.a.user, queueId = null }: { user?: { readonly id: string }; queueId?: string | null } = {},
): Promise<string> {
  const { owner } = node.database
  const [contact, ticket]: [string, string] = [newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${node.a.id}, ${name})`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat, user_id, queue_id)
    select ${ticket}, tenant_id, '20260101000001', 'open', ${contact}, ${contact}, id, type, ${ticket}, ${user.id}, ${queueId} from core.connection where tenant_id = ${node.a.id} and id = ${node.a.connection}`
  return ticket
}
