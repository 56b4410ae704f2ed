import type { Acting } from '@recado/contracts'
import type { AuditEntry } from '../audit/audit.ts'

/** Writes down an act that a program did in a user's name. */
export type ActRecorder = (entry: Omit<AuditEntry, 'action'>) => Promise<void>

/**
 * Acts that are written down once they are done. Where that fails the act fails too, and the program repeats it: what
 * has a key is done once, and a change that is in force already is none.
 */
export function recorded(acting: Acting, record: (act: string, subject: string) => Promise<void>): Acting {
  const after = async <T>(act: string, subject: string, done: Promise<T>): Promise<T> => {
    const answer = await done
    await record(act, subject)
    return answer
  }
  return {
    tickets: {
      change: (ticket, ...given) => after('tickets.change', ticket, acting.tickets.change(ticket, ...given)),
      transfer: (ticket, ...given) => after('tickets.transfer', ticket, acting.tickets.transfer(ticket, ...given)),
    },
    messages: {
      send: (ticket, ...given) => after('messages.send', ticket, acting.messages.send(ticket, ...given)),
      remove: (message) => after('messages.remove', message, acting.messages.remove(message)),
    },
    drafts: {
      get: (ticket) => acting.drafts.get(ticket),
      keep: (ticket, ...given) => after('drafts.keep', ticket, acting.drafts.keep(ticket, ...given)),
    },
    notes: { write: (ticket, ...given) => after('notes.write', ticket, acting.notes.write(ticket, ...given)) },
    actions: { run: (ticket, ...given) => after('actions.run', ticket, acting.actions.run(ticket, ...given)) },
  }
}
