import {
  mint,
  type Contact,
  type ContactId,
  type Message,
  type MessageId,
  type QueueId,
  type ResponderDecision,
  type Ticket,
  type TicketId,
} from '@recado/sdk'
import type { TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { menu, menuQueue } from './graphs.rig.ts'
import type { Flow } from './src/flows/flow.ts'
import type { Graph } from './src/graph/graph.ts'

/** A conversation with a contact, as core has it. */
export interface Conversation {
  readonly ticket: TicketId
  readonly contact: ContactId
  /** The contact writes; the flow answers as the responder of the ticket. */
  write(flow: string, text: string, options?: { key?: string; choice?: string }): Promise<ResponderDecision>
  /** The ticket is handed to the flow without a message. */
  hand(flow: string): Promise<ResponderDecision>
  /** What was sent to the contact, in order, as text. */
  sent(): string[]
}

/** Begins a conversation in this company. */
export function converse(company: TestCompany, { number = '5511987654321' } = {}): Conversation {
  const ticket = mint<TicketId>(randomUUID())
  const contact = mint<ContactId>(randomUUID())
  const { known, sent, respondersOf } = company.core
  known.contacts.set(contact, { id: contact, name: 'Ana Lima', number, email: null } as Contact)
  known.tickets.set(ticket, {
    id: ticket,
    contactId: contact,
    name: 'Ana Lima',
    protocol: '2026-7',
    status: 'pending',
    userId: null,
    queueId: null,
    queue: null,
    channelId: randomUUID(),
    tags: [],
    priority: 'normal',
  } as unknown as Ticket)
  const turn = (message: Message | null) => ({
    ticket: known.tickets.get(ticket)!,
    contact: known.contacts.get(contact)!,
    message,
    begins: !respondersOf.held.has(ticket),
  })
  return {
    ticket,
    contact,
    write: (flow, text, { key = randomUUID(), choice } = {}) =>
      company.respond(
        'main',
        { flow },
        turn({
          id: mint<MessageId>(randomUUID()),
          body: text,
          parts: [
            choice === undefined ? { kind: 'text', text } : { kind: 'interactiveReply', id: choice, label: text },
          ],
        } as Message),
        { key },
      ),
    hand: (flow) => company.respond('main', { flow }, turn(null)),
    sent: () =>
      sent
        .filter((one) => one.ticket === ticket)
        .flatMap(({ parts }) =>
          parts.map((part) => {
            if (part.kind === 'text') return part.text
            return part.kind === 'interactive' ? part.body : `(${part.kind})`
          }),
        ),
  }
}

/** Makes a flow of this company, published and active. */
export async function activeFlow(company: TestCompany, graph: Graph, name = `Fluxo ${randomUUID()}`): Promise<string> {
  const { id, draft } = await make(company, graph, name)
  await must(company, 'POST', `/flows/${id}/versions`, { revision: draft.revision })
  await must(company, 'PUT', `/flows/${id}/active`, { isActive: true })
  // The sweep comes again by itself, and the stand-in of jobs knows no time.
  sweeps(company)
  return id
}

/** Takes the waiting sweep, and answers whether there was one. */
export function sweeps(company: TestCompany): boolean {
  const at = company.jobs.findIndex(({ job }) => job === 'sweep')
  if (at >= 0) company.jobs.splice(at, 1)
  return at >= 0
}

export const make = async (company: TestCompany, graph?: Graph, name = `Fluxo ${randomUUID()}`): Promise<Flow> =>
  (await must(company, 'POST', '/flows', { name, ...(graph && { graph }) })) as Flow

/** Calls a route that has to answer well. */
export async function must(
  company: TestCompany,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await company.ask(method, `/p/flows${path}`, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer.body
}

/** The company has the queue that the menu of the rig hands to. */
export function withMenuQueue(company: TestCompany): TestCompany {
  company.core.known.queues.push({ id: mint<QueueId>(menuQueue), queue: 'Vendas' } as never)
  return company
}

/** An active flow of this company, by default the menu, and a conversation with it. */
export const begun = async (
  company: TestCompany,
  graph: Graph = menu(),
): Promise<{ flow: string; talk: Conversation }> => ({
  flow: await activeFlow(withMenuQueue(company), graph),
  talk: converse(company),
})
