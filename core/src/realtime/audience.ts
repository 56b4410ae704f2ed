import {
  canSeeTicket,
  maskName,
  seesMasked,
  type PresencePush,
  type Ticket,
  type TicketFacts,
  type TicketListPush,
  type TypingPush,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import { maskedMessage } from './message-masks.ts'
import { markedFor } from './ticket-marks.ts'
import type { TicketChange } from './realtime.ts'

/**
 * Pushes of a change for one user: decided here alone, by the policy that lists and single reads use. A user who cannot
 * see the ticket learns at most that one they could see is gone.
 */
export function pushesFor(
  viewer: Viewer,
  change: TicketChange,
  settings: VisibilitySettings,
): readonly TicketListPush[] {
  const { before, after } = change
  if (after && canSeeTicket(viewer, after, settings)) {
    const masked = seesMasked(viewer, settings)
    return change.pushes
      .filter((push) => isFor(viewer, push, after))
      .map((push) => withTicket(push, (ticket) => markedFor(viewer.userId, change.marks, ticket)))
      .map((push) => (masked ? maskedPush(push) : push))
  }
  // A ticket that is gone for everyone and whose former audience is unknown is taken away everywhere; its id says
  // nothing.
  const couldSee = before ? canSeeTicket(viewer, before, settings) : after === null
  return couldSee ? [{ type: 'ticket:remove', payload: { id: change.ticketId as Ticket['id'] } }] : []
}

/** Undefined for who may not see the ticket, and for the agent who is typing. */
export function typingFor(
  viewer: Viewer,
  facts: TicketFacts,
  push: TypingPush,
  settings: VisibilitySettings,
): TypingPush | undefined {
  if (push.who.userId === viewer.userId || !canSeeTicket(viewer, facts, settings)) return undefined
  return push.who.kind === 'contact' && seesMasked(viewer, settings)
    ? { ...push, who: { ...push.who, name: maskName(push.who.name) } }
    : push
}

/** Undefined for users who may not see the ticket, and for the user it is about. */
export function presenceFor(
  viewer: Viewer,
  facts: TicketFacts,
  push: PresencePush,
  settings: VisibilitySettings,
): PresencePush | undefined {
  return push.who.userId !== viewer.userId && canSeeTicket(viewer, facts, settings) ? push : undefined
}

/** A mention is for whom it names, a transfer for whom it gave the ticket to, and for nobody else. */
function isFor(viewer: Viewer, push: TicketListPush, after: TicketFacts): boolean {
  switch (push.type) {
    case 'mention:new':
      return push.payload.userId === viewer.userId
    case 'ticket:transferred':
      return after.userId === viewer.userId
    default:
      return true
  }
}

const maskedTicket = (ticket: Ticket): Ticket => ({ ...ticket, name: maskName(ticket.name) })

/** A push with its ticket as it is to be shown; one without a ticket is what it was. */
function withTicket(push: TicketListPush, show: (ticket: Ticket) => Ticket): TicketListPush {
  switch (push.type) {
    case 'ticket:create':
    case 'ticket:update':
    case 'ticket:woken':
    case 'ticket:transferred':
    case 'ticket:merge':
      return { type: push.type, payload: show(push.payload) }
    case 'chat:create':
      return { type: push.type, payload: { ...push.payload, ticket: show(push.payload.ticket) } }
    default:
      return push
  }
}

function maskedPush(push: TicketListPush): TicketListPush {
  switch (push.type) {
    case 'ticket:create':
    case 'ticket:update':
    case 'ticket:woken':
    case 'ticket:transferred':
    case 'ticket:merge':
      return withTicket(push, maskedTicket)
    case 'chat:create':
      return withTicket(
        { type: push.type, payload: { ...maskedMessage(push.payload), ticket: push.payload.ticket } },
        maskedTicket,
      )
    case 'chat:update':
    case 'chat:ack':
      return { type: push.type, payload: maskedMessage(push.payload) }
    case 'mention:new':
      return { type: push.type, payload: { ...push.payload, contactName: maskName(push.payload.contactName) } }
    case 'chat:delete':
    case 'chat:schedule':
    case 'ticket:remove':
    case 'plugin:update':
      return push
  }
}
