import { conversationFacts, fillTemplate, Refusal, type ActionCode } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { maxContentLength } from '../notes/limits.ts'
import { insertOnce } from '../notes/note-store.ts'
import type { actions } from './actions.ts'

/**
 * Mentions notify nobody, because there is no author. @throws Refusal ERR_VALIDATION for a note that its variables make
 * too long
 */
export const writeNote: ActionCode<typeof actions.write.input> = async (
  { content },
  { ticket, at },
  { core, db, tenant },
  { key },
) => {
  const company = await core.company.profile()
  const written = fillTemplate(
    content,
    conversationFacts(ticket, { company, locale: company.locale, agent: ticket.username ?? '', at: new Date(at) }),
  )
  if (written.length > maxContentLength)
    throw new Refusal('ERR_VALIDATION', {
      issues: [
        { path: 'content', message: 'is too long once it is filled in', rule: 'maxLength', limit: maxContentLength },
      ],
    })
  const note = {
    tenantId: tenant,
    userId: null,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    queueId: ticket.queueId,
    content: written,
    isShared: true,
    key,
  }
  const { isNew } = await db.transaction((tx) => insertOnce(drizzleOn(tx), note))
  if (isNew) await core.tickets.announce(ticket.id)
}
