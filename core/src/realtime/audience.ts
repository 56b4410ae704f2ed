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
import { marksOf, type OwnMarks } from './ticket-marks.ts'
import type { TicketChange } from './realtime.ts'

/** How a change looks to a user; users to whom it looks alike are told the same. */
type View =
  | { readonly kind: 'nothing' | 'removed' }
  | {
      readonly kind: 'seen'
      readonly isMasked: boolean
      readonly marks: OwnMarks
      /** Places of the pushes that are for this user. */
      readonly places: readonly number[]
    }

/**
 * How a change looks to one user: decided here alone, by the policy that lists and single reads use. A user who cannot
 * see the ticket learns at most that one they could see is gone.
 */
function viewOf(viewer: Viewer, change: TicketChange, settings: VisibilitySettings): View {
  const { before, after } = change
  if (after && canSeeTicket(viewer, after, settings))
    return {
      kind: 'seen',
      isMasked: seesMasked(viewer, settings),
      marks: marksOf(viewer.userId, change.marks),
      places: [...change.pushes.keys()].filter((place) => isFor(viewer, change.pushes[place]!, after)),
    }
  // A ticket that is gone for everyone and whose former audience is unknown is taken away everywhere; its id says
  // nothing.
  const couldSee = before ? canSeeTicket(viewer, before, settings) : after === null
  return { kind: couldSee ? 'removed' : 'nothing' }
}

/** Depends on the view alone, so that what was made for one user may be given to the others of the same view. */
function pushesIn(view: View, change: TicketChange): readonly TicketListPush[] {
  if (view.kind !== 'seen')
    return view.kind === 'removed' ? [{ type: 'ticket:remove', payload: { id: change.ticketId as Ticket['id'] } }] : []
  return view.places
    .map((place) => withTicket(change.pushes[place]!, (ticket) => ({ ...ticket, ...view.marks })))
    .map((push) => (view.isMasked ? maskedPush(push) : push))
}

/**
 * Tells for each user what they are told of one change, in the form that `form` gives a push. Users who are told the
 * same get the same objects.
 */
export function audienceOf<Form>(
  change: TicketChange,
  settings: VisibilitySettings,
  form: (push: TicketListPush) => Form,
): (viewer: Viewer) => readonly Form[] {
  const made = new Map<string, readonly Form[]>()
  return (viewer) => {
    const view = viewOf(viewer, change, settings)
    const key = JSON.stringify(view)
    const known = made.get(key)
    if (known) return known
    const told = pushesIn(view, change).map(form)
    made.set(key, told)
    return told
  }
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
    case 'ticket:waiting':
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
    case 'ticket:waiting':
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
