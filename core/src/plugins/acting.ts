import {
  Refusal,
  type Acting,
  type ActingScope,
  type BlockCall,
  type CallingToken,
  type PathClaim,
  type PluginContext,
  type SessionContext,
  type TicketId,
  type Viewer,
} from '@recado/contracts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import type { DraftsService } from '../messages/drafts.service.ts'
import type { MessageActs } from '../messages/message-acts.service.ts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { TicketTransfers } from '../tickets/transfers.service.ts'
import * as z from 'zod'
import type { ContextParts } from './context.ts'
import { recorded } from './recorded-acts.ts'
import type { GivenToRoute } from './given-to-route.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import { ticketUpdateOf } from './ticket-change.ts'

/** Plugins as code that acts in a user's name calls them; the host of plugins does it. */
interface CalledPlugins {
  callClaimed(claim: PathClaim, viewer: Viewer, given: GivenToRoute): Promise<unknown>
  runAction(viewer: Viewer, ticket: TicketId, action: BlockCall, key: string): Promise<void>
}

/** The services that core's own routes ask; asked for when they are needed, since they need the plugins' channels. */
export interface ActingParts {
  readonly tickets: () => Pick<TicketsService, 'update'>
  readonly transfers: () => Pick<TicketTransfers, 'transfer'>
  readonly messages: () => Pick<MessagesService, 'send'>
  readonly acts: () => Pick<MessageActs, 'act'>
  readonly drafts: () => Pick<DraftsService, 'list' | 'keep'>
  /** Plugins that serve product paths, and that run contributed actions. */
  readonly plugins: () => CalledPlugins
  readonly clock: Pick<Clock, 'now'>
}

const longestKey = 64
/** The plugin that keeps notes of conversations claims this path, and answers with the note's id. */
const noteClaim: PathClaim = { method: 'POST', path: '/tickets/:ticketId/notes' }
const NoteKept = z.object({ id: z.uuid() })

/**
 * Acts in a user's name: the permission that the gate requires for the route, then the same service behind it.
 * `program` is set where one calls with a token of the user.
 */
export const actingAs =
  ({ tickets, transfers, messages, acts, drafts, plugins, clock }: ActingParts) =>
  (viewer: Viewer, program: CallingToken | null = null): Acting => {
    const require = (permission: string): void => {
      if (!viewer.can(permission)) throw new Refusal('ERR_NO_PERMISSION')
    }
    const requireKey = (key: string): void => {
      if (key.length === 0 || key.length > longestKey) throw new RangeError(`a key has 1 to ${longestKey} characters`)
    }
    return {
      tickets: {
        async change(ticket, change) {
          require('tickets.write')
          return tickets().update(viewer, ticket, ticketUpdateOf(change))
        },
        async transfer(ticket, to) {
          require('tickets.write')
          return (await transfers().transfer(viewer, ticket, { ...to, newTicket: false })).ticket
        },
      },
      messages: {
        async send(ticket, text, { key }) {
          require('messages.write')
          requireKey(key)
          return {
            messages: await messages().send(viewer, ticket, {
              text: text.trim(),
              files: [],
              idFront: key,
              ...(program && { as: 'API' }),
            }),
          }
        },
        async remove(message) {
          require('messages.write')
          await acts().act(viewer, message, { kind: 'delete' })
        },
      },
      drafts: {
        async get(ticket) {
          require('account.own')
          const { drafts: own } = await drafts().list(viewer)
          return own.find(({ ticketId }) => ticketId === ticket)?.text || undefined
        },
        async keep(ticket, text) {
          require('messages.write')
          const writtenAt = clock.now().toISOString()
          const change = { text, files: [], uploads: [], writtenAt, basedOn: null }
          return (await drafts().keep(viewer, ticket, change)).other?.text ?? null
        },
      },
      notes: {
        async write(ticketId, text, { key }) {
          requireKey(key)
          return NoteKept.parse(
            await plugins().callClaimed(noteClaim, viewer, {
              params: { ticketId },
              body: { content: text.trim(), key },
            }),
          ).id
        },
      },
      actions: {
        async run(ticketId, action, { key }) {
          requireKey(key)
          await plugins().runAction(viewer, ticketId, action, key)
        },
      },
    }
  }

/** For whom a plugin works: a user, and the program that calls with a token of theirs. */
export interface ActingFor {
  readonly viewer: Viewer
  readonly program?: CallingToken | null
}

/** A plugin's context while it works for a user: core answers what they see, and it may act for them until `isOver`. */
export const forUser = (
  ctx: PluginContext,
  { id, definition }: Pick<RunningPlugin, 'id' | 'definition'>,
  { viewer, program = null }: ActingFor,
  { ports, acting, recordAct }: Pick<ContextParts, 'ports' | 'acting' | 'recordAct'>,
  isOver: () => boolean,
): SessionContext => {
  const own = acting(viewer, program)
  const acts = program ? recorded(own, (act, subject) => recordAct(entryOf(viewer, id, program, act, subject))) : own
  return {
    ...ctx,
    core: ports(viewer.tenantId, definition, viewer, program),
    viewer,
    program,
    acting: leased(acts, id, definition.acting ?? [], isOver),
  }
}

const entryOf = (
  { tenantId, userId }: Viewer,
  plugin: string,
  { id: tokenId, name }: CallingToken,
  act: string,
  subject: string,
): Omit<AuditEntry, 'action'> => ({ tenantId, userId, subject, facts: { act, plugin, tokenId, name } })

/** The same for one request of one plugin: only what it declares, and nothing when `isOver`. */
export function leased(
  acting: Acting,
  plugin: string,
  declared: readonly ActingScope[],
  isOver: () => boolean,
): Acting {
  const admit = (scope: ActingScope): void => {
    if (isOver()) throw new TypeError(`${plugin} acts for a user whose request is over`)
    if (!declared.includes(scope)) throw new TypeError(`${plugin} does not declare that it acts on ${scope}`)
  }
  return {
    tickets: {
      async change(...given) {
        admit('tickets')
        return acting.tickets.change(...given)
      },
      async transfer(...given) {
        admit('tickets')
        return acting.tickets.transfer(...given)
      },
    },
    messages: {
      async send(...given) {
        admit('messages')
        return acting.messages.send(...given)
      },
      async remove(...given) {
        admit('messages')
        return acting.messages.remove(...given)
      },
    },
    drafts: {
      async get(...given) {
        admit('drafts')
        return acting.drafts.get(...given)
      },
      async keep(...given) {
        admit('drafts')
        return acting.drafts.keep(...given)
      },
    },
    notes: {
      async write(...given) {
        admit('notes')
        return acting.notes.write(...given)
      },
    },
    actions: {
      async run(...given) {
        admit('actions')
        return acting.actions.run(...given)
      },
    },
  }
}
